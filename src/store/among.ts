import { type Dots, openDots } from './scan-kernel.ts';
import type { Coded } from './vector-code.ts';

/**
 * How near vectors of one model are to each other, by their places in the list, as far as eight bits tell; nought where
 * one of them is missing. Each is compared with all others at once when it is first asked for.
 */
export function nearnessAmong(all: readonly (Coded | undefined)[]): (a: number, b: number) => number {
  const width = all.find((each) => each !== undefined)?.codes.length ?? 0;
  const known: (Float32Array | undefined)[] = [];
  let bench: Bench | undefined;
  return (a, b) => {
    if (!all[a] || !all[b]) return 0;
    bench ??= laidOut(all, width);
    known[a] ??= compared(bench, all, a, width);
    return known[a][b]!;
  };
}

/** Where vectors lie to be compared. */
interface Bench {
  memory: WebAssembly.Memory;
  dots: Dots;
  questionAt: number;
  outAt: number;
}

const ROWS_AT = 1024;

function laidOut(all: readonly (Coded | undefined)[], width: number): Bench {
  const questionAt = ROWS_AT + all.length * width;
  const outAt = questionAt + 2 * width;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((outAt + 4 * all.length) / 65_536) });
  const rows = new Int8Array(memory.buffer, ROWS_AT, all.length * width);
  for (const [i, each] of all.entries()) if (each) rows.set(each.codes, i * width);
  return { memory, dots: openDots(memory), questionAt, outAt };
}

function compared(
  { memory, dots, questionAt, outAt }: Bench,
  all: readonly (Coded | undefined)[],
  one: number,
  width: number,
): Float32Array {
  const { codes, scale } = all[one]!;
  new Int16Array(memory.buffer, questionAt, width).set(codes);
  dots(ROWS_AT, questionAt, outAt, all.length, width);
  const sums = new Int32Array(memory.buffer, outAt, all.length);
  const near = new Float32Array(all.length);
  for (const [i, each] of all.entries()) near[i] = sums[i]! * scale * (each?.scale ?? 0);
  return near;
}
