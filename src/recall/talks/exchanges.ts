import { agreementIn, sendsOn } from '../../base/text/agreement.ts';
import { markerOf } from '../../learn/statements/markers.ts';
import { promptSentences } from '../../learn/statements/sentences.ts';
import { dot } from '../../store/vectors/vector-code.ts';
import { meanOf } from './message-vector.ts';

/** A message of a talk, as the store has it. */
export interface TalkMessage {
  speaker: 'person' | 'agent';
  text: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Its place in its session. Where it does not grow, a later session goes on with the matter. */
  ordinal: number;
  event: string;
  /** The mean of its passages' vectors, of length one (`messageVector`); none where they are not embedded yet. */
  vector?: Float32Array | undefined;
}

/** What the person made of what the agent proposed. */
type Verdict = 'accepted' | 'corrected' | 'rejected' | 'changed later' | 'open';

/** What was asked, what the agent made of it, and what the person said to that. */
export interface Exchange {
  asked: TalkMessage;
  proposed: TalkMessage[];
  verdict: Verdict;
  verdictBy?: TalkMessage | undefined;
  /** The words that hold, latest first; words that were changed later are not among them. */
  settled: TalkMessage[];
}

/**
 * The exchanges of a talk, in order. `settledness` has a number for each message (`settlednessOf`, session by session): up to 1
 * for words that hold what was settled, down to -1 for a proposal that the person overruled.
 */
export function exchangesOf(messages: readonly TalkMessage[], settledness: readonly number[]): Exchange[] {
  const read = readTalk(messages, settledness);
  const changed = changedLater(read);
  const asked = messages.flatMap(({ speaker }, at) => (speaker === 'person' ? [at] : []));
  return asked.map((at, i) => {
    const ends = asked[i + 1] ?? messages.length;
    const replies = places(at + 1, ends).filter((place) => read.session[place] === read.session[at]);
    const next = read.session[ends] === read.session[at] ? ends : undefined;
    const verdict = verdictOf(read, replies, next);
    const isOverruled = verdict === 'rejected' || verdict === 'corrected';
    const held = [
      ...(verdict === 'corrected' && read.holds(next!) ? [next!] : []),
      ...(isOverruled ? [] : replies.filter(read.holds).reverse()),
      ...(read.holds(at) ? [at] : []),
    ];
    const changedBy = held.map((place) => changed.get(place)).find((by) => by !== undefined);
    const by = changedBy ?? (verdict === 'open' ? undefined : next);
    return {
      asked: messages[at]!,
      proposed: replies.map((place) => messages[place]!),
      verdict: changedBy === undefined ? verdict : 'changed later',
      verdictBy: by === undefined ? undefined : messages[by],
      settled: held.filter((place) => !changed.has(place)).map((place) => messages[place]!),
    };
  });
}

/**
 * From here on words hold. Chosen on 58 written and 54 real talks, each scored by a head that had not seen it, so that no overruled
 * proposal counts as settled. Agents sum up with less than persons decide with.
 */
const SETTLED = { person: 0.4, agent: 0.3 };
/** A proposal stands down to here. */
const OVERRULED = -0.25;

const places = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** A talk with what its readers look up again and again. */
interface TalkReading {
  messages: readonly TalkMessage[];
  settledness: readonly number[];
  /** The number of each message's session. */
  session: number[];
  holds: (place: number) => boolean;
}

function readTalk(messages: readonly TalkMessage[], settledness: readonly number[]): TalkReading {
  let session = 0;
  const sessions = messages.map(({ ordinal }, i) =>
    i > 0 && ordinal <= messages[i - 1]!.ordinal ? ++session : session,
  );
  const held = messages.map(
    (message, i) => settledness[i]! >= SETTLED[message.speaker] || isExplicit(message),
  );
  return { messages, settledness, session: sessions, holds: (place) => held[place]! };
}

/** "From now on …", "Rule: …" of a person needs no head. */
const isExplicit = ({ speaker, text }: TalkMessage): boolean =>
  speaker === 'person' &&
  text.length <= MAX_CHARS &&
  promptSentences(text).some((sentence) => markerOf(sentence)?.strong === true);

function verdictOf(
  { messages, settledness, holds }: TalkReading,
  replies: readonly number[],
  next: number | undefined,
): Verdict {
  const last = replies.at(-1);
  if (last === undefined || next === undefined) return 'open';
  const { text } = messages[next]!;
  const agreement = agreementIn(text);
  if (agreement) return agreement.amendment === null ? 'accepted' : 'corrected';
  if (sendsOn(text)) return 'accepted';
  if (settledness[last]! <= OVERRULED) return holds(next) ? 'corrected' : 'rejected';
  return holds(last) ? 'accepted' : 'open';
}

/**
 * Settled words of earlier sessions that a later one changed, each with the place of the words that did: the person's words that
 * are nearest to the later session in meaning, and the agent's summaries that are nearly as near.
 */
function changedLater({ messages, session, holds }: TalkReading): Map<number, number> {
  const changed = new Map<number, number>();
  for (const later of new Set(session)) {
    const its = messages.flatMap((_, place) => (session[place] === later ? [place] : []));
    const by = its.findLast(holds);
    const about = by === undefined ? undefined : meanOf(its.map((place) => messages[place]!.vector));
    if (by === undefined || !about) continue;
    const near = messages.flatMap(({ vector }, place) =>
      session[place]! < later && holds(place) && vector ? [{ place, cosine: dot(about, vector) }] : [],
    );
    const nearest = near
      .filter(({ place }) => messages[place]!.speaker === 'person')
      .toSorted((one, other) => other.cosine - one.cosine)[0];
    if (!nearest || nearest.cosine < MIN_SAME_MATTER) continue;
    changed.set(nearest.place, by);
    for (const { place, cosine } of near)
      if (messages[place]!.speaker === 'agent' && cosine >= nearest.cosine * NEARLY) changed.set(place, by);
  }
  return changed;
}

/** As cosines. Half of the changed words are above 0.39, half of the others below 0.17. */
const MIN_SAME_MATTER = 0.25;
const NEARLY = 0.8;

export interface SettledWordsOptions {
  /** In characters, of all together. Where no settled message is as short, the latest is given alone, whole. */
  maxChars?: number;
}

/**
 * The talk's settled words in the order to show them: the last summary or correction first, then the others from the latest
 * back. Each is whole: where they do not fit together, the least settled are left out. Never a proposal that was overruled, nor
 * words that were changed later.
 */
export function settledWords(
  messages: readonly TalkMessage[],
  settledness: readonly number[],
  { maxChars = MAX_CHARS }: SettledWordsOptions = {},
): TalkMessage[] {
  const held = new Set(exchangesOf(messages, settledness).flatMap(({ settled }) => settled));
  const latest = places(0, messages.length)
    .filter((place) => held.has(messages[place]!))
    .reverse();
  const fitting = latest.filter((place) => messages[place]!.text.length <= maxChars);
  const lead =
    fitting.find((place) => settledness[place]! >= SURE[messages[place]!.speaker]) ?? fitting[0] ?? latest[0];
  if (lead === undefined) return [];
  let left = maxChars - messages[lead]!.text.length;
  const shown = new Set<number>();
  for (const place of latest.toSorted((a, b) => settledness[b]! - settledness[a]!)) {
    if (place === lead || messages[place]!.text.length > left) continue;
    left -= messages[place]!.text.length;
    shown.add(place);
  }
  return [lead, ...latest.filter((place) => shown.has(place))].map((place) => messages[place]!);
}

const MAX_CHARS = 900;
/** Words as settled as this may stand first though later ones are less so. */
const SURE = { person: 0.6, agent: 0.4 };
