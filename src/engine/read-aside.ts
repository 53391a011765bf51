import { Worker } from 'node:worker_threads';
import { Problem } from '../model/problem.ts';
import type { Log } from '../model/reader.ts';
import type { Heard } from './read-logs.ts';
import type { ReadOrder, Told } from './read-worker.ts';

/** Reads logs in a thread of its own, and hands on what it tells, in its order. */
export const readAside =
  (order: Omit<ReadOrder, 'logs' | 'claims'>) =>
  (logs: readonly Log[], claims: SharedArrayBuffer, heard: Heard): Promise<void> => {
    const worker = new Worker(PROGRAM, { workerData: { ...order, logs, claims }, execArgv: [], env: {} });
    const reading = new Promise<void>((resolve, reject) => {
      worker.on('message', (told: Told) => {
        try {
          if ('keep' in told) {
            heard.keep(...told.keep);
            worker.postMessage('kept');
          } else if ('note' in told) heard.note(told.note);
          else if ('bytes' in told) heard.onBytes(...told.bytes);
          else if ('seen' in told) heard.seen(told.seen);
          else if ('ended' in told) heard.ended(...told.ended);
          else if ('done' in told) resolve();
          else reject(new Problem(told.problem.message, told.problem.hint, told.problem.code));
        } catch (error) {
          reject(error);
        }
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`The thread that reads logs ended with code ${code}.`)));
    });
    return reading.finally(() => worker.terminate());
  };

// Compiled, this file has a compiled neighbour; from source, Node runs the neighbour as it is.
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './read-worker.ts' : './read-worker.js',
  import.meta.url,
);
