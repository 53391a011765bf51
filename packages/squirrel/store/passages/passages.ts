import type { Client } from '@sqrl/base/model/event.ts';
import { addWords, anyOf, matches } from '@sqrl/base/sqlite/full-text.ts';
import { as, flag, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { highest } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { eventRange } from '../events/changes.ts';
import { lastRow, questionWords, wordScores } from '../memory/words.ts';

/** Who said something: the person, or the agent they worked with. */
type Speaker = 'person' | 'agent';

/** What a person or an agent said in words: prompts, replies, and answers to an agent's questions. */
const IS_SAID = `(event.kind in ('prompt', 'reply') or event.kind = 'result' and event.tool = 'ask')`;

// A subagent's prompts are written by the agent that started it.
const SPEAKER = `case when event.kind = 'reply' or event.agent is not null then 'agent' else 'person' end`;

/** A message on its way into passages. */
export interface UncutMessage {
  event: number;
  at: number;
  text: string;
}

/** Messages of a session that have no passages yet. */
export const messagesWithoutPassages = (store: Store, session: number): UncutMessage[] =>
  store.rows`select event.row as event, event.at, event.text from event left
    join passage on passage.event = event.row
    where event.session = ${session} and ${raw(IS_SAID)} and event.text <> '' and passage.row is null
    order by event.at, event.offset, event.part, event.id`;

/** Gives the messages of a session their places in their conversations, in the order they were said. */
export function numberMessages(store: Store, session: number): void {
  store.run`update passage set ordinal = placed.ordinal
     from (select passage.row, dense_rank() over (
            partition by event.agent order by event.at, event.offset, event.part, event.id) as ordinal
            from event join passage on passage.event = event.row where event.session = ${session}) as placed
    where passage.row = placed.row and passage.ordinal <> placed.ordinal`;
}

export interface NewPassage {
  event: number;
  text: string;
  /** Parts of its identifiers. */
  words: string;
}

/** Adds a passage, which has no place in its conversation until its messages are numbered. */
export function addPassage(store: Store, { event, text, words }: NewPassage): void {
  const { lastInsertRowid } =
    store.run`insert into passage (event, ordinal, text, words) values (${event}, 0, ${text}, ${words})`;
  addWords(store, 'passage_words', lastInsertRowid, [text, words]);
}

export function removePassages(store: Store, event: number): void {
  store.run`delete from passage where event = ${event}`;
}

export interface Passage extends Omit<CitedMessage, 'length'> {
  row: number;
  sessionRow: number;
  /** The message's place in its conversation. */
  ordinal: number;
}

const SELECT = `
  select passage.row, passage.text, lower(hex(event.id)) as event, event.row as eventRow, ${SPEAKER} as speaker, event.at,
         session.client, session.id as session, session.row as sessionRow, event.agent, passage.ordinal,
         episode.id as episode,
         coalesce(event.branch, session.branch) as branch, event.tainted
    from passage join event on event.row = passage.event join session on session.row = event.session
    left join episode on episode.row = event.episode`;

const toPassage = as<Passage>({ tainted: flag });

export const passagesAt = (store: Store, rows: readonly number[]): Map<number, Passage> =>
  new Map(
    store.rows`${raw(SELECT)} where passage.row in (select value from json_each(${rows}))`
      .map(toPassage)
      .map((passage) => [passage.row, passage]),
  );

export interface SaidMessage {
  event: string;
  speaker: Speaker;
  at: number;
  text: string;
  /** Characters of the message; only the start and end of a very long one are kept as text. */
  length: number;
  /** Said after text from outside had come into the conversation. */
  tainted: boolean;
}

const MESSAGE = `lower(hex(event.id)) as event, ${SPEAKER} as speaker, event.at, event.text, event.length, event.tainted`;

const toMessage = <M extends SaidMessage>(found: object): M => as<M>({ tainted: flag })(found);

/** The messages of the same conversation right before and after a message, in the order they were said. */
export function messagesAround(
  store: Store,
  eventRow: number,
  { before, after }: { before: number; after: number },
): { before: SaidMessage[]; after: SaidMessage[] } {
  const beside = (than: '<' | '>', order: 'desc' | 'asc', limit: number) =>
    store.rows`select ${raw(MESSAGE)} from event join event here on here.row = ${eventRow}
      where event.session = here.session and event.agent is here.agent and ${raw(IS_SAID)} and event.text <> ''
        and (event.at, event.offset, event.part) ${raw(than)} (here.at, here.offset, here.part)
      order by event.at ${raw(order)}, event.offset ${raw(order)}, event.part ${raw(order)} limit ${limit}`.map(
      toMessage<SaidMessage>,
    );
  return { before: beside('<', 'desc', before).reverse(), after: beside('>', 'asc', after) };
}

/** What was said last in an episode; the agent's last reply tells as a rule what came of it. */
export function lastSaidIn(
  store: Store,
  episodeRow: number,
  kind: 'prompt' | 'reply',
): SaidMessage | undefined {
  const found = store.row`select ${raw(MESSAGE)} from event where episode = ${episodeRow} and kind = ${kind}
      and agent is null and text <> ''
    order by at desc, offset desc, part desc limit 1`;
  return found && toMessage(found);
}

export interface CitedMessage extends SaidMessage {
  /** Its place in the file. */
  eventRow: number;
  client: Client;
  session: string;
  /** The subagent that said or was told it. */
  agent: string | null;
  episode: string | null;
  branch: string | null;
}

/** Messages whose event's id begins with some hex digits, by that id. */
export function messagesByDigits(store: Store, digits: string, limit: number): CitedMessage[] {
  const [low, high] = eventRange(digits);
  return store.rows`select ${raw(MESSAGE)}, event.row as eventRow, session.client, session.id as session,
    event.agent,
      episode.id as episode, coalesce(event.branch, session.branch) as branch
    from event join session on session.row = event.session left join episode on episode.row = event.episode
    where event.id between unhex(${low}) and unhex(${high}) and ${raw(IS_SAID)} and event.text <> ''
    order by event.id limit ${limit}`.map(toMessage<CitedMessage>);
}

/** A message of a talk, and the rows of the passages it was cut into. */
export interface MessageOfTalk extends SaidMessage {
  ordinal: number;
  episode: string | null;
  passages: number[];
}

/** The messages of a conversation from one place to another, in the order they were said. */
export const messagesOfTalk = (
  store: Store,
  { session, agent, from, to }: { session: number; agent: string | null; from: number; to: number },
): MessageOfTalk[] =>
  store.rows`select ${raw(MESSAGE)}, passage.ordinal, episode.id as episode,
    json_group_array(passage.row) as passages
     from event join passage on passage.event = event.row left join episode on episode.row = event.episode
    where event.session = ${session} and event.agent is ${agent} and passage.ordinal between ${from} and ${to}
    group by event.row order by passage.ordinal`.map(as({ tainted: flag, passages: json }));

/** Rows of passages that share words with a question, best first. Passages that were removed of late may be among them. */
export function passagesByWords(
  store: Store,
  question: string,
  limit: number,
): { row: number; score: number }[] {
  const sums = passageScores(store, questionWords(question));
  return highest(sums, limit, (row) => sums[row]! > 0).map((row) => ({ row, score: sums[row]! }));
}

/** The same of all passages, by row; nought where one shares no word. */
export const passageScores = (store: Store, words: readonly string[]): Float64Array =>
  wordScores({ store, index: 'passage_words', kept: keptOf(store) }, words);

/** The rows of the passages that hold a word, each once. */
export const passagesHolding = (store: Store, word: string): Uint32Array => keptOf(store).rowsWith(word);

/** Rows of passages that hold every word of a text next to each other, latest first. */
export const passagesByPhrase = (store: Store, phrase: string, limit: number): number[] => {
  const words = phrase.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.length === 0) return [];
  return matches(store, 'passage_words', `text : ${anyOf([words.join(' ')])}`)
    .slice(-limit)
    .reverse();
};

/** The rows of common words: most questions have some of the same. Rows are never used twice, so only later ones are read again. */
class KeptWords {
  readonly #store: Store;
  readonly #rows = new Map<string, { rows: Uint32Array; last: number }>();
  #size = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  has(word: string): boolean {
    return this.#rows.has(word);
  }

  rowsWith(word: string): Uint32Array {
    const last = lastRow(this.#store, 'passage_words');
    const known = this.#rows.get(word);
    if (known?.last === last) return known.rows;
    const later = matches(this.#store, 'passage_words', anyOf([word]), known?.last ?? 0);
    const rows = Uint32Array.from(known ? [...known.rows, ...later] : later);
    if (this.#size + later.length > MAX_KEPT_ROWS) this.#rows.clear();
    this.#size = (this.#rows.size === 0 ? 0 : this.#size) + later.length;
    this.#rows.set(word, { rows, last });
    return rows;
  }
}

/** Four bytes each. */
const MAX_KEPT_ROWS = 4_000_000;
const kept = new WeakMap<Store, KeptWords>();

function keptOf(store: Store): KeptWords {
  // What is written now may be taken back, and its rows would be used again.
  if (store.db.isTransaction) return new KeptWords(store);
  const known = kept.get(store) ?? new KeptWords(store);
  kept.set(store, known);
  return known;
}
