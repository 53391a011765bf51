import type { Phase } from '@sqrl/base/model/episode.ts';
import { PACKING } from '@sqrl/base/model/weights.ts';
import type { ShownMemory } from '../../codebase/shown.ts';
import { memorySections } from '../context/lines.ts';
import { pack } from '../pack.ts';
import type { DeliveryText } from './delivery-text.ts';
import { inFewLines } from './line.ts';
import { inWords, isRelevant, isStrong, type PromptMatch } from './strength.ts';

/** A memory that was recalled for a prompt, in the order of recall. */
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
