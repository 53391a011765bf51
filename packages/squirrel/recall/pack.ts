import { estimateTokens } from '@sqrl/base/text/tokens.ts';

export interface PackLine {
  /** Without what makes it an item of a list. */
  text: string;
  /** The file it is about: lines about one file stand together. */
  file?: string | null | undefined;
}

/** Lines about one matter, the most important first. */
export interface PackSection<L extends PackLine> {
  name: string;
  /** Sections with the same heading stand under it together. */
  heading: string;
  /** Of the whole, before the others had theirs. */
  share: number;
  lines: readonly L[];
}

/** What stands around the sections and between them; it counts too. */
interface PackFrame {
  opening?: string;
  closing?: readonly string[];
  gap?: '\n' | '\n\n';
}

export interface Packed<L extends PackLine> {
  sections: { name: string; heading: string; lines: (L & { tokens: number })[] }[];
  /** As an agent reads it; empty where no line has room. */
  text: string;
  tokens: number;
  left: { section: string; line: L; because: string }[];
}

/**
 * Packs sections into a budget: each up to its share, then whatever still fits, in order. A line is told whole or not at all,
 * headings count, and a section without a line has none.
 */
export function pack<L extends PackLine>(
  sections: readonly PackSection<L>[],
  budget: number,
  { opening, closing = [], gap = '\n\n' }: PackFrame = {},
): Packed<L> {
  const sized = sections.map((section) => ({
    ...section,
    title: estimateTokens(`${gap}## ${section.heading}\n`),
    lines: section.lines.map((line) => ({ line, tokens: estimateTokens(`- ${line.text}\n`) })),
  }));
  const taken = new Set<L>();
  const headed = new Set<string>();
  let used = estimateTokens([...(opening ? [opening] : []), ...closing].join('\n'));
  for (const isShared of [true, false])
    for (const { share, title, heading, lines } of sized) {
      let spent = lines.reduce((sum, { line, tokens }) => sum + (taken.has(line) ? tokens : 0), 0);
      for (const { line, tokens } of lines) {
        const cost = tokens + (headed.has(heading) ? 0 : title);
        if (taken.has(line) || used + cost > budget) continue;
        if (isShared && spent + cost > share * budget) continue;
        taken.add(line);
        headed.add(heading);
        spent += cost;
        used += cost;
      }
    }
  const order = sized.flatMap(({ lines }) => lines.filter(({ line }) => taken.has(line)));
  // The sum of parts is not quite what the whole counts.
  for (;;) {
    const packed = [...Map.groupBy(sized, ({ heading }) => heading)]
      .map(([heading, some]) => ({
        name: some[0]!.name,
        heading,
        lines: together(some.flatMap(({ lines }) => lines.filter((one) => order.includes(one)))),
      }))
      .filter(({ lines }) => lines.length > 0);
    const told = packed.map(({ heading, lines }) => laidOut(heading, lines)).join(gap);
    const text = told === '' ? '' : [...(opening ? [opening] : []), told, ...closing].join('\n');
    const tokens = text === '' ? 0 : estimateTokens(text);
    if (tokens <= budget) {
      const left = sized.flatMap(({ name, lines }) =>
        lines
          .filter((one) => !order.includes(one))
          .map(({ line }) => ({ section: name, line, because: `over the ${budget}-token budget` })),
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

const laidOut = (heading: string, lines: readonly { line: PackLine }[]): string =>
  [`## ${heading}`, ...lines.map(({ line }) => `- ${line.text}`)].join('\n');

/** The first about a file draws the others after it. */
const together = <T extends { line: PackLine }>(lines: readonly T[]): T[] =>
  [...Map.groupBy(lines, ({ line }) => line.file ?? line).values()].flat();
