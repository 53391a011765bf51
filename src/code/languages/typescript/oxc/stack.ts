import { resourceLimits } from 'node:worker_threads';

/** The stack that a thread needs which is to read code. It is only as much memory as it is used. */
export const STACK_MB = 256;

/**
 * Whether there is room on this thread's stack to parse a text. oxc calls itself for each level of what is nested, and
 * the process dies where the stack ends. How deep code is nested cannot be told without parsing it: what looks like the
 * end of a bracket may stand in a string. So everything that could open a level is taken to do so.
 */
export function hasRoom(source: string): boolean {
  // Nearly every file is so short that there is room whatever stands in it: to look would take longer than to parse.
  if (source.length * DEAREST <= ROOM) return true;
  let left = ROOM;
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code <= BLANK) {
      // Words are chained with space between them: `new new`, `else if`.
      if (isWordEnd(source.charCodeAt(at - 1))) left -= WORD;
    } else left -= code < 128 ? COSTS[code]! : WORD;
    if (left < 0) return false;
  }
  return true;
}

/** In bytes: a part of the stack of this thread. What the first thread has is not known; the least of any system is. */
const ROOM = 0.75 * (resourceLimits.stackSizeMb ?? 4) * 2 ** 20;

const BLANK = 32;

const isWordEnd = (code: number): boolean => code >= 48 || code === 36;

/** In bytes of stack, measured and rounded up. */
const DEAREST = 2_700;
const WORD = 700;
const COSTS = new Uint16Array(128);
for (const [chars, cost] of [
  ['([{<', DEAREST],
  ['=@', 1_400],
  ['?:*', WORD],
  ['.', 300],
  ['!~+-&|^%/`', 300],
] as const) {
  for (const char of chars) COSTS[char.charCodeAt(0)] = cost;
}
