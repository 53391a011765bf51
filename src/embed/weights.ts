import type { Kernels } from './kernels.ts';
import type { Room } from './room.ts';
import type { Tensors } from './safetensors.ts';

/** Where a model's numbers lie in memory. Matrices are int8 rows with a scale each; the rest is f32. */
export interface Weights {
  words: Rows;
  places: Rows;
  norm: Norm;
  layers: Layer[];
}

interface Layer {
  qkv: Dense;
  out: Dense;
  norm1: Norm;
  up: Dense;
  down: Dense;
  norm2: Norm;
}

/** A matrix in the order the `dense` kernel wants. */
export interface Dense extends Rows {
  inputs: number;
  bias: number;
  /** What one of the two `dense` kernels adds to each row's sum. */
  offsets: number;
}

interface Rows {
  q: number;
  scales: number;
  count: number;
}

interface Norm {
  weight: number;
  bias: number;
}

/** What reading weights needs; `scratch` is SCRATCH_BYTES that may be overwritten. */
export interface Reading {
  tensors: Tensors;
  room: Room;
  kernels: Kernels;
  scratch: number;
}

/** Reads our own int8 files and MiniLM's fp16 file alike into the order the kernels want. */
export function readWeights(reading: Reading): Weights {
  const { tensors } = reading;
  const names = tensors.has('we.weight.q') ? ours : huggingFace;
  const layers: Layer[] = [];
  for (let i = 0; tensors.has(names.present(i)); i++) {
    const layer = names.layer(i);
    layers.push({
      qkv: readDense(reading, layer.qkv),
      out: readDense(reading, layer.out),
      norm1: readNorm(reading, layer.norm1),
      up: readDense(reading, layer.up),
      down: readDense(reading, layer.down),
      norm2: readNorm(reading, layer.norm2),
    });
  }
  const words = readTable(reading, names.words);
  const places = readTable(reading, names.places, names.onEveryPlace);
  return { words, places, norm: readNorm(reading, names.norm), layers };
}

/** The width every model of ours has; the kernels know it too. */
export const WIDTH = 384;
export const SCRATCH_BYTES = 8 * 2 ** 20;

interface Names {
  words: string;
  places: string;
  /** A row that is added to every place: BERT's first token type. */
  onEveryPlace?: string;
  norm: string;
  present(layer: number): string;
  layer(i: number): Record<'qkv' | 'out' | 'up' | 'down', string[]> & Record<'norm1' | 'norm2', string>;
}

const ours: Names = {
  words: 'we.weight',
  places: 'pe.weight',
  norm: 'n',
  present: (i) => `ls.${i}.qkv.weight.q`,
  layer: (i) => ({
    qkv: [`ls.${i}.qkv`],
    out: [`ls.${i}.o`],
    norm1: `ls.${i}.n1`,
    up: [`ls.${i}.f1`],
    down: [`ls.${i}.f2`],
    norm2: `ls.${i}.n2`,
  }),
};

const huggingFace: Names = {
  words: 'embeddings.word_embeddings.weight',
  places: 'embeddings.position_embeddings.weight',
  onEveryPlace: 'embeddings.token_type_embeddings.weight',
  norm: 'embeddings.LayerNorm',
  present: (i) => `encoder.layer.${i}.output.dense.weight`,
  layer: (i) => ({
    qkv: ['query', 'key', 'value'].map((part) => `encoder.layer.${i}.attention.self.${part}`),
    out: [`encoder.layer.${i}.attention.output.dense`],
    norm1: `encoder.layer.${i}.attention.output.LayerNorm`,
    up: [`encoder.layer.${i}.intermediate.dense`],
    down: [`encoder.layer.${i}.output.dense`],
    norm2: `encoder.layer.${i}.output.LayerNorm`,
  }),
};

/** A table looked up row by row stays in the order of the file. */
function readTable(reading: Reading, name: string, plus?: string): Rows {
  const { room } = reading;
  const [count, width] = shapeOf(reading, name);
  if (width !== WIDTH)
    throw new Error(`${reading.tensors.path} is ${width} wide; this encoder reads ${WIDTH}.`);
  const rows = { q: room.take(count * width), scales: room.take(count * 4), count };
  readRows(reading, name, rows, plus);
  return rows;
}

/** Several matrices over the same input are one with more rows. */
function readDense(reading: Reading, names: readonly string[]): Dense {
  const { room, kernels, scratch } = reading;
  const shapes = names.map((name) => shapeOf(reading, `${name}.weight`));
  const count = shapes.reduce((sum, [rows]) => sum + rows, 0);
  const inputs = shapes[0]![1];
  const dense = {
    q: room.take(count * inputs),
    scales: room.take(count * 4),
    bias: room.take(count * 4),
    offsets: room.take(count * 4),
    inputs,
    count,
  };
  let done = 0;
  names.forEach((name, i) => {
    const rows = { q: scratch, scales: dense.scales + done * 4, count: shapes[i]![0] };
    readRows(reading, `${name}.weight`, rows);
    kernels.pack(rows.q, rows.count, inputs, dense.q + done * inputs, dense.offsets + done * 4);
    readHalves(reading, `${name}.bias`, dense.bias + done * 4);
    done += rows.count;
  });
  return dense;
}

function readRows(reading: Reading, name: string, to: Rows, plus?: string): void {
  const { tensors, room, kernels } = reading;
  if (tensors.has(`${name}.q`)) {
    const { at, bytes } = tensors.get(`${name}.q`);
    tensors.read(room.bytes(to.q, bytes), at);
    tensors.read(room.bytes(to.scales, to.count * 4), tensors.get(`${name}.s`).at);
    return;
  }
  const width = shapeOf(reading, name)[1];
  const halves = reading.scratch + SCRATCH_BYTES / 4;
  const singles = reading.scratch + SCRATCH_BYTES / 2;
  const step = Math.floor(SCRATCH_BYTES / 2 / 4 / width);
  const added = plus === undefined ? undefined : firstRow(reading, plus, width);
  for (let row = 0; row < to.count; row += step) {
    const rows = Math.min(step, to.count - row);
    tensors.read(room.bytes(halves, rows * width * 2), tensors.get(name).at + row * width * 2);
    kernels.fromHalf(halves, rows * width, singles);
    if (added) addToEach(room.floats(singles, rows * width), added);
    kernels.quantiseRows(singles, rows, width, to.q + row * width, to.scales + row * 4);
  }
}

function addToEach(rows: Float32Array, row: Float32Array): void {
  for (let i = 0; i < rows.length; i++) rows[i] = rows[i]! + row[i % row.length]!;
}

function readNorm(reading: Reading, name: string): Norm {
  const norm = { weight: reading.room.take(WIDTH * 4), bias: reading.room.take(WIDTH * 4) };
  readHalves(reading, `${name}.weight`, norm.weight);
  readHalves(reading, `${name}.bias`, norm.bias);
  return norm;
}

function readHalves({ tensors, room, kernels, scratch }: Reading, name: string, to: number): void {
  const { at, bytes } = tensors.get(name);
  tensors.read(room.bytes(scratch, bytes), at);
  kernels.fromHalf(scratch, bytes / 2, to);
}

function firstRow(reading: Reading, name: string, width: number): Float32Array {
  const { tensors, room, kernels, scratch } = reading;
  tensors.read(room.bytes(scratch, width * 2), tensors.get(name).at);
  kernels.fromHalf(scratch, width, scratch + width * 4);
  return room.floats(scratch + width * 4, width).slice();
}

function shapeOf({ tensors }: Reading, name: string): [rows: number, inputs: number] {
  const { shape } = tensors.get(tensors.has(`${name}.q`) ? `${name}.q` : name);
  return [shape[0]!, shape[1]!];
}
