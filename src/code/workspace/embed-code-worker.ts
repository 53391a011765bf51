// Gives chunks of code their vectors, in a thread of its own: it reads files and writes rows, and asks for the vectors.

import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { readRegularFile } from '../../base/foreign-file.ts';
import { Problem } from '../../base/problem.ts';
import {
  addChunkVector,
  type BareFile,
  chunksWithoutVector,
  filesWithoutVectors,
  reuseChunkVector,
  sweepChunkVectors,
} from '../../store/code/chunk-vectors.ts';
import { openCodeFiles } from '../../store/code/files.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { LARGEST } from '../index/scan.ts';
import { type ChunkText, textsOf } from '../parse/chunk-text.ts';

/** What the thread is started with. */
export interface EmbedCodeOrder {
  store: string;
  root: string;
  model: string;
  now: number;
  /** How many texts it asks for at once. */
  batch: number;
}

/** What it hears: the vectors it asked for, in order, or to stop. */
export type EmbedCodeHeard = { vectors: Float32Array[] } | 'stop';

/** What it says: which texts it wants embedded; at last, whether every chunk that there is has a vector, or what kept it from it. */
export type EmbedCodeSaid =
  | { texts: string[] }
  | { reused: number }
  | { whole: boolean }
  | { trouble: string };

const { store: path, root, model, now, batch } = workerData as EmbedCodeOrder;
const say = (said: EmbedCodeSaid) => parentPort!.postMessage(said);
let stopped = false;
let heard = Promise.withResolvers<Float32Array[] | undefined>();
parentPort!.on('message', (said: EmbedCodeHeard) => {
  if (said === 'stop') stopped = true;
  heard.resolve(said === 'stop' ? undefined : said.vectors);
});

try {
  using store = openStore(path, { now: () => now });
  say({ whole: await embedAll(store) });
} catch (error) {
  // What class an error is of does not come through to the other thread.
  if (!(error instanceof Problem)) throw error;
  say({ trouble: error.message });
} finally {
  parentPort!.close();
}

/** Goes through the files once; false where something was left. */
async function embedAll(store: Store): Promise<boolean> {
  let left = false;
  for (const file of filesWithoutVectors(store, model)) {
    // Whoever reads what changed goes first, and calls again when that is done.
    if (stopped || openCodeFiles(store, 0).total > 0) return false;
    const texts = textsIn(store, file);
    if (!texts) left = true;
    for (const some of batchesOf(texts ?? [])) if (!(await embedSome(store, some))) return false;
  }
  if (left) return false;
  // What nobody took over by now nobody will.
  store.transaction(() => sweepChunkVectors(store, model));
  return true;
}

/** What the chunks of a file are to be embedded by; undefined where it is another file by now. */
function textsIn(store: Store, file: BareFile): ChunkText[] | undefined {
  const read = readRegularFile(join(root, file.path), { maxBytes: LARGEST, what: 'a source file' });
  const texts =
    'bytes' in read ? textsOf(file, read.bytes, chunksWithoutVector(store, model, file.id)) : undefined;
  return texts && withoutKnown(store, texts);
}

function withoutKnown(store: Store, texts: readonly ChunkText[]): ChunkText[] {
  const fresh = store.transaction(() =>
    texts.filter(({ chunk, key }) => !reuseChunkVector(store, chunk, key, model)),
  );
  if (fresh.length < texts.length) say({ reused: texts.length - fresh.length });
  return fresh;
}

function batchesOf(texts: readonly ChunkText[]): ChunkText[][] {
  const batches: ChunkText[][] = [];
  for (let at = 0; at < texts.length; at += batch) batches.push(texts.slice(at, at + batch));
  return batches;
}

async function embedSome(store: Store, some: readonly ChunkText[]): Promise<boolean> {
  if (stopped) return false;
  heard = Promise.withResolvers();
  say({ texts: some.map(({ text }) => text) });
  const vectors = await heard.promise;
  if (!vectors) return false;
  store.transaction(() => {
    for (const [i, { chunk, key }] of some.entries())
      addChunkVector(store, { chunk, key, model, vector: vectors[i]! });
  });
  return true;
}
