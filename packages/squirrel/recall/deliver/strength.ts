import type { Phase } from '@sqrl/base/model/episode.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { PACKING } from '@sqrl/base/model/weights.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import type { ShownMemory } from '../../codebase/shown.ts';
import { memorySections } from '../context/lines.ts';
import { pack } from '../pack.ts';
import { type DeliveryText, inFewLines, isWithin } from './delivery-text.ts';

export type PromptMatch = ReturnType<typeof strengthOf>;

/** How much a prompt and a memory have to do with each other, by itself and not against other memories. */
export function strengthOf(
  said: ReadonlySet<string>,
  memory: Memory,
  cosine: number | undefined,
  atHand: ReadonlySet<string>,
) {
  const { text, files, symbols, module, reach, scope } = memory;
  const words = contentWords(text);
  let shared = 0;
  for (const word of words) if (said.has(word)) shared++;
  return {
    /** Of their vectors; undefined where there are none, or none whose scale is known. */
    cosine,
    shared,
    share: words.size === 0 ? 0 : shared / words.size,
    /** The prompt names a file or symbol that it is about. */
    named:
      [...files, ...symbols].some((name) => atHand.has(name)) ||
      (reach === 'part' &&
        ((module !== null && atHand.has(module)) || (scope === 'path' && isWithin(memory, [...atHand])))),
  };
}

/**
 * Worth three lines in the middle of a session. Measured on prompts of one project against 660 memories of others, where
 * nothing should be said: 1 of 70 gets something. A cosine of 0.48 alone would speak to 1 in 25, of 0.4 to 1 in 3.
 */
export const isStrong = ({ cosine, shared, share, named }: PromptMatch): boolean =>
  cosine === undefined
    ? (shared >= 4 && share >= 0.25) || (named && shared >= 2)
    : cosine >= 0.52 ||
      (cosine >= 0.35 && shared >= 3 && share >= SHARE) ||
      (named && (cosine >= 0.35 || (cosine >= 0.2 && shared >= 2)));

/** Worth a place in the context of a task that begins; the same prompts get something 1 time in 9. */
export const isRelevant = (strength: PromptMatch): boolean => {
  const { cosine, shared, share, named } = strength;
  if (named || isStrong(strength)) return true;
  return cosine === undefined
    ? shared >= 3 && share >= SHARE
    : cosine >= 0.48 || (cosine >= 0.35 && shared >= 2 && share >= 0.1);
};

/** A long prompt shares some words with everything. */
const SHARE = 0.2;

/** Fewer words say nothing of what is wanted: "yes", "go on", "commit it". */
export const isTask = (said: ReadonlySet<string>): boolean => said.size >= 3;

export const inWords = ({ cosine, shared, named }: PromptMatch): string =>
  [
    ...(cosine === undefined ? [] : [`cosine ${cosine.toFixed(2)}`]),
    shared === 1 ? '1 word in common' : `${shared} words in common`,
    ...(named ? ['the prompt names its file or symbol'] : []),
  ].join(', ');

export interface RecalledMemory {
  memory: ShownMemory;
  strength: PromptMatch;
  why: readonly string[];
}

/** The context of the task that a session begins with: what has to do with it, within the budget of its phase. */
export function firstPrompt(found: readonly RecalledMemory[], phase: Phase, tokens: number): DeliveryText {
  const relevant = found.filter(({ strength }) => isRelevant(strength));
  const packed = pack(memorySections(relevant, phase), Math.min(tokens, PACKING[phase].budget));
  return {
    text: packed.text,
    tokens: packed.tokens,
    lines: packed.sections.flatMap(({ lines }) =>
      lines.map(({ item, text, tokens: size }) => ({
        text,
        tokens: size,
        memory: item.memory.id,
        why: [inWords(item.strength), ...item.why].join('; '),
      })),
    ),
    left: [
      ...packed.left.map(({ line, because }) => ({ memory: line.item.memory.id, because })),
      ...found.filter((one) => !relevant.includes(one)).map(weak),
    ],
  };
}

/** What a later prompt brings up: only what is strong by itself, three lines at the most. */
export function laterPrompt(found: readonly RecalledMemory[], tokens: number): DeliveryText {
  const strong = found.filter(({ memory, strength }) => isStrong(strength) && !memory.stale);
  const saying = inFewLines(
    strong.map(({ memory, strength }) => ({ memory, why: inWords(strength) })),
    { lines: 3, each: 80, tokens },
  );
  return { ...saying, left: [...saying.left, ...found.filter((one) => !strong.includes(one)).map(weak)] };
}

const weak = ({ memory, strength }: RecalledMemory) => ({
  memory: memory.id,
  because: memory.stale ? 'it may be out of date' : `not relevant enough: ${inWords(strength)}`,
});
