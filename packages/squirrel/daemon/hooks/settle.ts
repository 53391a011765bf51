import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { ingest } from '../../ingest/work/ingest.ts';
import type { CallScope } from '../../protocol/wire.ts';
import type { ServerContext } from '../server/context.ts';

/** Reads what sessions have written when they end, one after the other: fifty may end at once, each reading is a thread. */
export interface SessionEndQueue {
  /** Reads a session's log so far and learns from it, in the background. */
  soon(session: { client: HookClient; place: CallScope }, log: string | null): void;
  /** Breaks off what is being read, which is gone on with next time, and begins nothing more. */
  stop(): Promise<void>;
}

/** What is left out then is read as all logs are, when their turn comes. */
const MAX_WAITING_SESSIONS = 100;

export function settlingOf({
  at,
  learnSoon,
  log: noted,
}: Pick<ServerContext, 'at' | 'learnSoon' | 'log'>): SessionEndQueue {
  const over = new AbortController();
  const waiting = new Set<string>();
  let work: Promise<void> = Promise.resolve();

  async function read(client: HookClient, place: CallScope, log: string | null): Promise<void> {
    const of = log === null ? { clients: [client] } : { paths: [log] };
    await at(place, async (engine) => {
      const { projects } = await ingest(engine, { ...of, signal: over.signal });
      learnSoon([...new Set([...projects, ...(engine.project ? [engine.project.id] : [])])]);
    });
  }

  return {
    soon({ client, place }, log) {
      const key = JSON.stringify([client, place, log]);
      // A queued run also reads what is written until it starts.
      if (over.signal.aborted || waiting.has(key) || waiting.size >= MAX_WAITING_SESSIONS) return;
      waiting.add(key);
      work = work.then(async () => {
        waiting.delete(key);
        if (over.signal.aborted) return;
        await read(client, place, log).catch((error: Error) =>
          noted.line(`reading the log of a ${client} session: ${error.message}`),
        );
      });
    },
    stop() {
      over.abort();
      return work;
    },
  };
}
