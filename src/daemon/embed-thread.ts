// An embedder in a thread of its own, for work that must not keep anybody waiting.
import { parentPort, workerData } from 'node:worker_threads';
import { EmbedderDown, type EmbeddingPurpose } from '../embed/embedder.ts';
import { type EmbedderConfig, embedderFor } from '../embed/provider.ts';

/** What can be asked of the thread. */
export interface EmbedThreadJob {
  texts: readonly string[];
  purpose: EmbeddingPurpose;
}

/** What it answers; a provider that is down does not end the thread. */
export type EmbedThreadAnswer = { vectors: Float32Array[] } | { down: string };

const embedder = embedderFor(workerData as EmbedderConfig);

parentPort!.on('message', async (job: EmbedThreadJob) => parentPort!.postMessage(await answerTo(job)));

async function answerTo({ texts, purpose }: EmbedThreadJob): Promise<EmbedThreadAnswer> {
  try {
    return { vectors: await embedder.embed(texts, purpose) };
  } catch (error) {
    if (!(error instanceof EmbedderDown)) throw error;
    return { down: error.message };
  }
}
