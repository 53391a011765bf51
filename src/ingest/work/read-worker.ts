// A thread that only reads: parses and cuts what logs hold, while another finds out where it belongs, redacts and keeps
// it. It opens no store, so that it is ready sooner.
import { parentPort } from 'node:worker_threads';
import { Problem } from '../../base/problem.ts';
import { readerOfCi, readersIn, type Surroundings } from '../../clients/readers.ts';
import type { Client } from '../../model/event.ts';
import type { Log } from '../../model/reader.ts';
import type { LogReading } from '../../store/events/readings.ts';
import { sizeOf } from '../portion.ts';
import type { LogResult } from '../read-log.ts';
import type { RoughReading } from '../rough-reading.ts';
import { type Parcel, pack } from './parcel.ts';
import { readAll } from './read-all.ts';

/** What the thread is told first. */
export interface ReadOrder {
  logs: readonly Log[];
  /** How far each of them was read before, where it was. */
  readings: ReadonlyMap<string, LogReading>;
  env: Surroundings;
  now: number;
  again: boolean;
  stop: SharedArrayBuffer;
  /** How much was sent and is not taken yet: this thread adds to it, the other takes away. */
  waiting: SharedArrayBuffer;
}

/** What it tells. */
export type Told =
  | { begin: [log: Log, intake: unknown] }
  | { keep: [log: Log, parcel: Parcel]; weight: number }
  | { note: RoughReading }
  | { bytes: [count: number, client: Client] }
  | { ended: [log: Log, result: LogResult] }
  | { done: true }
  | { problem: { message: string; hint: string; code: Problem['code'] } };

/** So much may wait to be kept: enough that nobody idles, and few enough that memory stays flat. */
const MOST_WAITING = 4000;
/** Each portion waits as so many more, or a thousand small logs could be read after somebody said stop. */
const EACH = 100;

/** So much is sent at once, unless somebody waits for it: each message wakes another thread. */
const WORTH_SENDING = 300;

parentPort!.once('message', (order: ReadOrder) => void read(order));

async function read({ logs, readings, env, now, again, ...shared }: ReadOrder): Promise<void> {
  const stop = new Int32Array(shared.stop);
  const waiting = new Int32Array(shared.waiting);
  let told: Told[] = [];
  let collected = 0;
  const tell = (each: Told) => void told.push(each);
  try {
    const readers = await readersIn(env);
    if (logs.some(({ client }) => client === 'ci')) readers.push(await readerOfCi());
    await readAll(logs, {
      readers,
      now,
      again,
      stopped: () => Atomics.load(stop, 0) === 1,
      reading: (path) => readings.get(path),
      begin: (...begin) => tell({ begin }),
      keep(log, portion) {
        const weight = sizeOf(portion) + EACH;
        collected += weight;
        tell({ keep: [log, pack(portion)], weight });
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

  function send(): void {
    Atomics.add(waiting, 0, collected);
    parentPort!.postMessage(told);
    told = [];
    collected = 0;
  }

  /** Nothing else is heard meanwhile: there is nothing to hear. */
  function room(): void {
    if (collected >= WORTH_SENDING || Atomics.load(waiting, 0) === 0) send();
    for (let sent = Atomics.load(waiting, 0); sent >= MOST_WAITING; sent = Atomics.load(waiting, 0))
      Atomics.wait(waiting, 0, sent);
  }
}
