import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agreementIn, deniesAtStart } from '@sqrl/base/text/agreement.ts';
import { isAnnouncedStep } from '@sqrl/base/text/announced-step.ts';
import { type Head, readHead } from './heads.ts';
import { openTensors } from './safetensors.ts';
import { WIDTH } from './weights.ts';

/** What the settledness head reads of a message. */
export interface SpokenMessage {
  speaker: 'person' | 'agent';
  text: string;
  /** Of squirrel-s3, of length one. */
  vector?: Float32Array | undefined;
}

/**
 * How settled the words of each message of a talk are: up to 1 for those that hold what was settled, down to -1 for a proposal
 * of the agent that the person overruled. It reads the vectors that the store has and runs no encoder; a message that has
 * none yet is judged by plain facts.
 */
export function settlednessOf(messages: readonly SpokenMessage[]): number[] {
  heads ??= openHeads();
  const { person, agent } = heads;
  const facts = settlednessFacts(messages);
  return neighborsOf(messages).map(({ before, after }, i) => {
    const input = new Float32Array(3 * WIDTH + facts[i]!.length);
    [i, before, after].forEach((place, part) => {
      const vector = place === undefined ? undefined : messages[place]!.vector;
      if (vector?.length === WIDTH) input.set(vector, part * WIDTH);
    });
    input.set(facts[i]!, 3 * WIDTH);
    const odds = (messages[i]!.speaker === 'person' ? person : agent)(input);
    const most = Math.max(...odds);
    const [overruled, none, settled] = [...odds].map((each) => Math.exp(each - most)) as [
      number,
      number,
      number,
    ];
    return (settled - overruled) / (settled + none + overruled);
  });
}

/** Thirty kilobytes, read on first use and kept. */
let heads: Record<SpokenMessage['speaker'], Head> | undefined;

function openHeads(): Record<SpokenMessage['speaker'], Head> {
  using tensors = openTensors(join(MODELS, 'squirrel-settled.safetensors'));
  return { person: readHead(tensors, 'person'), agent: readHead(tensors, 'agent') };
}

const MODELS = fileURLToPath(new URL('../../dist/models/', import.meta.url));

/** The messages that the head reads with each: what it answers, and what answers it. */
export function neighborsOf(messages: readonly SpokenMessage[]): { before?: number; after?: number }[] {
  let before: number | undefined;
  const found = messages.map(({ speaker }, i): { before?: number; after?: number } => {
    if (i > 0 && messages[i - 1]!.speaker !== speaker) before = i - 1;
    return before === undefined ? {} : { before };
  });
  let after: number | undefined;
  for (let i = messages.length - 2; i >= 0; i--) {
    if (messages[i + 1]!.speaker !== messages[i]!.speaker) after = i + 1;
    if (after !== undefined) found[i]!.after = after;
  }
  return found;
}

/** What is known of each message of a talk besides its vectors, in the order of the head's weights. */
export function settlednessFacts(messages: readonly SpokenMessage[]): number[][] {
  const texts = messages.map(({ text }) => textFacts(text));
  const count = messages.length;
  return neighborsOf(messages).map(({ before, after }, i) => {
    const { speaker, vector } = messages[i]!;
    const own = texts[i]!;
    const answer = after === undefined ? undefined : texts[after]!;
    const asked = before === undefined ? undefined : texts[before]!;
    const near = (other: number | undefined) =>
      other === undefined ? 0 : cosine(vector, messages[other]!.vector);
    return Object.values({
      chars: own.chars,
      short: own.short,
      asks: own.asks,
      numbers: own.numbers,
      names: own.names,
      lists: own.lists,
      agrees: own.agrees,
      denies: own.denies,
      announces: speaker === 'agent' ? own.announces : 0,
      lastOfTurn: i + 1 === count || messages[i + 1]!.speaker !== speaker ? 1 : 0,
      first: i === 0 ? 1 : 0,
      last: i + 1 === count ? 1 : 0,
      position: count > 1 ? i / (count - 1) : 0,
      answered: answer ? 1 : 0,
      answerChars: answer?.chars ?? 0,
      answerAgrees: answer?.agrees ?? 0,
      answerSettles: answer?.settles ?? 0,
      answerAmends: answer?.amends ?? 0,
      answerDenies: answer?.denies ?? 0,
      answerAsks: answer?.asks ?? 0,
      repliedTo: asked ? 1 : 0,
      replyAsks: asked?.asks ?? 0,
      replyAgrees: asked?.agrees ?? 0,
      nearBefore: near(before),
      nearAfter: near(after),
      nearBeforeAfter:
        before === undefined || after === undefined
          ? 0
          : cosine(messages[before]!.vector, messages[after]!.vector),
      limits: own.limits,
      opensWithLimits: i === 0 ? own.limits : 0,
      sumsUp: own.sumsUp,
    });
  });
}

/** What a text says of itself, without its meaning. */
function textFacts(text: string) {
  const said = text.slice(0, MAX_CHARS);
  const agreement = agreementIn(text);
  const flag = (is: boolean) => (is ? 1 : 0);
  return {
    chars: Math.log1p(text.length) / 8,
    short: flag(text.length < 40),
    asks: flag(/\?["'”)*_\s]*$/.test(text.slice(-200))),
    numbers: Math.log1p(said.match(/\d+/g)?.length ?? 0),
    names: Math.log1p(said.match(/`|\w_\w|\w\(\)/g)?.length ?? 0),
    lists: flag((said.match(/[;:•]|\n\s*[-*\d]/g)?.length ?? 0) > 1),
    agrees: flag(agreement !== undefined),
    settles: flag(agreement?.settles === true),
    amends: flag((agreement?.amendment ?? null) !== null),
    denies: flag(deniesAtStart(text)),
    announces: flag(isAnnouncedStep(text)),
    sumsUp: flag(SUMS_UP.test(said)),
    limits: Math.min(3, said.match(LIMITS)?.length ?? 0) / 3,
  };
}

const MAX_CHARS = 2000;
/** "In short: …", "Summary: …". */
const SUMS_UP =
  /(?:^|[.!?\n]\s{0,3})(?:so|then|in short|summary|summari[sz]ing|recap|to sum up|result|noted|settled|agreed|written down)\b[^.!?\n:]{0,40}:/i;
/** What sets bounds: the words of a rule more than those of a report. */
const LIMITS =
  /\b(?:must|never|always|only|except|unless|no longer|not any more|from now on|rule|decided|exactly|at (?:most|least)|each|every|instead|stays?|kept)\b/gi;

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b || a.length !== b.length) return 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
