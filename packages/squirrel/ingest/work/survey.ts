import { accessSync, constants, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { CLIENTS, type Client } from '@sqrl/base/model/event.ts';
import type { ClientFolders, LogReader } from '@sqrl/base/model/reader.ts';
import { eventsByClient } from '../../store/events/events.ts';
import { type LogReading, readings } from '../../store/events/readings.ts';
import { logStampOf } from '../bytes.ts';
import type { RecordCounts } from '../counts.ts';
import { logsOfClients, TREES } from './find-logs.ts';
import type { LogStores } from './log-stores.ts';

/** Records of one type and version that could not be used. */
interface UnknownRecords {
  type: string;
  version: string | null;
  count: number;
}

export interface SourceReport {
  client: Client;
  lookedIn: string[];
  /** Logs that lie there, or were read from elsewhere. */
  logs: number;
  bytes: number;
  /** Of those, the ones that were read, and those with something new in them. */
  read: number;
  waiting: number;
  /** Logs that were read and are no longer there. */
  gone: number;
  /** What is kept of all that its logs ever held: a log that was replaced or deleted takes nothing away. */
  events: number;
  lastAt: number | null;
  /** Records of the logs as they were last read, by what became of them. */
  records: { read: number; passed: number; unknown: number; broken: number };
  unknown: UnknownRecords[];
  broken: UnknownRecords[];
  troubles: { path: string; because: string }[];
}

export function survey(
  logStores: LogStores,
  readers: readonly LogReader[],
  folders: ClientFolders,
): SourceReport[] {
  const known = readings(logStores.user);
  const found = logsOfClients(readers, folders);
  const kept = eventsOf(logStores);
  return CLIENTS.map((client) => {
    const own = known.filter((each) => each.client === client);
    const paths = new Set([...found, ...own].filter((log) => log.client === client).map(({ path }) => path));
    const lookedIn = placesOf(client, folders);
    // A repository has folders of its own that are not surveyed.
    const closed = client === 'git' ? closedAmong(lookedIn, 0) : closedIn(lookedIn);
    const isClosed = (path: string) => closed.some((each) => path.startsWith(each.path + sep));
    const stamps = new Map([...paths].map((path) => [path, isClosed(path) ? undefined : logStampOf(path)]));
    const there = [...stamps].filter(([, stamp]) => stamp !== undefined);
    const readOf = new Map(own.map((each) => [each.path, each]));
    const isWaiting = (path: string) => {
      const reading = readOf.get(path);
      const stamp = stamps.get(path)!;
      return reading?.size !== stamp.size || (stamp.changedAt > 0 && reading.changedAt !== stamp.changedAt);
    };
    return {
      client,
      lookedIn: [...lookedIn],
      logs: there.length,
      bytes: there.reduce((sum, [, stamp]) => sum + stamp!.size, 0),
      read: there.filter(([path]) => readOf.has(path)).length,
      waiting: there.filter(([path]) => isWaiting(path)).length,
      gone: own.filter(({ path }) => stamps.get(path) === undefined && !isClosed(path)).length,
      events: kept.get(client) ?? 0,
      lastAt: own.reduce<number | null>(
        (last, { lastAt }) => (lastAt === null ? last : Math.max(last ?? 0, lastAt)),
        null,
      ),
      ...recordsOf(own),
      troubles: [
        ...closed,
        ...own.flatMap(({ path, trouble }) => (trouble === null ? [] : [{ path, because: trouble }])),
      ],
    };
  });
}

function eventsOf(logStores: LogStores): Map<Client, number> {
  const all = new Map<Client, number>();
  for (const store of logStores.stores())
    for (const [client, events] of eventsByClient(store)) all.set(client, (all.get(client) ?? 0) + events);
  return all;
}

/** Logs lie deep, and all else that a client keeps is only looked at from above. */
function closedIn(places: readonly string[]): SourceReport['troubles'] {
  const trees = places.flatMap((place) => TREES.map((name) => join(place, name)));
  const all = [...closedAmong(places, 2), ...closedAmong(trees, 6)];
  return [...new Map(all.map((each) => [each.path, each])).values()];
}

/** Folders of a client, and those below them, that cannot be read: else missing logs would go unnoticed. */
function closedAmong(places: readonly string[], depth: number): SourceReport['troubles'] {
  return places.flatMap((path) => {
    try {
      const below = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
      accessSync(path, constants.X_OK);
      return depth === 0
        ? []
        : closedAmong(
            below.map(({ name }) => join(path, name)),
            depth - 1,
          );
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const isClosed = code === 'EACCES' || code === 'EPERM';
      return isClosed ? [{ path, because: `${path} cannot be read (${code}).` }] : [];
    }
  });
}

function recordsOf(readings: readonly LogReading[]): Pick<SourceReport, 'records' | 'unknown' | 'broken'> {
  const totals = new Map<string, UnknownRecords & { fate: keyof SourceReport['records'] }>();
  for (const { counts } of readings)
    for (const [fate, types] of Object.entries(JSON.parse(counts) as RecordCounts))
      for (const [type, versions] of Object.entries(types))
        for (const [version, count] of Object.entries(versions)) {
          const key = `${fate}\0${type}\0${version}`;
          const before = totals.get(key)?.count ?? 0;
          totals.set(key, {
            fate: fate as keyof SourceReport['records'],
            type,
            version: version || null,
            count: before + count,
          });
        }
  const all = [...totals.values()].sort((a, b) => b.count - a.count);
  const of = (fate: string) => all.filter((each) => each.fate === fate);
  const sum = (fate: string) => of(fate).reduce((total, { count }) => total + count, 0);
  const strangers = (fate: string) => of(fate).map(({ type, version, count }) => ({ type, version, count }));
  return {
    records: { read: sum('read'), passed: sum('passed'), unknown: sum('unknown'), broken: sum('broken') },
    unknown: strangers('unknown'),
    broken: strangers('broken'),
  };
}

function placesOf(client: Client, folders: ClientFolders): readonly string[] {
  if (client === 'git') return folders.repositories;
  if (client === 'vscode') return folders.vscode ?? [];
  return client === 'specstory' || client === 'ci' || client === 'sdk' || client === 'remote'
    ? []
    : [folders[client]];
}
