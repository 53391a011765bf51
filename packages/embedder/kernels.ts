import { compileKernel, isRelaxedQuicker } from '@sqrl/base/wasm/kernel.ts';

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
  maxSim(question: number, n: number, text: number, m: number, out: number): void;
  fromHalf(from: number, count: number, to: number): void;
  quantiseRows(x: number, rows: number, k: number, q: number, scales: number): void;
  pack(q: number, rows: number, k: number, to: number, offsets: number): void;
}

/** The two ways to multiply matrices. They give the same numbers. */
export type MatrixKernel = 'plain' | 'relaxed';

/** Loads the kernels over `memory`. */
export function loadKernels(memory: WebAssembly.Memory, multiplication = fittest()): Kernels {
  const open = (name: string) => new WebAssembly.Instance(compileKernel(name), { env: { memory } }).exports;
  const dense = multiplication === 'relaxed' ? RELAXED : 'encoder-dense';
  return { ...open('encoder'), ...open(dense) } as unknown as Kernels;
}

const RELAXED = 'encoder-dense-relaxed';

/** Where it pays, relaxed SIMD is half as fast again, on ARM more than twice as fast. */
const fittest = (): MatrixKernel =>
  isRelaxedQuicker(RELAXED, ['avx_vnni', 'asimddp']) ? 'relaxed' : 'plain';
