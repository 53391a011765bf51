import { type Message, message } from '../../base/messages.ts';
import { estimateTokens } from '../../base/text/tokens.ts';

/** One line of a context, and what it tells of. */
export interface ContextLine {
  /** Without what makes it an item of a list. */
  text: string;
  memory: string | null;
  episode: string | null;
  file: string | null;
  why: readonly Message[];
}

/** Lines about one matter, the most important first. */
export interface ContextSection<L extends ContextLine = ContextLine> {
  name: string;
  heading: string;
  /** Of the whole, before the others had theirs. */
  share: number;
  lines: readonly L[];
}

export interface PackedSections<L extends ContextLine = ContextLine> {
  sections: { name: string; heading: string; lines: (L & { tokens: number })[] }[];
  /** As an agent reads it. */
  text: string;
  tokens: number;
  left: { section: string; line: L; because: Message }[];
}

/**
 * Packs sections into a budget: each up to its share, then whatever still fits, in order. Headings count too, a section
 * without a line has none, and lines about one file stand together.
 */
export function packSections<L extends ContextLine>(
  sections: readonly ContextSection<L>[],
  budget: number,
): PackedSections<L> {
  const sized = sections.map((section) => ({
    ...section,
    title: estimateTokens(`\n\n## ${section.heading}\n`),
    lines: section.lines.map((line) => ({ line, tokens: estimateTokens(`- ${line.text}\n`) })),
  }));
  const taken = new Set<L>();
  let used = 0;
  for (const isShared of [true, false])
    for (const { share, title, lines } of sized) {
      let spent = lines.reduce((sum, { line, tokens }) => sum + (taken.has(line) ? tokens : 0), 0);
      for (const { line, tokens } of lines) {
        const cost = tokens + (lines.some((other) => taken.has(other.line)) ? 0 : title);
        if (taken.has(line) || used + cost > budget) continue;
        if (isShared && spent + cost > share * budget) continue;
        taken.add(line);
        spent += cost;
        used += cost;
      }
    }
  const order = sized.flatMap(({ lines }) => lines.filter(({ line }) => taken.has(line)));
  // The sum of parts is not quite what the whole counts.
  for (;;) {
    const packed = sized
      .map(({ name, heading, lines }) => ({
        name,
        heading,
        lines: together(lines.filter((one) => order.includes(one))),
      }))
      .filter(({ lines }) => lines.length > 0);
    const text = packed.map(({ heading, lines }) => laidOut(heading, lines)).join('\n\n');
    const tokens = text === '' ? 0 : estimateTokens(text);
    if (tokens <= budget) {
      const left = sized.flatMap(({ name, lines }) =>
        lines
          .filter((one) => !order.includes(one))
          .map(({ line }) => ({ section: name, line, because: message('omit.budget', { n: budget }) })),
      );
      return {
        sections: packed.map((section) => ({
          ...section,
          lines: section.lines.map(({ line, tokens: size }) => ({ ...line, tokens: size })),
        })),
        text,
        tokens,
        left,
      };
    }
    order.pop();
  }
}

const laidOut = (heading: string, lines: readonly { line: ContextLine }[]): string =>
  [`## ${heading}`, ...lines.map(({ line }) => `- ${line.text}`)].join('\n');

/** The first about a file draws the others after it. */
const together = <T extends { line: ContextLine }>(lines: readonly T[]): T[] =>
  [...Map.groupBy(lines, ({ line }) => line.file ?? line).values()].flat();
