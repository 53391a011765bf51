import { Worker } from 'node:worker_threads';
import { Problem } from '../../base/problem.ts';
import { unpack } from './parcel.ts';
import type { Heard } from './read-logs.ts';
import type { ReadOrder, Told } from './read-worker.ts';

/** A thread that reads logs as soon as it is told which. */
export interface ReadAside {
  /** Has it read, and hands on what it tells, in its order. */
  read(order: Omit<ReadOrder, 'waiting'>, heard: Heard): Promise<void>;
  /** Ends it, whether it has read or not. */
  dismiss(): void;
}

/** Starts such a thread. To load its program takes a while: whoever expects much to read starts it early. */
export function startReadAside(): ReadAside {
  const worker = new Worker(PROGRAM, { execArgv: [], env: {} });
  const lost = new Promise<never>((_, reject) => {
    worker.on('error', reject);
    worker.on('exit', (code) => reject(new Error(`The thread that reads logs ended with code ${code}.`)));
  });
  // Nobody waits for it yet.
  lost.catch(() => {});
  const dismiss = () => void worker.terminate();
  return {
    read(order, heard) {
      const waiting = new SharedArrayBuffer(4);
      const done = listen(worker, heard, new Int32Array(waiting));
      worker.postMessage({ ...order, waiting } satisfies ReadOrder);
      return Promise.race([done, lost]).finally(dismiss);
    },
    dismiss,
  };
}

function listen(worker: Worker, heard: Heard, waiting: Int32Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const hear = (told: Told): void => {
      if ('keep' in told) {
        const [log, parcel] = told.keep;
        heard.keep(log, unpack(parcel));
      } else if ('begin' in told) heard.begin(...told.begin);
      else if ('note' in told) heard.note(told.note);
      else if ('bytes' in told) heard.onBytes(...told.bytes);
      else if ('ended' in told) heard.ended(...told.ended);
      else if ('done' in told) resolve();
      else reject(new Problem(told.problem.message, told.problem.hint, told.problem.code));
    };
    worker.on('message', (all: Told[]) => {
      try {
        all.forEach(hear);
        const kept = all.reduce((sum, told) => sum + ('keep' in told ? told.weight : 0), 0);
        Atomics.sub(waiting, 0, kept);
        Atomics.notify(waiting, 0);
      } catch (error) {
        reject(error);
      }
    });
  });
}

// Compiled, this file has a compiled neighbour; from source, Node runs the neighbour as it is.
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './read-worker.ts' : './read-worker.js',
  import.meta.url,
);
