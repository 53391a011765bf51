import { type Message, message } from '../base/messages.ts';
import { estimateTokens } from '../base/text/tokens.ts';
import { kindOf, type Memory, type MemoryType } from '../model/memory.ts';
import { printedHeading } from '../model/printed.ts';
import { cited } from './cite.ts';

/** How much may be said, and which share of it each type may take before the others had theirs. */
export interface Budget {
  tokens: number;
  shares: Partial<Record<MemoryType, number>>;
}

/** Something that may be said. */
export interface Packable {
  memory: Memory;
  /** What stands before its text: 'stale', 'was …'. */
  note?: string | undefined;
}

export interface PackedBriefing<T extends Packable> {
  lines: { item: T; text: string; tokens: number }[];
  /** The briefing as an agent reads it. */
  text: string;
  tokens: number;
  left: { item: T; because: Message }[];
}

/**
 * Packs the best first, each type up to its share and then whatever still fits; guards come first in the text, and what
 * is about one file stands together. Never more than the budget, headings included.
 */
export function packBriefing<T extends Packable>(items: readonly T[], budget: Budget): PackedBriefing<T> {
  const sized = items.map((item) => {
    const text = lineOf(item);
    return { item, text, tokens: estimateTokens(`${text}\n`) };
  });
  const taken = new Set<(typeof sized)[number]>();
  const byType = new Map<MemoryType, number>();
  let used = 0;
  for (const isShared of [true, false])
    for (const one of sized) {
      if (taken.has(one) || used + one.tokens > budget.tokens) continue;
      const { type } = one.item.memory;
      const share = (budget.shares[type] ?? OTHERS) * budget.tokens;
      const spent = byType.get(type) ?? 0;
      if (isShared && spent + one.tokens > share) continue;
      taken.add(one);
      used += one.tokens;
      byType.set(type, spent + one.tokens);
    }
  const chosen = sized.filter((one) => taken.has(one));
  // Headings cost something too, and the sum of parts is not quite what the whole counts.
  for (;;) {
    const text = laidOut(chosen);
    const tokens = text === '' ? 0 : estimateTokens(text);
    if (tokens <= budget.tokens) {
      const left = sized
        .filter((one) => !chosen.includes(one))
        .map(({ item }) => ({ item, because: message('omit.budget', { n: budget.tokens }) }));
      return { lines: chosen, text, tokens, left };
    }
    chosen.pop();
  }
}

/** What types that a budget does not name may take before the others had theirs. */
const OTHERS = 0.05;

const lineOf = ({ memory, note }: Packable): string => `- ${note ? `(${note}) ` : ''}${cited(memory)}`;

function laidOut(lines: readonly { item: Packable; text: string }[]): string {
  const guards = lines.filter(({ item }) => isGuard(item.memory));
  const others = lines.filter(({ item }) => !isGuard(item.memory));
  const groups = Map.groupBy(others, ({ item }) => item.memory.files[0] ?? '');
  const sections = [
    ...(guards.length > 0 ? [section('Watch out', guards)] : []),
    ...[...groups].map(([file, some]) => section(file === '' ? 'Good to know' : printedHeading(file), some)),
  ];
  return sections.join('\n\n');
}

const section = (heading: string, lines: readonly { text: string }[]): string =>
  [`## ${heading}`, ...lines.map(({ text }) => text)].join('\n');

const isGuard = ({ type, tier }: Memory): boolean => tier === 'emergency' || kindOf(type) === 'guard';

/** As many items as a budget has room for, a line each under a heading of their own. */
export function withinBudget<T>(
  items: readonly T[],
  heading: string,
  line: (item: T) => string,
  tokens: number,
): { items: T[]; text: string } {
  for (let count = items.length; count > 0; count--) {
    const some = items.slice(0, count);
    const text = [heading, ...some.map((each) => `- ${line(each)}`)].join('\n');
    if (estimateTokens(`\n\n${text}`) <= tokens) return { items: some, text };
  }
  return { items: [], text: '' };
}
