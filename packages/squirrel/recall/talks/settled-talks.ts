import { redactSync } from '@sqrl/base/redact/redact.ts';
import { dot } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { agreementIn } from '@sqrl/base/text/agreement.ts';
import { contentWords, share } from '@sqrl/base/text/content-words.ts';
import { isAllReplaced, withoutReplaced } from '@sqrl/base/text/replaced.ts';
import { settlednessOf } from '@sqrl/embedder/settledness.ts';
import { changedIn } from '../../store/events/file-sessions.ts';
import { type MessageOfTalk, messagesOfTalk } from '../../store/passages/passages.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { hideWithdrawn, replacedIn, WITHDRAWN } from '../passages/withdrawn.ts';
import { isExplicit, meanOf, messageVector, settledWords, type TalkMessage } from './exchanges.ts';
import { FEW_TALKS, type FindTalksRequest, findTalks, type TalkHit } from './find-talks.ts';

export interface SettledWords {
  message: TalkMessage;
  /** What they answer, where they mean little alone; null where they stand by themselves. */
  answers: string | null;
  /** How surely they hold what was settled, up to 1. */
  settledness: number;
}

export interface SettledTalk {
  hit: TalkHit;
  /** What the person asked for first that says what it is about. */
  asked: TalkMessage;
  /** In the order they were said, without what an agent said after foreign text; empty where nothing was settled. */
  words: SettledWords[];
  messages: readonly TalkMessage[];
  /** Of all its messages, of length one; undefined where none is embedded yet. */
  mean: Float32Array | undefined;
  said: string;
  changed: readonly string[];
  episodes: readonly string[];
  /** Settled words that are not among those to be shown. */
  left?: number;
  /** A later talk that took up the same matter, and may have changed part of it: it is told first. */
  later?: SettledTalk | undefined;
}

interface SettledTalksRequest extends FindTalksRequest {
  /** A session that is not looked into: the one that asks. */
  except?: string | undefined;
}

export async function settledTalks(
  engine: Engine,
  { except, limit, ...asked }: SettledTalksRequest,
): Promise<SettledTalk[]> {
  // One more, since the talk that asks may be among them.
  const hits = await findTalks(engine, { ...asked, limit: limit + 1 });
  return hits
    .filter(({ best }) => best[0] !== undefined && best[0].passage.session !== except)
    .slice(0, limit)
    .flatMap((hit) => readTalk(engine, hit) ?? []);
}

/**
 * A talk with the later one that took up its matter, where there is one before `before` and it settled something. The same
 * question may have found it already, among `found`; else it is searched with the talk's own words.
 */
export async function withLater(
  engine: Engine,
  talk: SettledTalk,
  {
    before = Number.POSITIVE_INFINITY,
    found = [],
  }: { before?: number | undefined; found?: readonly SettledTalk[] } = {},
): Promise<SettledTalk> {
  const { hit, mean, said } = talk;
  const known = found.find((other) => takesUp(other, talk, found));
  if (known) return { ...talk, later: known };
  if (mean === undefined) return talk;
  const time = { from: hit.at + 1, to: before };
  const [first, next] = await findTalks(engine, { question: said, vector: mean, time, limit: 2 });
  if (first === undefined || first.sessionRow === hit.sessionRow) return talk;
  const later = readTalk(engine, first);
  const isLater =
    later !== undefined &&
    later.words.length > 0 &&
    isOnSameFiles(later, talk) &&
    isNextMatter(first, { ahead: first.score - (next?.score ?? 0), nearness: nearness(talk, later) });
  return isLater ? { ...talk, later } : talk;
}

/** Whether two talks that one question found are on one matter. */
export const isSameMatter = (one: SettledTalk, other: SettledTalk): boolean =>
  takesUp(other, one, []) || takesUp(one, other, []);

/** Whether a later talk goes on with the matter of another: it is near and has its words, and has fewer of any other's. */
function takesUp(later: SettledTalk, talk: SettledTalk, among: readonly SettledTalk[]): boolean {
  const { sessionRow, at } = talk.hit;
  if (later.hit.sessionRow === sessionRow || later.hit.at <= at || later.words.length === 0) return false;
  if (!isOnSameFiles(later, talk) || nearness(talk, later) < TAKEN_UP.nearness) return false;
  const words = wordsOf(later);
  const sharedWith = (one: SettledTalk) => share(words, wordsOf(one));
  const others = among
    .filter(({ hit }) => hit.sessionRow !== sessionRow && hit !== later.hit)
    .map(sharedWith);
  const shared = sharedWith(talk);
  return shared >= TAKEN_UP.shared && shared - Math.max(0, ...others) >= TAKEN_UP.ahead;
}

/** Whether two talks changed a file in common, where both changed files: else one says nothing of the other's. */
const isOnSameFiles = ({ changed }: SettledTalk, { changed: other }: SettledTalk): boolean =>
  changed.length === 0 || other.length === 0 || changed.some((path) => other.includes(path));

/** Of 20 talks that were amended weeks later 19 are found so, and of 1,093 pairs of written talks on other matters none. */
const TAKEN_UP = { nearness: 0.48, shared: 0.3, ahead: 0.05 };

const wordsOf = ({ messages }: SettledTalk): ReadonlySet<string> =>
  contentWords(messages.map(({ text }) => text.slice(0, MAX_COMPARED_CHARS)).join('\n'));
const MAX_COMPARED_CHARS = 1000;

const nearness = ({ mean: a }: SettledTalk, { mean: b }: SettledTalk): number => (a && b ? dot(a, b) : 0);

/** Whether a talk that was searched with another is on its matter, and no other as much as it. */
const isNextMatter = (
  { score, among }: TalkHit,
  { ahead, nearness }: { ahead: number; nearness: number },
): boolean =>
  among < FEW_TALKS
    ? nearness >= OF_FEW
    : score >= NEXT.score && ahead >= NEXT.ahead && nearness >= TAKEN_UP.nearness;

/** Of 20 talks that were amended weeks later 19 are found so, and 3 of the 58 others are taken for amended. */
const NEXT = { score: 10.5, ahead: 4 };
const OF_FEW = 0.6;

/** The messages of a talk and its settled words; undefined where no person spoke in it. */
function readTalk(engine: Engine, hit: TalkHit): SettledTalk | undefined {
  const { indexedStore, sessionRow, agent, from, to } = hit;
  const { store } = indexedStore;
  const all = messagesOfTalk(store, { session: sessionRow, agent, from, to });
  const said = withoutOutdated(engine, hideWithdrawn(all, engine));
  const tainted = new Set(said.flatMap(({ event, tainted }) => (tainted ? event : [])));
  const messages = said.map((message) => talkMessage(indexedStore, message));
  const asked = topicOf(messages.filter(({ speaker }) => speaker === 'person'));
  if (asked === undefined) return undefined;
  const settledness = settlednessOf(messages);
  const words = settledWords(messages, settledness);
  return {
    hit,
    messages,
    asked: redacted(asked),
    words: words
      .filter(({ event, text }) => !tainted.has(event) && !text.includes(WITHDRAWN) && !isAllReplaced(text))
      .map((message) => ({
        message: redacted(message),
        answers: answeredBy(message, messages, tainted),
        settledness: isExplicit(message) ? 1 : settledness[messages.indexOf(message)]!,
      })),
    mean: meanOf(messages.map(({ vector }) => vector)),
    said: messages
      .flatMap(({ speaker, text }) => (speaker === 'person' ? text : []))
      .join('\n')
      .slice(0, MAX_SAID_CHARS),
    changed: changedIn(store, sessionRow, { from: all[0]!.at, to: hit.at }),
    episodes: all.flatMap(({ episode }) => episode ?? []),
  };
}

const MAX_SAID_CHARS = 1500;

/** What names a talk: the first message that says what it is about, not "yes please" or a command of the client. */
const topicOf = (persons: readonly TalkMessage[]): TalkMessage | undefined =>
  persons.find(
    ({ text }) => !text.startsWith('/') && contentWords(text.slice(0, TOPIC_CHARS)).size >= MIN_TOPIC_WORDS,
  ) ?? persons[0];

const TOPIC_CHARS = 300;
const MIN_TOPIC_WORDS = 4;

/** Messages without the sentences that newer memories replaced. */
function withoutOutdated(engine: Engine, messages: readonly MessageOfTalk[]): MessageOfTalk[] {
  const episodes = new Set(messages.map(({ episode }) => episode));
  const quotes = new Map([...episodes].map((episode) => [episode, replacedIn(engine, episode)]));
  return messages.map((message) => {
    const replaced = quotes.get(message.episode)!;
    return replaced.length === 0 ? message : { ...message, text: withoutReplaced(message.text, replaced) };
  });
}

/** On its way out a message is redacted once more: the rules may know more secrets than when it was read. */
const redacted = (message: TalkMessage): TalkMessage => ({ ...message, text: redactSync(message.text).text });

const talkMessage = ({ passages }: IndexedStore, message: MessageOfTalk): TalkMessage => {
  const { speaker, at, event, text } = message;
  const vector = messageVector(passages.codedAt(message.passages));
  return { speaker, at, event, text: withoutFrame(text), vector };
};

/** Answers to an agent's questions without what the client writes around them. */
function withoutFrame(text: string): string {
  if (!text.startsWith(ANSWERS)) return text;
  const end = text.lastIndexOf(GO_ON);
  return text.slice(ANSWERS.length, end < 0 ? undefined : end);
}
const ANSWERS = 'User has answered your questions: ';
const GO_ON = ' You can now continue';

/** The question or proposal that an answer of the person needs: most of it where they agree, else its end. */
function answeredBy(
  message: TalkMessage,
  messages: readonly TalkMessage[],
  tainted: ReadonlySet<string>,
): string | null {
  const agrees = agreementIn(message.text) !== undefined;
  if (message.speaker !== 'person' || (message.text.length > SHORT_CHARS && !agrees)) return null;
  const before = messages[messages.indexOf(message) - 1];
  if (before?.speaker !== 'agent' || tainted.has(before.event)) return null;
  const sentences = redactSync(before.text.trim()).text.split(/(?<=[.?!])\s+/);
  const most = agrees ? MAX_AGREED_CHARS : MAX_ANSWERED_CHARS;
  let said = sentences.at(-1)!;
  for (const sentence of sentences.slice(0, -1).reverse()) {
    if (!agrees || sentence.length + said.length >= most) break;
    said = `${sentence} ${said}`;
  }
  return said.slice(-most).toWellFormed();
}

const SHORT_CHARS = 70;
const MAX_ANSWERED_CHARS = 100;
const MAX_AGREED_CHARS = 200;
