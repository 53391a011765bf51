import type { InputStream } from '@sqrl/base/terminal/terminal.ts';
import { expect, test } from 'vitest';
import { readTyped } from './typed.ts';

/** A terminal that hands over what is typed in these portions, and notes whether it was raw then. */
function terminal(...parts: string[]) {
  const modes: boolean[] = [];
  let isRaw = false;
  const input: InputStream = {
    isTTY: true,
    setRawMode: (on) => {
      isRaw = on;
    },
    async *[Symbol.asyncIterator]() {
      for (const part of parts) {
        modes.push(isRaw);
        yield part;
      }
    },
  };
  return { input, modes, isRaw: () => isRaw };
}

const never = new AbortController().signal;

test('a key counts when it is pressed, a line when it is ended, and the terminal is as it was afterwards', async () => {
  const { input, modes, isRaw } = terminal('xC', 'e', 'new te', 'xt\n', 'q');
  {
    await using typed = readTyped(input, never);
    expect(await typed.key(['c', 'e', 'q'])).toBe('c');
    expect(await typed.key(['c', 'e', 'q'])).toBe('e');
    expect(await typed.line()).toBe('new text');
    expect(await typed.key(['c', 'e', 'q'])).toBe('q');
    expect(isRaw()).toBe(true);
  }
  expect(modes).toEqual([true, true, false, false, true]);
  expect(isRaw()).toBe(false);
});

test('Ctrl-D ends the input, Ctrl-C the command', async () => {
  await using typed = readTyped(terminal('\u0004').input, never);
  expect(await typed.key(['c'])).toBeUndefined();
  await using other = readTyped(terminal('\u0003').input, never);
  await expect(other.key(['c'])).rejects.toThrow('Interrupted');
});

test('it is closed on a Node whose generators cannot be disposed of', async () => {
  const prototype = Object.getPrototypeOf(
    Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})())),
  );
  const kept = Object.getOwnPropertyDescriptor(prototype, Symbol.asyncDispose);
  if (kept) delete prototype[Symbol.asyncDispose];
  try {
    await using typed = readTyped(terminal('c').input, never);
    expect(await typed.key(['c'])).toBe('c');
  } finally {
    if (kept) Object.defineProperty(prototype, Symbol.asyncDispose, kept);
  }
});
