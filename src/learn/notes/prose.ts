import { isBlank, isLinkTarget, isLoneTag } from './lines.ts';

/** The words of a paragraph on one line, without what only a renderer or another file needs. */
export const plainParagraph = (lines: readonly string[]): string =>
  inline(
    lines
      .filter((line) => !isLoneTag(line) && !isLinkTarget(line))
      .map((line) => line.trim())
      .join(' '),
  );

/** Takes out comments, callout signs and pictures; a picture leaves the words that describe it. */
export function inline(text: string): string {
  const plain = /[<[]/.test(text) ? withoutSigns(text) : text;
  return plain.replace(/[ \t]+/g, ' ').trim();
}

const withoutSigns = (text: string): string =>
  text
    .replace(/<!--.*?(-->|$)/gs, '')
    // The bounds keep a line of nothing but brackets from taking seconds.
    .replace(/!\[([^\][]{0,300})\]\([^)]{0,1000}\)/g, '$1')
    .replace(/^\[![a-z]+\][-+]?/i, '');

/** Takes away the indentation that all lines of some code share, and empty lines around it. */
export function dedent(lines: readonly string[]): string {
  const indents = lines.filter((line) => !isBlank(line)).map((line) => /^\s*/.exec(line)![0].length);
  const least = indents.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return lines
    .map((line) => line.slice(Math.min(least, line.length)).trimEnd())
    .join('\n')
    .replace(/^\n+/, '')
    .trimEnd();
}
