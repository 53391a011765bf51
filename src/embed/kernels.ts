import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** The inner loops of wasm/encoder.ts and one of the two encoder-dense files. Arguments are addresses and counts; what they mean stands there. */
export interface Kernels {
  lookUp(
    ids: number,
    n: number,
    words: number,
    wordScales: number,
    places: number,
    placeScales: number,
    weight: number,
    bias: number,
    x: number,
  ): void;
  quantise(x: number, n: number, k: number, q: number, scales: number): void;
  dense(
    x: number,
    xScales: number,
    n: number,
    weights: number,
    scales: number,
    bias: number,
    offsets: number,
    k: number,
    rows: number,
    out: number,
  ): void;
  attend(qkv: number, n: number, out: number, scratch: number): void;
  gelu(x: number, count: number): void;
  addNorm(x: number, y: number, n: number, weight: number, bias: number): void;
  mean(x: number, n: number, out: number): void;
  unit(x: number, n: number): void;
  maxSim(question: number, n: number, text: number, m: number, out: number): void;
  fromHalf(from: number, count: number, to: number): void;
  quantiseRows(x: number, rows: number, k: number, q: number, scales: number): void;
  pack(q: number, rows: number, k: number, to: number, offsets: number): void;
}

/** The two ways to multiply matrices. They give the same numbers. */
export type Multiplication = 'plain' | 'relaxed';

/** Loads the kernels over `memory`. */
export function loadKernels(memory: WebAssembly.Memory, multiplication = fittest()): Kernels {
  const open = (name: string) => new WebAssembly.Instance(compile(name), { env: { memory } }).exports;
  const dense = multiplication === 'relaxed' ? 'encoder-dense-relaxed' : 'encoder-dense';
  return { ...open('encoder'), ...open(dense) } as unknown as Kernels;
}

/**
 * Relaxed SIMD is half as fast again, on ARM more than twice as fast, where the CPU multiplies bytes in one instruction,
 * and less than half as fast where it does not (docs/decisions/0005-embedder.md). Engines do not tell which it is; Linux does.
 */
const fittest = (): Multiplication =>
  /\b(avx_vnni|asimddp)\b/.test(firstCpu()) && WebAssembly.validate(read('encoder-dense-relaxed'))
    ? 'relaxed'
    : 'plain';

function firstCpu(): string {
  try {
    const file = openSync('/proc/cpuinfo', 'r');
    try {
      // Not the whole file: on a server with hundreds of cores Linux takes long to write it.
      const start = Buffer.alloc(8192);
      return start.toString('latin1', 0, readSync(file, start, 0, start.length, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return '';
  }
}

const compile = (name: string) => new WebAssembly.Module(read(name));
const read = (name: string) => readFileSync(new URL(`../../dist/wasm/${name}.wasm`, import.meta.url));
