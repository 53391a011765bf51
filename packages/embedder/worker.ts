// One model in a thread of its own: loads when the thread starts, then answers job after job.
import { parentPort, workerData } from 'node:worker_threads';
import { openLocalModel, type TextComparison } from './local-model.ts';

/** What can be asked of the thread. */
export type ReaderThreadJob = { embed: string[] } | { question: string; texts: string[]; before: string[] };

/** What it answers: vectors one after the other, or what it saw in the texts. */
export type ReaderThreadAnswer = Float32Array<ArrayBuffer> | TextComparison;

const model = openLocalModel(workerData as string);

parentPort!.on('message', (job: ReaderThreadJob) => {
  if ('question' in job) {
    const { question, texts, before } = job;
    return parentPort!.postMessage(model.compare(question, texts, before));
  }
  const vectors = model.embed(job.embed);
  parentPort!.postMessage(vectors, [vectors.buffer as ArrayBuffer]);
});
