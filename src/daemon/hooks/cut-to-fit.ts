import type { CountTokens } from '../../base/text/tokens.ts';
import { tokenCounter } from '../../base/text/tokens.ts';
import type { Dialect } from '../../clients/hooks/dialect.ts';

/** Cuts what is said to what a client hands on in one piece; whole lines, the first ones. */
export async function cutToFit(text: string, { characters, tokens }: Dialect['most']): Promise<string> {
  // No token is shorter than a character.
  if (text.length <= Math.min(characters, tokens)) return text;
  const count: CountTokens = await tokenCounter();
  let fitting = text;
  while (fitting.length > characters || count(fitting) > tokens) {
    const end = fitting.lastIndexOf('\n');
    if (end <= 0) return '';
    fitting = fitting.slice(0, end);
  }
  return fitting;
}
