// A thread that only reads: parses and cuts what logs hold, while another redacts and keeps it. It opens no store, so
// that it is ready sooner.
import { setImmediate } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import type { RoughReading } from '../ingest/finish.ts';
import { eventsIn } from '../ingest/intake.ts';
import type { LogResult } from '../ingest/read-log.ts';
import type { Client } from '../model/event.ts';
import { Problem } from '../model/problem.ts';
import type { Project } from '../model/project.ts';
import type { Log } from '../model/reader.ts';
import type { LogReading } from '../store/readings.ts';
import { type Parcel, pack } from './parcel.ts';
import { projectFinder } from './project-of.ts';
import { readAll } from './read-all.ts';
import { readerOfCi, readersIn, type Surroundings } from './readers.ts';

/** What the thread is told first. */
export interface ReadOrder {
  logs: readonly Log[];
  /** How far each of them was read before, where it was. */
  readings: ReadonlyMap<string, LogReading>;
  env: Surroundings;
  now: number;
  again: boolean;
  stop: SharedArrayBuffer;
}

/** What it tells. */
export type Told =
  | { keep: [log: Log, parcels: Parcel[]]; weight: number }
  | { note: RoughReading }
  | { bytes: [count: number, client: Client] }
  | { seen: Project }
  | { ended: [log: Log, result: LogResult] }
  | { done: true }
  | { problem: { message: string; hint: string; code: Problem['code'] } };

/** So many events may wait to be kept: enough that nobody idles, and few enough that memory stays flat. */
const MOST_WAITING = 4000;
/** What one log gave waits as so many more, or a thousand small ones could be read after somebody said stop. */
const EACH = 100;

let told: Told[] = [];
const tell = (each: Told) => void told.push(each);
/** Most logs are small, and each message costs: what there is to tell goes together. */
function send(): void {
  if (told.length > 0) parentPort!.postMessage(told);
  told = [];
}

let waiting = 0;
let wake = () => {};
parentPort!.once('message', (order: ReadOrder) => {
  parentPort!.on('message', (kept: number) => {
    waiting -= kept;
    wake();
  });
  void read(order);
});

async function read({ logs, readings, env, now, again, stop }: ReadOrder): Promise<void> {
  const flag = new Int32Array(stop);
  try {
    const readers = readersIn(env);
    if (logs.some(({ client }) => client === 'ci')) readers.push(await readerOfCi());
    await readAll(logs, {
      readers,
      now,
      again,
      stopped: () => Atomics.load(flag, 0) === 1,
      reading: (path) => readings.get(path),
      projectOf: projectFinder((seen) => tell({ seen })),
      keep(log, ready) {
        const weight = eventsIn(ready) + EACH;
        waiting += weight;
        tell({ keep: [log, ready.map(pack)], weight });
      },
      note: (note) => tell({ note }),
      room,
      onBytes: (...bytes) => tell({ bytes }),
      ended: (...ended) => tell({ ended }),
    });
    tell({ done: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    tell({ problem: { message: error.message, hint: error.hint, code: error.code } });
  }
  send();
}

async function room(): Promise<void> {
  send();
  await setImmediate();
  while (waiting >= MOST_WAITING)
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
}
