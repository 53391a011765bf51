import { type Dots, openDots, QUESTION_BYTES } from './scan-kernel.ts';
import type { QuantizedVector } from './vector-code.ts';

/**
 * How near vectors of one model are to each other, by their places in the list, as far as eight bits tell; nought where
 * one of them is missing. Each is compared with all others at once when it is first asked for.
 */
export function nearnessAmong(
  all: readonly (QuantizedVector | undefined)[],
): (a: number, b: number) => number {
  const width = all.find((each) => each !== undefined)?.codes.length ?? 0;
  const scales = Float64Array.from(all, (each) => each?.scale ?? 0);
  const known: (Float32Array | undefined)[] = [];
  return (a, b) => {
    if (!all[a] || !all[b]) return 0;
    known[a] ??= compared(all, a, { width, scales });
    return known[a][b]!;
  };
}

/** Where vectors lie to be compared: one place for all, since to make one takes as long as to compare a few dozen. */
interface Bench {
  memory: WebAssembly.Memory;
  dots: Dots;
  /** Whose vectors lie there now. */
  all: readonly (QuantizedVector | undefined)[];
  /** Where the one that the others are compared with is put, and where the sums come out. */
  question: Int16Array;
  sums: Int32Array;
}

const ROWS_AT = 1024;
let bench: Bench | undefined;

function laidOut(all: readonly (QuantizedVector | undefined)[], width: number): Bench {
  if (bench?.all === all) return bench;
  const questionAt = ROWS_AT + all.length * width;
  const sumsAt = questionAt + QUESTION_BYTES * width;
  const bytes = sumsAt + 4 * all.length;
  const isLarge = bench !== undefined && bench.memory.buffer.byteLength >= bytes;
  const memory = isLarge ? bench!.memory : new WebAssembly.Memory({ initial: Math.ceil(bytes / 65_536) });
  const rows = new Int8Array(memory.buffer, ROWS_AT, all.length * width);
  for (const [i, each] of all.entries()) if (each) rows.set(each.codes, i * width);
  bench = {
    memory,
    dots: isLarge ? bench!.dots : openDots(memory),
    all,
    question: new Int16Array(memory.buffer, questionAt, width),
    sums: new Int32Array(memory.buffer, sumsAt, all.length),
  };
  return bench;
}

function compared(
  all: readonly (QuantizedVector | undefined)[],
  one: number,
  { width, scales }: { width: number; scales: Float64Array },
): Float32Array {
  const { dots, question, sums } = laidOut(all, width);
  const { codes, scale } = all[one]!;
  question.set(codes);
  dots(ROWS_AT, question.byteOffset, sums.byteOffset, all.length, width);
  const near = new Float32Array(all.length);
  for (let i = 0; i < near.length; i++) near[i] = sums[i]! * scale * scales[i]!;
  return near;
}
