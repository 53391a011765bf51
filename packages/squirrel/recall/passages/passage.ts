import { saidId } from '@sqrl/base/model/citation.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { printed } from '@sqrl/base/model/printed.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { contentWords, share } from '@sqrl/base/text/content-words.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { episodesById } from '../../store/episodes/episodes.ts';
import { messagesAround, type SaidMessage } from '../../store/passages/passages.ts';
import { findMessage } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { stillSaid } from '../history/where.ts';
import type { SaidAnswer } from './said.ts';
import { hideWithdrawn } from './withdrawn.ts';

/** Where neither `before` nor `after` is given, the whole talk is shown, folded. */
export function passage(engine: Engine, { id, before, after }: Parsed<'passage'>) {
  const { store, message } = findMessage(engine, id);
  const { client, session, agent, branch } = message;
  const isWhole = before === undefined && after === undefined;
  const around = messagesAround(store, message.eventRow, {
    before: before ?? (isWhole ? MAX_TALK : FEW),
    after: after ?? (isWhole ? MAX_TALK : FEW),
  });
  const all: SaidMessage[] = [...around.before, message, ...around.after];
  const shown = foldTalk(hideWithdrawn(all, engine).map(shownMessage), around.before.length);
  const at = shown.findIndex(({ event }) => event === message.event);
  const [episode] = message.episode === null ? [] : episodesById(store, [message.episode]);
  return {
    ...shown[at]!,
    client,
    session,
    agent,
    branch,
    episode: episode ? { id: episode.id, task: redactSync(stillSaid(engine, episode).task).text } : null,
    files: episode ? [...new Set([...episode.filesChanged, ...episode.filesRead])].slice(0, MAX_FILES) : [],
    before: shown.slice(0, at),
    after: shown.slice(at + 1),
  };
}

const MAX_FILES = 10;
/** Messages on each side that a whole talk may have. */
const MAX_TALK = 500;
const FEW = 3;

/** A message on its way out: redacted once more, since the rules may know more secrets than when it was read. */
const shownMessage = ({ event, speaker, at, text, length, tainted }: SaidMessage) => ({
  id: saidId(event),
  event,
  speaker,
  at,
  text: redactSync(text).text,
  length,
  tainted,
});

/** A message of a folded talk, with the number of messages left out right before it. */
type Folded<M> = M & { skipped: number };

/** A talk of at most this many messages is shown whole. */
const MAX_WHOLE = 24;
/** Of a longer one: its first messages, those around the cited one, and its last, where most is settled. */
const KEPT = { first: 2, around: 6, last: 6 };

/** Leaves out messages in the middle of a long talk, far from the cited one. */
export function foldTalk<M>(messages: readonly M[], cited: number): Folded<M>[] {
  const isKept = (i: number) =>
    messages.length <= MAX_WHOLE ||
    i < KEPT.first ||
    Math.abs(i - cited) <= KEPT.around ||
    i >= messages.length - KEPT.last;
  let skipped = 0;
  return messages.flatMap((message, i) => {
    if (!isKept(i)) {
      skipped++;
      return [];
    }
    const folded = { ...message, skipped };
    skipped = 0;
    return [folded];
  });
}

type ShownNeighbor = Pick<SaidMessage, 'speaker' | 'text'>;

/** So much of a neighbor helps to understand a passage. */
const NEIGHBOR_CHARS = 280;

export const shownPassage = ({ passage, before, after, earlier, score }: SaidAnswer) => ({
  /** Opens it: `sqrl show said:1a2b3c4d5e6f`. */
  id: saidId(passage.event),
  speaker: passage.speaker,
  at: passage.at,
  client: passage.client,
  session: passage.session,
  text: passage.text,
  before: before.map((message) => shownNeighbor(message, 'end')),
  after: after.map((message) => shownNeighbor(message, 'start')),
  /** Something newer on the same matter stands before it. */
  earlier,
  /** Said after text from outside had come into the conversation. */
  tainted: passage.tainted,
  score,
});

export type ShownPassage = ReturnType<typeof shownPassage>;

/** Of what came before the end matters, of what came after the start. */
function shownNeighbor({ speaker, text }: SaidMessage, part: 'start' | 'end'): ShownNeighbor {
  const whole = text.trim();
  if (whole.length <= NEIGHBOR_CHARS) return { speaker, text: whole };
  const cut = part === 'start' ? whole.slice(0, NEIGHBOR_CHARS) : whole.slice(-NEIGHBOR_CHARS);
  return { speaker, text: part === 'start' ? `${cut.toWellFormed()}…` : `…${cut.toWellFormed()}` };
}

/** A passage that holds this share of a memory's words says the same. */
const SAME_WORDS = 0.7;

/** Leaves out passages that only say what a memory among the answers says: knowledge goes first. */
export function withoutKnown<A extends Pick<SaidAnswer, 'passage'>>(
  answers: readonly A[],
  told: readonly { memory: Pick<Memory, 'text'> }[],
): A[] {
  const known = told.map(({ memory }) => contentWords(memory.text)).filter(({ size }) => size > 2);
  return answers.filter(({ passage }) => {
    const said = contentWords(passage.text);
    // A long passage says more than the memory that was made of it.
    return !known.some((words) => share(words, said) >= SAME_WORDS && said.size <= 2 * words.size);
  });
}

export const QUOTES_HEADING = 'Said in past sessions';

/** So much of a passage is told: a rule of several parts is not cut before its last. */
const LINE_CHARS = 900;
const BESIDE_CHARS = 200;

/**
 * A passage as a line for an agent: a quotation with its speaker and date, which opens by its id. A short answer comes with
 * what it answers, and what an agent said with what the person made of it.
 */
export function passageLine({
  id,
  speaker,
  at,
  text,
  before,
  after,
  earlier,
  tainted,
}: ShownPassage): string {
  const marks = [
    new Date(at).toISOString().slice(0, 10),
    speaker,
    ...(earlier ? ['earlier'] : []),
    ...(tainted ? ['after reading outside text'] : []),
  ];
  const [question, answer] = [before.at(-1), after[0]];
  const lead =
    question && text.length < SHORT_CHARS
      ? `${question.speaker}: "${printed(question.text, BESIDE_CHARS)}" → `
      : '';
  const verdict =
    answer && speaker === 'agent' && answer.speaker === 'person'
      ? ` → person: "${printed(answer.text, BESIDE_CHARS)}"`
      : '';
  return `(${marks.join(', ')}) ${lead}"${printed(text, LINE_CHARS)}"${verdict} [${id}]`;
}

const SHORT_CHARS = 120;
