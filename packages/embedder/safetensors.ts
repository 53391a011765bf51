import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** One tensor of a safetensors file; `at` is its place in the file. */
interface Tensor {
  dtype: string;
  shape: number[];
  at: number;
  bytes: number;
}

/** A safetensors file, open for reading piece by piece: a whole one in memory would double what a model costs. */
export interface Tensors extends Disposable {
  readonly path: string;
  has(name: string): boolean;
  /** Throws where the file does not hold it. */
  get(name: string): Tensor;
  read(into: Uint8Array, at: number): void;
}

/** Opens a safetensors file and reads its table of contents. */
export function openTensors(path: string): Tensors {
  const file = openSync(path, 'r');
  try {
    const tensors = tableOf(file, path);
    return {
      path,
      has: (name) => tensors.has(name),
      get(name) {
        const tensor = tensors.get(name);
        if (!tensor) throw new Error(`${path} has no tensor "${name}".`);
        return tensor;
      },
      read: (into, at) => readFully(file, into, at, path),
      [Symbol.dispose]: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function tableOf(file: number, path: string): Map<string, Tensor> {
  const head = new Uint8Array(8);
  readFully(file, head, 0, path);
  const size = new DataView(head.buffer).getBigUint64(0, true);
  if (size > MAX_TABLE_BYTES) throw new Error(`${path} is not a safetensors file.`);
  const text = new Uint8Array(Number(size));
  readFully(file, text, 8, path);
  const table = JSON.parse(new TextDecoder().decode(text)) as Record<string, TensorHeader>;
  const tensors = new Map<string, Tensor>();
  for (const [name, { dtype, shape, data_offsets }] of Object.entries(table)) {
    if (name === '__metadata__') continue;
    const [from, to] = data_offsets;
    tensors.set(name, { dtype, shape, at: 8 + Number(size) + from, bytes: to - from });
  }
  // Said at once: what is read last may be asked for hours later.
  const end = Math.max(...[...tensors.values()].map(({ at, bytes }) => at + bytes));
  if (fstatSync(file).size < end) throw endsEarly(path);
  return tensors;
}

interface TensorHeader {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

function readFully(file: number, into: Uint8Array, at: number, path: string): void {
  let done = 0;
  while (done < into.length) {
    const got = readSync(file, into, done, into.length - done, at + done);
    if (got === 0) throw endsEarly(path);
    done += got;
  }
}

const endsEarly = (path: string): Error => new Error(`${path} is truncated: it may be damaged.`);

/** Ours is five kilobytes, MiniLM's eleven. */
const MAX_TABLE_BYTES = 1_000_000n;
