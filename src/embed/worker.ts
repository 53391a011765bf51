// One model in a thread of its own: loads when the thread starts, then answers job after job.
import { parentPort, workerData } from 'node:worker_threads';
import { type Match, openLocalModel } from './local-model.ts';

/** What can be asked of the thread. */
export type Job =
  | { embed: string[] }
  | { match: string; among: string[]; before: string[]; withinMs: number | undefined };

/** What it answers: vectors one after the other, or a match for each of the first texts. */
export type Answer = Float32Array<ArrayBuffer> | Match[];

const model = openLocalModel(workerData as string, () => performance.now());

parentPort!.on('message', (job: Job) => {
  if ('match' in job) return parentPort!.postMessage(model.match(job.match, job.among, job));
  const vectors = model.embed(job.embed);
  parentPort!.postMessage(vectors, [vectors.buffer as ArrayBuffer]);
});
