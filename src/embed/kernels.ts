import { readFileSync } from 'node:fs';

/** The inner loops of wasm/encoder.ts. Arguments are addresses and counts; what they mean stands there. */
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
  quantise(x: number, n: number, k: number, limit: number, q: number, scales: number): void;
  dense(
    x: number,
    xScales: number,
    n: number,
    weights: number,
    scales: number,
    bias: number,
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
  pack(q: number, rows: number, k: number, to: number): void;
}

/** Loads the kernels over `memory`. */
export function loadKernels(memory: WebAssembly.Memory): Kernels {
  const module = new WebAssembly.Module(readFileSync(FILE));
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernels;
}

const FILE = new URL('../../dist/wasm/encoder.wasm', import.meta.url);
