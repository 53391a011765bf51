import type { OnProgress } from '@sqrl/base/messages.ts';
import type { Client } from '@sqrl/base/model/event.ts';
import type { Log, LogReader } from '@sqrl/base/model/reader.ts';
import { readingOf } from '../../store/events/readings.ts';
import { logStampOf } from '../bytes.ts';
import { type LogResult, type ReadTarget, readLog } from '../read-log.ts';
import type { LogStores } from './log-stores.ts';
import { type EventStores, WriteBuffer } from './write-events.ts';

interface ReadCounts {
  logs: number;
  read: number;
  events: number;
  added: number;
}

export interface ReadResult {
  logs: number;
  read: number;
  bytes: number;
  events: number;
  added: number;
  stopped: boolean;
  byClient: Partial<Record<Client, ReadCounts>>;
  troubles: { path: string; because: string }[];
  /** Projects that have something new. */
  projects: string[];
}

export interface ReadLogsOptions extends Pick<ReadTarget, 'now' | 'stopped'> {
  readers: readonly LogReader[];
  again?: boolean;
  onProgress?: OnProgress;
}

/** Reads what is new in logs, one after the other, and settles their sessions after the last one. */
export async function readLogs(
  logStores: LogStores,
  logs: readonly Log[],
  options: ReadLogsOptions,
): Promise<ReadResult> {
  const { readers, now, stopped, again = false, onProgress } = options;
  const result = nothingRead(logs.length);
  const total = onProgress ? bytesLeft(logStores, logs, again) : 0;
  const projects = new Set<string>();
  let done = 0;
  const keeping: EventStores = {
    ...logStores.keeping,
    changed(project, sessions) {
      if (project !== null) projects.add(project);
      logStores.keeping.changed(project, sessions);
    },
  };
  const buffer = new WriteBuffer(keeping, logStores.user, (log, read) => add(result, log, read));
  onProgress?.(0, total, 'reading logs');
  for (const log of logs) {
    if (stopped()) break;
    const read = await readLog(log, readers.find(({ client }) => client === log.client)!, {
      projectOf: keeping.projectOf,
      keep: (from, ready) => buffer.keep(from, ready),
      note: (reading) => buffer.note(reading),
      now,
      stopped,
      again,
      reading: (path) => readingOf(logStores.user, path),
      onBytes(count) {
        done += count;
        onProgress?.(done, total, log.client);
      },
    });
    buffer.ended(log, read);
  }
  buffer.flush();
  logStores.settle({ stopped, onProgress });
  result.projects = [...projects];
  result.stopped = stopped();
  return result;
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

export function mergeResults(results: readonly ReadResult[]): ReadResult {
  const all = nothingRead(results[0]?.logs ?? 0);
  for (const result of results) {
    for (const name of ['read', 'bytes', 'events', 'added'] as const) all[name] += result[name];
    all.stopped ||= result.stopped;
    // Of each log what was wrong last.
    const others = all.troubles.filter(({ path }) => !result.troubles.some((each) => each.path === path));
    all.troubles = [...others, ...result.troubles];
    all.projects = [...new Set([...all.projects, ...result.projects])];
    for (const [client, counts] of Object.entries(result.byClient) as [Client, ReadCounts][]) {
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

/** How many bytes are still to be read. Of a database only its own reader knows. */
function bytesLeft({ user }: LogStores, logs: readonly Log[], again: boolean): number {
  return logs.reduce((sum, log) => {
    const size = logStampOf(log.path)?.size ?? 0;
    const known = again ? undefined : readingOf(user, log.path);
    if (known && log.form === 'lines' && size >= known.offset) return sum + size - known.offset;
    return known && size === known.size ? sum : sum + size;
  }, 0);
}
