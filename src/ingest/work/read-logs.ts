import type { Client } from '../../model/event.ts';
import type { Log, LogReader } from '../../model/reader.ts';
import { type LogReading, readingOf } from '../../store/events/readings.ts';
import { stampOf } from '../bytes.ts';
import type { Keeping } from '../keep-ready.ts';
import type { Into, LogResult } from '../read-log.ts';
import { collectDeeds } from './buffer-writes.ts';
import { MUCH } from './expect.ts';
import type { LogShelf } from './log-stores.ts';
import { type AllOptions, readAll } from './read-all.ts';
import type { ReadOrder } from './read-worker.ts';

interface Counts {
  logs: number;
  read: number;
  events: number;
  added: number;
}

/** What reading logs came to. */
export interface ReadResult {
  logs: number;
  /** Logs that had something new. */
  read: number;
  bytes: number;
  events: number;
  added: number;
  stopped: boolean;
  byClient: Partial<Record<Client, Counts>>;
  troubles: { path: string; because: string }[];
  /** Projects that have something new. */
  projects: string[];
}

export interface ReadOptions extends Pick<Into, 'now' | 'stopped'> {
  readers: readonly LogReader[];
  again?: boolean;
  onProgress?: (done: number, total: number, what: string) => void;
  /** Reads much in a thread of its own, while this one keeps what was read. */
  aside?: Aside;
  /** So many bytes are much. */
  much?: number;
}

/** Has another thread read. */
type Aside = (order: Pick<ReadOrder, 'logs' | 'readings'>, heard: Heard) => Promise<void>;

/** What a thread tells of the logs it reads. */
export interface Heard extends Pick<Into, 'begin' | 'keep' | 'note'> {
  onBytes(count: number, client: Client): void;
  ended(log: Log, result: LogResult): void;
}

/** Reads what is new in logs, one after the other, and derives what follows from it when all are read. */
export async function readLogs(
  shelf: LogShelf,
  logs: readonly Log[],
  options: ReadOptions,
): Promise<ReadResult> {
  const { readers, now, stopped, again = false, onProgress, aside, much = MUCH } = options;
  const result = nothingRead(logs.length);
  const left = onProgress || aside ? bytesLeft(shelf, logs, again) : [];
  const total = left.reduce((sum, { bytes }) => sum + bytes, 0);
  const projects = new Set<string>();
  let done = 0;
  const keeping: Keeping = {
    ...shelf.keeping,
    changed(project, sessions) {
      if (project !== null) projects.add(project);
      shelf.keeping.changed(project, sessions);
    },
  };
  const { flush, ...deeds } = collectDeeds(keeping, shelf.user, (log, read) => add(result, log, read));
  const heard: Heard = {
    ...deeds,
    onBytes(count, client) {
      done += count;
      onProgress?.(done, total, client);
    },
  };
  onProgress?.(0, total, 'reading logs');
  const here: AllOptions = {
    ...heard,
    readers,
    now,
    stopped,
    again,
    reading: (path) => readingOf(shelf.user, path),
  };
  await readAllDue();
  flush();
  shelf.settle({ stopped, onProgress });
  result.projects = [...projects];
  result.stopped = stopped();
  return result;

  async function readAllDue(): Promise<void> {
    if (total <= much) return readAll(logs, here);
    if (!aside) return await readAll(logs, here);
    const due = left.filter(isDue);
    const readings = new Map(due.flatMap(({ log, known }) => (known ? [[log.path, known]] : [])));
    await aside({ logs: due.map(({ log }) => log), readings }, heard);
    const idle = left.filter((each) => !isDue(each));
    await readAll(
      idle.map(({ log }) => log),
      here,
    );
  }
}

const nothingRead = (logs: number): ReadResult => ({
  logs,
  read: 0,
  bytes: 0,
  events: 0,
  added: 0,
  stopped: false,
  byClient: {},
  troubles: [],
  projects: [],
});

/** Several results as one. */
export function together(results: readonly ReadResult[]): ReadResult {
  const all = nothingRead(results[0]?.logs ?? 0);
  for (const result of results) {
    for (const name of ['read', 'bytes', 'events', 'added'] as const) all[name] += result[name];
    all.stopped ||= result.stopped;
    // Of each log what was wrong last.
    const others = all.troubles.filter(({ path }) => !result.troubles.some((each) => each.path === path));
    all.troubles = [...others, ...result.troubles];
    all.projects = [...new Set([...all.projects, ...result.projects])];
    for (const [client, counts] of Object.entries(result.byClient) as [Client, Counts][]) {
      all.byClient[client] ??= { logs: 0, read: 0, events: 0, added: 0 };
      for (const name of ['read', 'events', 'added'] as const) all.byClient[client][name] += counts[name];
      all.byClient[client].logs = Math.max(all.byClient[client].logs, counts.logs);
    }
  }
  return all;
}

function add(
  result: ReadResult,
  { client, path }: Log,
  { did, bytes, events, added, trouble }: LogResult & { added: number },
): void {
  result.byClient[client] ??= { logs: 0, read: 0, events: 0, added: 0 };
  const own = result.byClient[client];
  const read = did === 'read' || did === 'stopped' ? 1 : 0;
  own.logs++;
  own.read += read;
  own.events += events;
  own.added += added;
  result.read += read;
  result.bytes += bytes;
  result.events += events;
  result.added += added;
  if (trouble !== null) result.troubles.push({ path, because: trouble });
}

interface Left {
  log: Log;
  /** That are still to be read. */
  bytes: number;
  /** How far it was read before, where there is more to read. */
  known?: LogReading;
}

/** Of a database nobody can tell from outside. */
const isDue = ({ log, bytes }: Left): boolean => bytes > 0 || log.form === 'database';

function bytesLeft({ user }: LogShelf, logs: readonly Log[], again: boolean): Left[] {
  return logs.map((log) => {
    const size = stampOf(log.path)?.size ?? 0;
    const known = again ? undefined : readingOf(user, log.path);
    if (!known) return { log, bytes: size };
    const goesOn = log.form === 'lines' && size >= known.offset;
    const left = { log, bytes: goesOn ? size - known.offset : size === known.size ? 0 : size };
    return isDue(left) ? { ...left, known } : left;
  });
}
