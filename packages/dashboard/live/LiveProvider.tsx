import type { Topic } from '@sqrl/squirrel/protocol/live.ts';
import type { Verb } from '@sqrl/squirrel/protocol/verbs.ts';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { type Connection, listen } from './live.ts';

const ConnectionContext = createContext<Connection>({ state: 'connecting', jobs: [] });

/** How the page stands with the daemon, and what the daemon works at. */
export const useConnection = (): Connection => useContext(ConnectionContext);

/** What each answer depends on; one that is not named here depends on everything but the work under way. */
const DEPENDS: Partial<Record<Verb, readonly Topic[]>> = {
  browse: ['memories'],
  portrait: ['memories', 'sessions'],
  review: ['memories', 'sessions'],
  conflicts: ['memories'],
  dispute: ['memories'],
  hubStatus: ['memories'],
  feed: ['memories', 'sessions'],
  timeline: ['sessions', 'memories'],
  replaySession: ['sessions'],
  map: ['code', 'memories'],
  settings: ['settings'],
  policy: ['settings'],
  trust: ['settings'],
  ask: [],
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

/** Listens to the daemon and has everything asked anew that may have changed. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [connection, setConnection] = useState<Connection>({ state: 'connecting', jobs: [] });
  useEffect(() => {
    const stop = new AbortController();
    const due = new Set<Topic>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      timer = undefined;
      const changed = new Set(due);
      due.clear();
      void queries.invalidateQueries({
        predicate: ({ queryKey: [verb] }) => {
          const depends = DEPENDS[verb as Verb];
          return depends ? depends.some((topic) => changed.has(topic)) : true;
        },
      });
    };
    void listen(
      {
        onConnection: setConnection,
        onNews(what) {
          if (what === 'everything') return void queries.invalidateQueries();
          for (const topic of what) if (topic !== 'jobs') due.add(topic);
          if (due.size > 0) timer ??= setTimeout(ask, GATHER_MS);
        },
      },
      stop.signal,
    );
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [queries]);
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}
