import type { Kernels } from './kernels.ts';
import type { WasmHeap } from './room.ts';
import type { Tensors } from './safetensors.ts';

/** Where a model's numbers lie in memory. Matrices are int8 rows with a scale each; the rest is f32. */
export interface Weights {
  words: RowsOnDemand;
  places: QuantizedRows;
  norm: Norm;
  layers: EncoderLayer[];
}

interface EncoderLayer {
  qkv: Dense;
  out: Dense;
  norm1: Norm;
  up: Dense;
  down: Dense;
  norm2: Norm;
}

/** A matrix in the order the `dense` kernel wants. */
export interface Dense extends QuantizedRows {
  inputs: number;
  bias: number;
  /** What one of the two `dense` kernels adds to each row's sum. */
  offsets: number;
}

interface QuantizedRows {
  q: number;
  scales: number;
  count: number;
}

/** A table of which only those parts are in memory that were used. */
interface RowsOnDemand extends QuantizedRows {
  /** Makes sure that these rows are there. */
  fetch(rows: readonly number[]): void;
}

interface Norm {
  weight: number;
  bias: number;
}

/** What reading weights needs; `scratch` is SCRATCH_BYTES that may be overwritten. */
export interface WeightsInput {
  tensors: Tensors;
  room: WasmHeap;
  kernels: Kernels;
  scratch: number;
}

/**
 * Reads our own int8 files and MiniLM's fp16 file alike into the order the kernels want. The words, four fifths of a file,
 * are read when a text has them: loading does not wait for them, and most are never met. So the file must stay open.
 * `tables` is the file that has words and places.
 */
export function readWeights(reading: WeightsInput, tables: Tensors = reading.tensors): Weights {
  const { tensors } = reading;
  const names = tables.has('we.weight.q') ? ours : huggingFace;
  const layers: EncoderLayer[] = [];
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
  const words = tableOnDemand({ ...reading, tensors: tables }, names.words);
  const places = readTable({ ...reading, tensors: tables }, names.places, names.onEveryPlace);
  return { words, places, norm: readNorm(reading, names.norm), layers };
}

/** The width every model of ours has; the kernels know it too. */
export const WIDTH = 384;
export const SCRATCH_BYTES = 8 * 2 ** 20;

interface TensorNames {
  words: string;
  places: string;
  /** A row that is added to every place: BERT's first token type. */
  onEveryPlace?: string;
  norm: string;
  present(layer: number): string;
  layer(i: number): Record<'qkv' | 'out' | 'up' | 'down', string[]> & Record<'norm1' | 'norm2', string>;
}

const ours: TensorNames = {
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

const huggingFace: TensorNames = {
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
function readTable(reading: WeightsInput, name: string, plus?: string): QuantizedRows {
  const rows = takeTable(reading, name);
  readRows(reading, name, rows, plus);
  return rows;
}

function tableOnDemand(reading: WeightsInput, name: string): RowsOnDemand {
  const rows = takeTable(reading, name);
  const scratch = reading.room.take(BLOCK * WIDTH * (2 + 4));
  const there = new Uint8Array(Math.ceil(rows.count / BLOCK));
  return {
    ...rows,
    fetch(wanted) {
      for (const row of wanted) {
        const block = Math.floor(row / BLOCK);
        if (there[block] === 1) continue;
        const from = block * BLOCK;
        readPart(reading, name, rows, { from, count: Math.min(BLOCK, rows.count - from), scratch });
        there[block] = 1;
      }
    },
  };
}

/** Rows that are read together: three pages of memory. */
const BLOCK = 32;

function takeTable(reading: WeightsInput, name: string): QuantizedRows {
  const { room } = reading;
  const [count, width] = shapeOf(reading, name);
  if (width !== WIDTH)
    throw new Error(`${reading.tensors.path} has width ${width}; this encoder supports ${WIDTH}.`);
  return { q: room.take(count * width), scales: room.take(count * 4), count };
}

/** Several matrices over the same input are one with more rows. */
function readDense(reading: WeightsInput, names: readonly string[]): Dense {
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

function readRows(reading: WeightsInput, name: string, to: QuantizedRows, plus?: string): void {
  const width = shapeOf(reading, name)[1];
  // The first quarter may be where the rows go.
  const scratch = reading.scratch + SCRATCH_BYTES / 4;
  const step = Math.floor(((SCRATCH_BYTES / 4) * 3) / (2 + 4) / width);
  const added = plus === undefined ? undefined : firstRow(reading, plus, width);
  for (let from = 0; from < to.count; from += step) {
    const count = Math.min(step, to.count - from);
    readPart(reading, name, to, { from, count, scratch, added });
  }
}

interface MatrixPart {
  from: number;
  count: number;
  /** Room for these rows in two and in four bytes a number. */
  scratch: number;
  /** A row to add to each. */
  added?: Float32Array | undefined;
}

function readPart(
  reading: WeightsInput,
  name: string,
  to: QuantizedRows,
  { from, count, scratch, added }: MatrixPart,
): void {
  const { tensors, room, kernels } = reading;
  const width = shapeOf(reading, name)[1];
  const q = to.q + from * width;
  const scales = to.scales + from * 4;
  if (tensors.has(`${name}.q`)) {
    tensors.read(room.bytes(q, count * width), tensors.get(`${name}.q`).at + from * width);
    tensors.read(room.bytes(scales, count * 4), tensors.get(`${name}.s`).at + from * 4);
    return;
  }
  const halves = scratch + count * width * 4;
  tensors.read(room.bytes(halves, count * width * 2), tensors.get(name).at + from * width * 2);
  kernels.fromHalf(halves, count * width, scratch);
  if (added) addToEach(room.floats(scratch, count * width), added);
  kernels.quantiseRows(scratch, count, width, q, scales);
}

function addToEach(rows: Float32Array, row: Float32Array): void {
  for (let i = 0; i < rows.length; i++) rows[i] = rows[i]! + row[i % row.length]!;
}

function readNorm(reading: WeightsInput, name: string): Norm {
  const norm = { weight: reading.room.take(WIDTH * 4), bias: reading.room.take(WIDTH * 4) };
  readHalves(reading, `${name}.weight`, norm.weight);
  readHalves(reading, `${name}.bias`, norm.bias);
  return norm;
}

function readHalves({ tensors, room, kernels, scratch }: WeightsInput, name: string, to: number): void {
  const { at, bytes } = tensors.get(name);
  tensors.read(room.bytes(scratch, bytes), at);
  kernels.fromHalf(scratch, bytes / 2, to);
}

function firstRow(reading: WeightsInput, name: string, width: number): Float32Array {
  const { tensors, room, kernels, scratch } = reading;
  tensors.read(room.bytes(scratch, width * 2), tensors.get(name).at);
  kernels.fromHalf(scratch, width, scratch + width * 4);
  return room.floats(scratch + width * 4, width).slice();
}

function shapeOf({ tensors }: WeightsInput, name: string): [rows: number, inputs: number] {
  const { shape } = tensors.get(tensors.has(`${name}.q`) ? `${name}.q` : name);
  return [shape[0]!, shape[1]!];
}
