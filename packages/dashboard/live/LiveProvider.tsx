import type { JobStatus, LiveHello, LiveNews, Topic } from '@sqrl/squirrel/protocol/live.ts';
import type { Verb } from '@sqrl/squirrel/protocol/verbs.ts';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { signed } from '../calls/pass.ts';
import { CallError } from '../calls/trouble.ts';
import { responseLines } from '../calls/verb.ts';

interface Connection {
  state: 'connecting' | 'live' | 'reconnecting' | 'gone' | 'locked';
  /** Since when what is shown may be out of date; undefined while it is not. */
  staleSince?: number | undefined;
  /** The file that leads a browser to the daemon that runs. */
  file?: string | undefined;
  jobs: readonly JobStatus[];
}

const START: Connection = { state: 'connecting', jobs: [] };
const ConnectionContext = createContext(START);

export const useConnection = (): Connection => useContext(ConnectionContext);

/** What each answer depends on; one that is not named here depends on everything but the work under way. */
const DEPENDS: Partial<Record<Verb, readonly Topic[]>> = {
  list: ['memories'],
  portrait: ['memories', 'sessions'],
  review: ['memories', 'sessions'],
  conflicts: ['memories'],
  dispute: ['memories'],
  hubStatus: ['memories'],
  feed: ['memories', 'sessions'],
  sessions: ['sessions', 'memories'],
  events: ['sessions'],
  map: ['code', 'memories'],
  settings: ['settings'],
  policy: ['settings'],
  trust: ['settings'],
  deliver: [],
  replay: [],
  logRecord: [],
  teachCheck: ['memories'],
  teach: ['memories'],
  spending: ['settings'],
  privacy: ['memories', 'sessions', 'settings'],
};

/** While an agent works there is news every second; asking that often would cost more than it tells. */
const GATHER_MS = 1500;

export function LiveProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [connection, setConnection] = useState(START);
  useEffect(() => {
    const stop = new AbortController();
    const due = new Set<Topic>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      timer = undefined;
      const changed = new Set(due);
      due.clear();
      void queries.invalidateQueries({
        predicate: ({ queryKey: [verb] }) =>
          DEPENDS[verb as Verb]?.some((topic) => changed.has(topic)) ?? true,
      });
    };
    const onNews = (what: readonly Topic[] | 'everything') => {
      if (what === 'everything') return void queries.invalidateQueries();
      for (const topic of what) if (topic !== 'jobs') due.add(topic);
      if (due.size > 0) timer ??= setTimeout(ask, GATHER_MS);
    };
    void listen(setConnection, onNews, stop.signal);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [queries]);
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

const PAUSES_MS = [300, 700, 1500, 3000, 5000];
/** After this long without the daemon it is not a hiccup. */
const GONE_MS = 2000;
/** The daemon says something every ten seconds, be it nothing. */
const SILENT_MS = 25_000;

/** Hears what changes as it changes, and comes back by itself when the daemon does; after a break everything may have changed. */
async function listen(
  onConnection: (connection: Connection) => void,
  onNews: (what: readonly Topic[] | 'everything') => void,
  signal: AbortSignal,
): Promise<void> {
  let connection = START;
  let startedAt: number | undefined;
  const set = (change: Partial<Connection>) => {
    connection = { ...connection, ...change };
    onConnection(connection);
  };
  const hear = (event: string, data: LiveHello | LiveNews) => {
    if (event === 'hello') {
      const hello = data as LiveHello;
      const missed =
        connection.staleSince !== undefined || (startedAt ?? hello.startedAt) !== hello.startedAt;
      startedAt = hello.startedAt;
      set({ state: 'live', staleSince: undefined, file: hello.file, jobs: hello.jobs });
      if (missed) onNews('everything');
    } else if (event === 'news') {
      set({ jobs: data.jobs });
      onNews((data as LiveNews).what);
    }
  };
  for (let failures = 0; !signal.aborted; failures++) {
    const ended = await stream(hear, signal);
    if (signal.aborted) return;
    const staleSince = connection.staleSince ?? Date.now();
    if (ended === 'locked') return set({ state: 'locked', staleSince });
    set({ state: Date.now() - staleSince > GONE_MS ? 'gone' : 'reconnecting', staleSince, jobs: [] });
    await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]!, signal);
  }
}

/** Hears the daemon until it falls silent; `locked` where it does not know this page any more. */
async function stream(
  hear: (event: string, data: LiveHello | LiveNews) => void,
  signal: AbortSignal,
): Promise<'ended' | 'locked'> {
  const silence = new AbortController();
  const end = () => silence.abort();
  let watch = setTimeout(end, SILENT_MS);
  try {
    const headers = await signed('GET', '/v1/live');
    const answer = await fetch('/v1/live', { headers, signal: AbortSignal.any([signal, silence.signal]) });
    if (answer.status === 401 || answer.status === 403) return 'locked';
    let event = '';
    for await (const line of answer.ok ? responseLines(answer) : []) {
      clearTimeout(watch);
      watch = setTimeout(end, SILENT_MS);
      if (line.startsWith('event: ')) event = line.slice(7);
      else if (line.startsWith('data: ')) hear(event, JSON.parse(line.slice(6)));
    }
  } catch (error) {
    // Gone: what follows is the same as when it said goodbye.
    if (error instanceof CallError && error.code === 'unauthorised') return 'locked';
  } finally {
    clearTimeout(watch);
  }
  return 'ended';
}

/** Ends early where somebody comes back to the page, who wants to know now. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = new AbortController();
  setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { signal: over.signal });
  window.addEventListener('focus', () => resolve(), { signal: over.signal });
  return promise.finally(() => over.abort());
}
