import type { TomlStatement } from './scan.ts';

export function cutStatement(text: string, { from, to }: TomlStatement): string {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const end = text.indexOf('\n', to);
  return text.slice(0, start) + (end < 0 ? '' : text.slice(end + 1));
}

/** What keeps a new table apart from the text before it. */
export const gapBehind = (text: string, eol: string): string =>
  text.trim() === '' ? '' : `${text.endsWith('\n') ? '' : eol}${eol}`;
