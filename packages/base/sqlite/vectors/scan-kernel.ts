import { compileKernel, isRelaxedQuicker } from '../../wasm/kernel.ts';

/**
 * Multiplies `n` rows of eight bits with a question of at most `MAX_QUESTION_CODE`, all in one memory; the sums come out
 * as whole numbers. Behind the question it needs room: all in all `QUESTION_BYTES` a dimension.
 */
export type Dots = (rows: number, question: number, out: number, n: number, dims: number) => void;

/** What the question takes a dimension: two bytes, and the halves that the kernel makes of them. */
export const QUESTION_BYTES = 4;

/** Fourteen bits with their sign. Their rounding is a sixtieth of that of the rows. */
export const MAX_QUESTION_CODE = 8191;

/** The two ways to multiply. They give the same numbers. */
export type ScanMultiplication = 'plain' | 'relaxed';

/** The kernel that vectors are compared with, over a memory of the caller's. */
export const openDots = (memory: WebAssembly.Memory, multiplication = fittest()): Dots =>
  new WebAssembly.Instance(compiled(multiplication), { env: { memory } }).exports.dots as Dots;

const NAMES: Record<ScanMultiplication, string> = { plain: 'scan', relaxed: 'scan-relaxed' };

/** Each is compiled once: a daemon has an index for every store it has open. */
function compiled(way: ScanMultiplication): WebAssembly.Module {
  modules[way] ??= compileKernel(NAMES[way]);
  return modules[way];
}

const modules: Partial<Record<ScanMultiplication, WebAssembly.Module>> = {};

/** Relaxed SIMD is the quicker one on ARM; with AVX-VNNI it was not measured, and the plain way needs few instructions more. */
function fittest(): ScanMultiplication {
  known ??= isRelaxedQuicker(NAMES.relaxed, ['asimddp']) ? 'relaxed' : 'plain';
  return known;
}

let known: ScanMultiplication | undefined;
