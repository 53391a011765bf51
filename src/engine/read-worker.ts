// A thread that only reads: parses, redacts and cuts what logs hold, while another keeps it.
import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Ready } from '../ingest/intake.ts';
import type { LogResult } from '../ingest/read-log.ts';
import type { Client } from '../model/event.ts';
import { Problem } from '../model/problem.ts';
import type { Project } from '../model/project.ts';
import type { Log } from '../model/reader.ts';
import { openStore } from '../store/open.ts';
import { type LogReading, readingOf } from '../store/readings.ts';
import { projectFinder } from './project-of.ts';
import { claimer, readAll } from './read-all.ts';
import { readerOfCi, readersIn, type Surroundings } from './readers.ts';

/** What the thread is started with. */
export interface ReadOrder {
  logs: readonly Log[];
  /** Which of them somebody has begun to read. */
  claims: SharedArrayBuffer;
  /** The user's store, which knows how far logs were read. */
  user: string;
  env: Surroundings;
  now: number;
  again: boolean;
  stop: SharedArrayBuffer;
}

/** What it tells. */
export type Told =
  | { keep: [log: Log, ready: Ready[]] }
  | { note: LogReading }
  | { bytes: [count: number, client: Client] }
  | { seen: Project }
  | { ended: [log: Log, result: LogResult] }
  | { done: true }
  | { problem: { message: string; hint: string; code: Problem['code'] } };

/** So many batches may wait to be kept: enough that nobody idles, and few enough that memory stays flat. */
const MOST_WAITING = 4;

const { logs, claims, user: path, env, now, again, stop } = workerData as ReadOrder;
const flag = new Int32Array(stop);
const tell = (told: Told) => parentPort!.postMessage(told);
let waiting = 0;
let wake = () => {};
parentPort!.on('message', () => {
  waiting--;
  wake();
});

try {
  using user = openStore(path, { now: () => now });
  const readers = readersIn(env);
  if (logs.some(({ client }) => client === 'ci')) readers.push(await readerOfCi());
  await readAll(logs, {
    readers,
    now,
    again,
    claim: claimer(claims),
    stopped: () => Atomics.load(flag, 0) === 1,
    reading: (each) => readingOf(user, each),
    projectOf: projectFinder((seen) => tell({ seen })),
    keep(...keep) {
      waiting++;
      tell({ keep });
    },
    note: (note) => tell({ note }),
    async room() {
      await setImmediate();
      while (waiting >= MOST_WAITING)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
    onBytes: (...bytes) => tell({ bytes }),
    ended: (...ended) => tell({ ended }),
  });
  tell({ done: true });
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  tell({ problem: { message: error.message, hint: error.hint, code: error.code } });
}
