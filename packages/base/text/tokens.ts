/**
 * Estimates how many tokens a language model makes of a text. Every model has a tokenizer of its own, so an exact count by
 * one of them is an estimate for the others; `tokens.test.ts` holds this one against cl100k.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECE)) tokens += costOf(piece);
  return Math.ceil(tokens);
}

/** Words (split inside camelCase), digits by three, gaps, punctuation, and every character beyond ASCII. */
const PIECE = /[A-Z]?[a-z]+|[A-Z]+|\d{1,3}|\s*\n\s*|\s{2,}|[!-/:-@[-`{-~]+|[^\0-\x7f]/gu;

function costOf(piece: string): number {
  const first = piece.codePointAt(0)!;
  if (first > 0xffff) return 3;
  if (first > 0x7ff) return 1.2;
  if (first > 0x7f) return 0.7;
  if (/\s/.test(piece)) return 1;
  if (/\d/.test(piece)) return 1.2;
  return Math.max(1, piece.length / (/[a-z]/.test(piece) ? 5 : 2.5));
}
