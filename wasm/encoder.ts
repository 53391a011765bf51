// The kernels of the text encoder: BERT blocks over int8 rows. src/embed/encoder.ts strings them together and owns
// the memory; every pointer is a byte offset that it hands in. Matrices are row after row.
export { attend } from './encoder/attention';
export { dense, quantise } from './encoder/dense';
export { gelu } from './encoder/gelu';
export { addNorm, lookUp } from './encoder/norm';
export { fromHalf, pack, quantiseRows } from './encoder/prepare';
export { maxSim, mean, unit } from './encoder/similarity';
