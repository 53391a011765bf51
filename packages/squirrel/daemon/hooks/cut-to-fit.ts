import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import type { Dialect } from '../../clients/hooks/dialect.ts';

/** Cuts what is said to what a client hands on in one piece; whole lines, the first ones. */
export function cutToClientLimit(text: string, { characters, tokens }: Dialect['most']): string {
  let fitting = text;
  while (fitting.length > characters || estimateTokens(fitting) > tokens) {
    const end = fitting.lastIndexOf('\n');
    if (end <= 0) return '';
    fitting = fitting.slice(0, end);
  }
  return fitting;
}
