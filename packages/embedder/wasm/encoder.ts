// The kernels of the text encoder besides its matrix products: see encoder-dense.ts. packages/embedder/encoder.ts strings them
// together and owns the memory; every pointer is a byte offset that it hands in. Matrices are row after row.
export { attend } from './encoder/attention';
export { gelu } from './encoder/gelu';
export { addNorm, lookUp } from './encoder/norm';
export { fromHalf, quantiseRows } from './encoder/prepare';
export { maxSim, mean } from './encoder/similarity';
