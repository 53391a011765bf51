import { compileKernel, isRelaxedQuicker } from '@sqrl/base/wasm/kernel.ts';

/** The inner loops of wasm/encoder.ts and one of the two encoder-dense files. Arguments are addresses and counts; what they mean stands there. */
export type Kernels = Record<KernelName, (...addressesAndCounts: number[]) => void>;

type KernelName =
  | 'lookUp'
  | 'quantise'
  | 'dense'
  | 'attend'
  | 'gelu'
  | 'addNorm'
  | 'mean'
  | 'maxSim'
  | 'fromHalf'
  | 'quantiseRows'
  | 'pack';

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
