// One model in a thread of its own: loads when the thread starts, then answers job after job.
import { parentPort, workerData } from 'node:worker_threads';
import { type Match, openLocalModel } from './local-model.ts';

/** What can be asked of the thread. Whoever has no more time for a match sets `over` to one. */
export type Job =
  | { embed: string[] }
  | {
      match: string;
      among: string[];
      before: string[];
      beside: (readonly number[])[];
      over: Int32Array<SharedArrayBuffer>;
    };

/** What it answers: vectors one after the other, or a match for each text that there was time for. */
export type Answer = Float32Array<ArrayBuffer> | (Match | undefined)[];

const model = openLocalModel(workerData as string);

parentPort!.on('message', (job: Job) => {
  if ('match' in job) {
    const { match, among, before, beside, over } = job;
    return parentPort!.postMessage(
      model.match(match, among, { before, beside, goOn: () => Atomics.load(over, 0) === 0 }),
    );
  }
  const vectors = model.embed(job.embed);
  parentPort!.postMessage(vectors, [vectors.buffer as ArrayBuffer]);
});
