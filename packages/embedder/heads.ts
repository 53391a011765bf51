import type { Tensors } from './safetensors.ts';

/** A layer on top of an encoder: some numbers in, one out for each row. */
export type Head = (input: Float32Array) => Float32Array;

/** Reads a layer that a model of ours has on top, `name.weight` and `name.bias` in f32. */
export function readHead(tensors: Tensors, name: string): Head {
  const weight = floatsOf(tensors, `${name}.weight`);
  const bias = floatsOf(tensors, `${name}.bias`);
  const width = weight.length / bias.length;
  return (input) => {
    if (input.length !== width) throw new Error(`${name} reads ${width} numbers, not ${input.length}.`);
    return bias.map((start, row) => {
      let sum = start;
      for (let i = 0; i < width; i++) sum += weight[row * width + i]! * input[i]!;
      return sum;
    });
  };
}

function floatsOf(tensors: Tensors, name: string): Float32Array {
  const { at, bytes, dtype } = tensors.get(name);
  if (dtype !== 'F32') throw new Error(`${tensors.path} has "${name}" as ${dtype}; F32 was expected.`);
  const floats = new Float32Array(bytes / 4);
  tensors.read(new Uint8Array(floats.buffer), at);
  return floats;
}
