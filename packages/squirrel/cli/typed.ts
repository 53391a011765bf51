import { Problem } from '@sqrl/base/problem.ts';
import { until } from '@sqrl/base/terminal/reading.ts';
import type { InputStream } from '@sqrl/base/terminal/terminal.ts';

/** What a person types, as keys and as lines. To be closed, or the input keeps the process alive. */
export interface TypedInput extends AsyncDisposable {
  /** The next of some keys, in small letters; undefined at the end of the input. */
  key(known: readonly string[]): Promise<string | undefined>;
  line(): Promise<string | undefined>;
}

/**
 * Reads keys as they are pressed where the terminal can tell them; else the first letter of a line counts. While a line is
 * typed, the terminal edits and shows it as always.
 */
export function readTyped(input: InputStream, signal: AbortSignal): TypedInput {
  const parts = until(input, signal);
  const decoder = new TextDecoder();
  let rest = '';
  let isRaw = false;

  async function more(): Promise<boolean> {
    const { value, done } = await parts.next();
    if (!done) rest += typeof value === 'string' ? value : decoder.decode(value, { stream: true });
    return !done;
  }

  function setRaw(on: boolean): void {
    if (isRaw !== on) input.setRawMode?.(on);
    isRaw = on;
  }

  async function line(): Promise<string | undefined> {
    setRaw(false);
    while (!rest.includes('\n')) if (!(await more())) break;
    if (rest === '') return undefined;
    const [first = '', ...others] = rest.split('\n');
    rest = others.join('\n');
    return first.trim();
  }

  async function pressed(): Promise<string | undefined> {
    setRaw(true);
    while (rest === '') if (!(await more())) return undefined;
    const key = rest.slice(0, 1);
    rest = rest.slice(1);
    // No signal comes of it while every key is handed over.
    if (key === CTRL_C) throw new Problem('Interrupted.', '', 'cancelled');
    return key === CTRL_D ? undefined : key;
  }

  return {
    line,
    async key(known) {
      for (;;) {
        const typed = input.isTTY && input.setRawMode ? await pressed() : await line();
        if (typed === undefined) return undefined;
        const key = typed.slice(0, 1).toLowerCase();
        if (known.includes(key)) return key;
      }
    },
    // Generators of Node 22 cannot be disposed of by themselves.
    async [Symbol.asyncDispose]() {
      setRaw(false);
      await parts.return(undefined);
    },
  };
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
