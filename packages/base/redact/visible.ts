import type { SecretFinding } from './rule.ts';
import { lastAtMost } from './signs.ts';

export interface VisibleText {
  text: string;
  /** Turns a finding in `text` into the stretch of the original that holds it. */
  inOriginal(finding: SecretFinding): SecretFinding;
}

/**
 * Leaves out what cannot be seen, or returns undefined where there is no such character. A zero-width space or a color
 * code inside a key hides it from every pattern, and a later cleanup of the text puts the key together again.
 */
export function visibleText(text: string): VisibleText | undefined {
  if (!HIDDEN.test(text)) return undefined;
  /** Where in the visible text something was left out, and how many characters were left out up to there. */
  const places: number[] = [];
  const missing: number[] = [];
  let out = '';
  let from = 0;
  let left = 0;
  for (const { 0: hidden, index } of text.matchAll(HIDDEN_ALL)) {
    // A lone carriage return begins a new line on the screen.
    const instead = hidden === '\r' && text[index + 1] !== '\n' ? '\n' : '';
    out += text.slice(from, index) + instead;
    from = index + hidden.length;
    if (instead !== '') continue;
    left += hidden.length;
    if (places.at(-1) === out.length) missing[missing.length - 1] = left;
    else {
      places.push(out.length);
      missing.push(left);
    }
  }
  out += text.slice(from);
  const original = (place: number): number => place + (missing[lastAtMost(places, place)] ?? 0);
  return {
    text: out,
    inOriginal: ({ start, end, what }) => ({ start: original(start), end: original(end - 1) + 1, what }),
  };
}

// One class of characters, which every text is looked through for; half a pair stands for the tag characters.
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200d\u2060\u202a-\u202e\u2066-\u2069\ufeff\udb40]/;
const HIDDEN_ALL =
  /\u001b\[[0-9;]{0,20}m|\udb40[\udc00-\udc7f]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200d\u2060\u202a-\u202e\u2066-\u2069\ufeff]/g;
