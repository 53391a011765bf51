import type { JobStatus, LiveHello, LiveNews, Topic } from '@sqrl/squirrel/protocol/live.ts';
import { responseLines } from '../calls/call.ts';
import { signed } from '../calls/pass.ts';
import { CallError } from '../calls/trouble.ts';

/** How the page stands with the daemon. */
export interface Connection {
  state: 'connecting' | 'live' | 'reconnecting' | 'gone' | 'locked';
  /** Since when what is shown may be out of date; undefined while it is not. */
  staleSince?: number | undefined;
  version?: string | undefined;
  /** The file that leads a browser to the daemon that runs. */
  file?: string | undefined;
  jobs: readonly JobStatus[];
}

interface LiveListener {
  onConnection(connection: Connection): void;
  /** What changed, and whose; everything may have, after a break. */
  onNews(what: readonly Topic[] | 'everything', projects: readonly (string | null)[]): void;
}

const PAUSES_MS = [300, 700, 1500, 3000, 5000];
/** After this long without the daemon it is not a hiccup. */
const GONE_MS = 2000;
/** The daemon says something every ten seconds, be it nothing. */
const SILENT_MS = 25_000;

/** Hears what changes as it changes, and comes back by itself when the daemon does; ends with the signal. */
export async function listen({ onConnection, onNews }: LiveListener, signal: AbortSignal): Promise<void> {
  let connection: Connection = { state: 'connecting', jobs: [] };
  let startedAt: number | undefined;
  const set = (change: Partial<Connection>) => {
    connection = { ...connection, ...change };
    onConnection(connection);
  };
  for (let failures = 0; !signal.aborted; failures++) {
    const ended = await stream();
    if (signal.aborted) return;
    if (ended === 'locked') return set({ state: 'locked', staleSince: connection.staleSince ?? Date.now() });
    const staleSince = connection.staleSince ?? Date.now();
    set({ state: Date.now() - staleSince > GONE_MS ? 'gone' : 'reconnecting', staleSince, jobs: [] });
    await pause(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]!, signal);
  }

  async function stream(): Promise<'ended' | 'locked'> {
    const cut = new AbortController();
    const end = () => cut.abort();
    signal.addEventListener('abort', end, { once: true });
    let watch = setTimeout(end, SILENT_MS);
    try {
      const headers = await signed('GET', '/v1/live');
      const answer = await fetch('/v1/live', { headers, signal: cut.signal });
      if (answer.status === 401 || answer.status === 403) return 'locked';
      if (!answer.ok) return 'ended';
      let event = '';
      for await (const line of responseLines(answer)) {
        clearTimeout(watch);
        watch = setTimeout(end, SILENT_MS);
        if (line.startsWith('event: ')) event = line.slice(7);
        else if (line.startsWith('data: ')) hear(event, JSON.parse(line.slice(6)));
      }
    } catch (error) {
      if (error instanceof CallError && error.code === 'unauthorised') return 'locked';
      // Gone: what follows is the same as when it said goodbye.
    } finally {
      clearTimeout(watch);
      signal.removeEventListener('abort', end);
    }
    return 'ended';
  }

  function hear(event: string, data: LiveHello | LiveNews): void {
    if (event === 'hello') {
      const hello = data as LiveHello;
      const missed =
        connection.staleSince !== undefined || (startedAt ?? hello.startedAt) !== hello.startedAt;
      startedAt = hello.startedAt;
      set({
        state: 'live',
        staleSince: undefined,
        version: hello.version,
        file: hello.file,
        jobs: hello.jobs,
      });
      if (missed) onNews('everything', []);
    } else if (event === 'news') {
      const news = data as LiveNews;
      set({ jobs: news.jobs });
      onNews(news.what, news.projects);
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      window.removeEventListener('focus', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener('abort', over);
    // Somebody who comes back to the page wants to know now.
    window.addEventListener('focus', over);
  });
