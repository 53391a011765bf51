import { dot, type QuantizedVector } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { agreementIn, sendsOn } from '@sqrl/base/text/agreement.ts';
import { isQuestion, markerOf } from '../../learn/statements/markers.ts';
import { promptSentences } from '../../learn/statements/sentences.ts';

export interface TalkMessage {
  speaker: 'person' | 'agent';
  text: string;
  /** Milliseconds since 1970. */
  at: number;
  event: string;
  /** The mean of its passages' vectors, of length one (`messageVector`); none where they are not embedded yet. */
  vector?: Float32Array | undefined;
}

/** In characters, of all together. */
const MAX_CHARS = 1200;

/**
 * From here on words hold. Chosen on 58 written and 54 real talks, each scored by a head that had not seen it, so that no overruled
 * proposal counts as settled. Agents sum up with less than persons decide with.
 */
export const SETTLED = { person: 0.4, agent: 0.3 };
/** As much as this a person's words may hold too, unless they begin the talk: told where something was settled and there is room. */
const MAYBE_SETTLED = 0.2;
/** A proposal stands down to here. */
const OVERRULED = -0.25;

/**
 * The words of a talk that hold what was settled, in the order they were said, each whole. `settledness` has a number for each
 * message (`settlednessOf`): up to 1 for words that hold, down to -1 for a proposal that the person overruled. Where they do
 * not fit together the least settled are left out; where none is as short, the most settled is given alone.
 */
export function settledWords(
  messages: readonly TalkMessage[],
  settledness: readonly number[],
  maxChars = MAX_CHARS,
): TalkMessage[] {
  const holds = (message: TalkMessage, i: number) =>
    settledness[i]! >= SETTLED[message.speaker] || isExplicit(message);
  const may = (message: TalkMessage, i: number) =>
    holds(message, i) ||
    (i > 0 && message.speaker === 'person' && settledness[i]! >= MAYBE_SETTLED && !onlyAsks(message));
  const standing = [...messages.keys()].filter((i) => !isOverruled(messages, settledness, i));
  if (!standing.some((i) => holds(messages[i]!, i))) return [];
  const sure = (i: number) => Math.max(settledness[i]!, isExplicit(messages[i]!) ? SETTLED.person : 0);
  const [most, ...others] = standing
    .filter((i) => may(messages[i]!, i))
    .toSorted((a, b) => sure(b) - sure(a) || b - a) as [number, ...number[]];
  let left = maxChars - messages[most]!.text.length;
  const shown = new Set([most]);
  for (const i of others)
    if (messages[i]!.text.length <= left) {
      left -= messages[i]!.text.length;
      shown.add(i);
    }
  return messages.filter((_, i) => shown.has(i));
}

/** "From now on …", "Rule: …" of a person needs no head. */
export const isExplicit = ({ speaker, text }: TalkMessage): boolean =>
  speaker === 'person' &&
  text.length <= MAX_CHARS &&
  promptSentences(text).some((sentence) => markerOf(sentence)?.least === 0);

const onlyAsks = ({ text }: TalkMessage): boolean => promptSentences(text).every(isQuestion);

/** Whether what an agent proposed was corrected or rejected by the person's next words. */
function isOverruled(messages: readonly TalkMessage[], settledness: readonly number[], i: number): boolean {
  if (messages[i]!.speaker === 'person') return false;
  const next = messages.findIndex(({ speaker }, place) => place > i && speaker === 'person');
  if (next < 0) return false;
  const { text } = messages[next]!;
  const agreement = agreementIn(text);
  if (agreement) return agreement.amendment !== null;
  // What comes right before the answer is what it answers.
  return !sendsOn(text) && settledness[next - 1]! <= OVERRULED;
}

/** The vector of a message: the mean of its passages' vectors, of length one; undefined where one has none yet. */
export const messageVector = (
  passages: readonly (Pick<QuantizedVector, 'codes' | 'scale'> | undefined)[],
): Float32Array | undefined =>
  passages.includes(undefined)
    ? undefined
    : meanOf(passages.map((passage) => Float32Array.from(passage!.codes, (code) => code * passage!.scale)));

/** The mean of vectors, of length one; undefined where there is none. */
export function meanOf(vectors: readonly (Float32Array | undefined)[]): Float32Array | undefined {
  const known = vectors.filter((vector) => vector !== undefined);
  const sum = new Float32Array(known[0]?.length ?? 0);
  for (const vector of known) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i] ?? 0;
  const length = Math.sqrt(dot(sum, sum));
  return length > 0 ? sum.map((each) => each / length) : undefined;
}
