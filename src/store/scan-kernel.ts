import { readFileSync } from 'node:fs';

/** Multiplies `n` rows of eight bits with a question of sixteen, all in one memory; the sums come out as whole numbers. */
export type Dots = (rows: number, question: number, out: number, n: number, dims: number) => void;

/** The kernel that vectors are compared with, over a memory of the caller's. */
export function openDots(memory: WebAssembly.Memory): Dots {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('../../dist/wasm/scan.wasm', import.meta.url)));
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports.dots as Dots;
}

let compiled: WebAssembly.Module | undefined;
