import type { Memory } from '@sqrl/base/model/memory.ts';
import { quoteMarks, toldWords } from '@sqrl/base/model/sync/told.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { DeliveryCandidate, DeliveryLine, DeliveryText } from './delivery-text.ts';
import { SILENCE } from './delivery-text.ts';

/** A guard is read at a glance, or not at all. */
export const MAX_GUARD_TOKENS = 60;

/** How much may be said, in lines and tokens. */
export interface LineBudget {
  lines: number;
  /** Of each line. */
  each: number;
  /** Of all together. */
  tokens: number;
}

/** Says a few memories, one short line each, the first first. */
export function inFewLines(
  items: readonly DeliveryCandidate[],
  room: LineBudget,
  heading?: string,
): DeliveryText {
  const lines: DeliveryLine[] = [];
  const left: DeliveryText['left'] = [];
  const textOf = (some: readonly DeliveryLine[]) =>
    [...(heading ? [heading] : []), ...some.map(({ text }) => text)].join('\n');
  for (const { memory, why } of items) {
    const text = lines.length < room.lines ? shortLine(memory, room.each) : undefined;
    const line = text && { text, tokens: estimateTokens(text), memory: memory.id, why };
    if (line && estimateTokens(textOf([...lines, line])) <= room.tokens) lines.push(line);
    else left.push({ memory: memory.id, because: line ? 'over the token limit' : 'over the line limit' });
  }
  if (lines.length === 0) return { ...SILENCE, left };
  const text = textOf(lines);
  return { text, tokens: estimateTokens(text), lines, left };
}

/** A memory in at most this many tokens, its citation included; undefined where not even that has room. */
function shortLine(memory: Memory, tokens: number): string | undefined {
  const [before, after] = quoteMarks(memory);
  const cite = `${after} [Memory #${memory.id}]`;
  const whole = before + toldWords(memory);
  if (estimateTokens(whole + cite) <= tokens) return whole + cite;
  const words = whole.split(' ');
  let [fits, not] = [0, words.length];
  while (not - fits > 1) {
    const middle = (fits + not) >> 1;
    if (estimateTokens(`${words.slice(0, middle).join(' ')}…${cite}`) <= tokens) fits = middle;
    else not = middle;
  }
  return fits === 0
    ? undefined
    : `${words
        .slice(0, fits)
        .join(' ')
        .replace(/[.,;:]$/, '')}…${cite}`;
}
