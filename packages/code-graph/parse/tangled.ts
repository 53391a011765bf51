/**
 * Whether a file is nested or chained beyond any real code: brackets within brackets, or operators without an end. The
 * parser takes the square of that in time and in memory, cannot be interrupted while it recovers from what it did not
 * understand, and where it runs out of memory it dies together with every parser of its thread.
 */
export function isTangled(source: string): boolean {
  let brackets = 0;
  let angles = 0;
  let operators = 0;
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at);
    const role = code < 128 ? ROLES[code]! : 0;
    if (role === 0) continue;
    if (role === OPEN) brackets++;
    else if (role === CLOSE) brackets = Math.max(0, brackets - 1);
    else if (role === LINE) operators = 0;
    else operators++;
    // Comparisons look like brackets; at the latest a statement's end says that they were none.
    if (role === LESS) angles++;
    else if (role === MORE) angles = Math.max(0, angles - 1);
    else if (role === END) angles = 0;
    if (brackets > MAX_DEPTH || angles > MAX_DEPTH || operators > DENSEST) return true;
  }
  return false;
}

const MAX_DEPTH = 2_000;

/** Operators in one line. */
const DENSEST = 10_000;

const [OPEN, CLOSE, LESS, MORE, END, LINE, OPERATOR] = [1, 2, 3, 4, 5, 6, 7];

const ROLES = new Uint8Array(128);
for (const [chars, role] of [
  ['([{', OPEN],
  [')]}', CLOSE],
  ['<', LESS],
  ['>', MORE],
  [';', END],
  ['\n', LINE],
  ['!-=?:&|*~^%@#+', OPERATOR],
] as const) {
  for (const char of chars) ROLES[char.charCodeAt(0)] = role!;
}
