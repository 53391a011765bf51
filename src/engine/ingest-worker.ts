// The thread that reads logs: finds, reads, redacts and keeps, so that nobody else ever waits for it.
import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../model/problem.ts';
import type { ClientFolders } from '../model/reader.ts';
import { projectRoots } from '../store/projects.ts';
import { findLogs, type Wanted } from './find-logs.ts';
import { followLogs } from './follow-logs.ts';
import { homeOf } from './home.ts';
import { readAside } from './read-aside.ts';
import { type ReadResult, readLogs, together } from './read-logs.ts';
import { readerOfCi, readersIn, type Surroundings } from './readers.ts';
import { openLogShelf } from './shelf-of-logs.ts';
import { type SourceReport, survey } from './survey.ts';

/** What the thread is started with. */
export interface IngestOrder {
  home: string;
  folders: ClientFolders;
  env: Surroundings;
  now: number;
  /** Set to 1, it ends the work after the batch at hand. */
  stop: SharedArrayBuffer;
  work: { do: 'read' | 'follow'; wanted: Wanted; again: boolean; poll?: boolean } | { do: 'survey' };
}

/** What it says. */
export type Said =
  | { progress: [done: number, total: number, what: string] }
  | { news: { client: string; path: string; added: number } }
  | { trouble: string }
  | { read: ReadResult; notices: { message: string; hint: string }[] }
  | { surveyed: SourceReport[] }
  | { problem: { message: string; hint: string; code: Problem['code'] } };

const order = workerData as IngestOrder;
const flag = new Int32Array(order.stop);
const stop = new AbortController();
const stopped = () => Atomics.load(flag, 0) === 1;
const say = (said: Said) => parentPort!.postMessage(said);
// Only while it waits does it hear; while it reads it looks at the flag.
parentPort!.on('message', () => stop.abort());

try {
  await work();
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  say({ problem: { message: error.message, hint: error.hint, code: error.code } });
} finally {
  parentPort!.close();
}

async function work(): Promise<void> {
  using shelf = openLogShelf(homeOf(order.home), () => order.now);
  const readers = readersIn(order.env);
  const folders = {
    ...order.folders,
    repositories: [...new Set([...order.folders.repositories, ...projectRoots(shelf.user)])],
  };
  if (order.work.do === 'survey') return say({ surveyed: survey(shelf.user, readers, folders) });
  const { wanted, again } = order.work;
  if (wanted.ciOf !== undefined) readers.push(await readerOfCi());
  const read = await readLogs(shelf, findLogs(readers, folders, wanted), {
    readers,
    now: order.now,
    again,
    stopped,
    onProgress: (...progress) => say({ progress }),
    aside: readAside({ user: shelf.user.path, env: order.env, now: order.now, again, stop: order.stop }),
  });
  const followed =
    order.work.do === 'follow' && !stopped()
      ? await followLogs(shelf, {
          readers,
          folders,
          wanted,
          now: order.now,
          stop: stop.signal,
          tell: (news) => say({ news }),
          trouble: (trouble) => say({ trouble }),
          poll: order.work.poll === true,
        })
      : undefined;
  say({ read: followed ? together([read, followed]) : read, notices: shelf.notices });
}
