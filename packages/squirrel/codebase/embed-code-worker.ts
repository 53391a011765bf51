import { join } from 'node:path';
import { readRegularFile } from '@sqrl/base/foreign-file.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { serveThread, type ThreadContext } from '@sqrl/base/thread.ts';
import { MAX_FILE_BYTES } from '@sqrl/code-graph/index.ts';
import { type ChunkText, textsOf } from '@sqrl/code-graph/reader.ts';
import {
  addChunkVector,
  type BareFile,
  chunksWithoutVector,
  filesWithoutVectors,
  reuseChunkVector,
  sweepChunkVectors,
} from '@sqrl/code-graph/tables/chunk-vectors.ts';
import { openCodeFiles } from '@sqrl/code-graph/tables/files.ts';
import { openStore } from '../store/open.ts';

// The thread that gives chunks of code their vectors: it reads files, writes rows, and asks its starter for the vectors.

export interface EmbedCodeOrder {
  store: string;
  root: string;
  model: string;
  now: number;
  /** Texts per request for vectors. */
  batch: number;
}

export interface EmbedCodeProtocol {
  order: EmbedCodeOrder;
  /** Asks for the vectors of texts, or counts the chunks whose vector was there already. */
  news: { texts: string[] } | { reused: number };
  message: { vectors: Float32Array[] };
  result: { isComplete: boolean };
}

type EmbedCodeThread = ThreadContext<EmbedCodeProtocol>;

serveThread<EmbedCodeProtocol>(async (thread) => {
  const { store: path, now } = thread.order;
  using store = openStore(path, { now: () => now });
  return { isComplete: await embedAll(thread, store) };
});

/** Goes through the files once; false where something was left. */
async function embedAll(thread: EmbedCodeThread, store: Store): Promise<boolean> {
  const { order, isStopped } = thread;
  let left = false;
  for (const file of filesWithoutVectors(store, order.model)) {
    // The indexer goes first, and calls again after it has read what changed.
    if (isStopped() || openCodeFiles(store, 0).total > 0) return false;
    const texts = textsIn(thread, store, file);
    if (!texts) left = true;
    for (const some of batchesOf(texts ?? [], order.batch))
      if (!(await embedSome(thread, store, some))) return false;
  }
  if (left) return false;
  // Vectors that no chunk has reused by now are not needed any more.
  store.transaction(() => sweepChunkVectors(store, order.model));
  return true;
}

/** What the chunks of a file are to be embedded by; undefined where it is another file by now. */
function textsIn(thread: EmbedCodeThread, store: Store, file: BareFile): ChunkText[] | undefined {
  const { root, model } = thread.order;
  const read = readRegularFile(join(root, file.path), { maxBytes: MAX_FILE_BYTES, what: 'a source file' });
  const texts =
    'bytes' in read ? textsOf(file, read.bytes, chunksWithoutVector(store, model, file.id)) : undefined;
  return texts && withoutKnown(thread, store, texts);
}

function withoutKnown(
  { order, tell }: EmbedCodeThread,
  store: Store,
  texts: readonly ChunkText[],
): ChunkText[] {
  const fresh = store.transaction(() =>
    texts.filter(({ chunk, key }) => !reuseChunkVector(store, chunk, key, order.model)),
  );
  if (fresh.length < texts.length) tell({ reused: texts.length - fresh.length });
  return fresh;
}

function batchesOf(texts: readonly ChunkText[], batch: number): ChunkText[][] {
  const batches: ChunkText[][] = [];
  for (let at = 0; at < texts.length; at += batch) batches.push(texts.slice(at, at + batch));
  return batches;
}

async function embedSome(
  { order, tell, onMessage, signal, isStopped }: EmbedCodeThread,
  store: Store,
  some: readonly ChunkText[],
): Promise<boolean> {
  if (isStopped()) return false;
  const answer = Promise.withResolvers<Float32Array[] | undefined>();
  onMessage(({ vectors }) => answer.resolve(vectors));
  signal.onabort = () => answer.resolve(undefined);
  tell({ texts: some.map(({ text }) => text) });
  const vectors = await answer.promise;
  if (!vectors) return false;
  store.transaction(() => {
    for (const [i, { chunk, key }] of some.entries())
      addChunkVector(store, { chunk, key, model: order.model, vector: vectors[i]! });
  });
  return true;
}
