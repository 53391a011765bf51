import { agreementIn } from '../../base/text/agreement.ts';

/** A message of a talk, as the store has it. */
export interface TalkMessage {
  speaker: 'person' | 'agent';
  text: string;
  /** Milliseconds since 1970. */
  at: number;
  /** Its place in its session. Where it does not grow, another session goes on with the matter. */
  ordinal: number;
  event: string;
  /** The mean of its passages' vectors, of length one; none where they are not embedded yet. */
  vector?: Float32Array | undefined;
}

/** What the person made of what the agent proposed. */
export type Verdict = 'accepted' | 'corrected' | 'rejected' | 'changed later' | 'open';

/** What was asked, what the agent made of it, and what the person said to that. */
export interface Exchange {
  asked: TalkMessage;
  proposed: TalkMessage[];
  verdict: Verdict;
  verdictBy?: TalkMessage | undefined;
  /** The words that hold, latest first. */
  settled: TalkMessage[];
}

/**
 * The exchanges of a talk, in order. `settledness` has a number for each message: up to 1 for words that hold what was
 * settled, down to -1 for a proposal that the person overruled (`settlednessOf`).
 */
export function exchangesOf(messages: readonly TalkMessage[], settledness: readonly number[]): Exchange[] {
  const holds = (at: number) => settledness[at]! >= SETTLED;
  const asked = messages.flatMap(({ speaker }, at) => (speaker === 'person' ? [at] : []));
  return asked.map((at, i) => {
    const next = asked[i + 1];
    const replies = places(at + 1, next ?? messages.length);
    const verdict = verdictOf(messages, settledness, replies, next);
    const settled = [
      ...(next !== undefined && verdict === 'corrected' ? [next] : []),
      ...(verdict === 'rejected' || verdict === 'corrected' ? [] : replies.filter(holds).reverse()),
      ...(holds(at) ? [at] : []),
    ];
    return {
      asked: messages[at]!,
      proposed: replies.map((place) => messages[place]!),
      verdict,
      verdictBy: verdict === 'open' || next === undefined ? undefined : messages[next],
      settled: settled.map((place) => messages[place]!),
    };
  });
}

/** From here on a message holds what was settled. */
const SETTLED = 0.35;
/** Down to here a proposal stands. */
const OVERRULED = -0.3;

const places = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

function verdictOf(
  messages: readonly TalkMessage[],
  settledness: readonly number[],
  replies: readonly number[],
  next: number | undefined,
): Verdict {
  const last = replies.at(-1);
  if (last === undefined || next === undefined) return 'open';
  const agreement = agreementIn(messages[next]!.text);
  if (agreement) return agreement.amendment === null ? 'accepted' : 'corrected';
  if (settledness[last]! <= OVERRULED) return settledness[next]! >= SETTLED ? 'corrected' : 'rejected';
  return settledness[last]! >= SETTLED ? 'accepted' : 'open';
}

export interface SettledWordsOptions {
  /** In characters, of all together; the first is given whole, however long it is. */
  maxChars?: number;
}

/** The talk's settled words in the order to show them: the last summary or correction first, whole; never a rejected proposal. */
export function settledWords(
  messages: readonly TalkMessage[],
  settledness: readonly number[],
  { maxChars = MAX_CHARS }: SettledWordsOptions = {},
): TalkMessage[] {
  const held = new Set(exchangesOf(messages, settledness).flatMap(({ settled }) => settled));
  const words: TalkMessage[] = [];
  let chars = 0;
  for (const message of messages.filter((each) => held.has(each)).reverse()) {
    if (words.length > 0 && chars + message.text.length > maxChars) continue;
    words.push(message);
    chars += message.text.length;
  }
  return words;
}

const MAX_CHARS = 900;
