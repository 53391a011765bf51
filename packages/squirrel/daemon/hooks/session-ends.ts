import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import type { Moment } from '@sqrl/base/model/moment.ts';
import { ingest } from '../../ingest/work/ingest.ts';
import type { CallScope } from '../../protocol/wire.ts';
import type { ServerContext } from '../server/context.ts';

/** What is left out then is read as all logs are, when their turn comes. */
const MAX_WAITING_SESSIONS = 100;

export type SessionEndQueue = ReturnType<typeof settlingOf>;

/** Reads what sessions have written when they end, one after the other: fifty may end at once, each reading is a thread. */
export function settlingOf({ at, learnSoon, log: noted }: Pick<ServerContext, 'at' | 'learnSoon' | 'log'>) {
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
    /** Reads a session's log so far and learns from it, in the background. */
    soon({ client, place }: { client: HookClient; place: CallScope }, log: string | null): void {
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
    /** Breaks off what is being read, which is gone on with next time, and begins nothing more. */
    stop(): Promise<void> {
      over.abort();
      return work;
    },
  };
}

/**
 * Answers that were sent to hooks, until each hook says that its client took what it printed. A hook that was ended before
 * that closes its connection without a word, and what it was to tell counts as not told.
 */
export class UntakenAnswers {
  readonly #waiting = new Map<string, () => Promise<void>>();
  readonly #namesOf = new WeakMap<EventEmitter, string[]>();
  readonly #withdrawing = new Set<Promise<void>>();
  readonly #missed = new Map<string, Moment>();

  /** Gives an answer a name; where the connection closes before the name comes back, it is withdrawn. */
  await(connection: EventEmitter, withdraw: () => Promise<void>): string {
    const name = randomUUID();
    this.#waiting.set(name, withdraw);
    const names = this.#namesOf.get(connection) ?? this.#follow(connection);
    names.push(name);
    return name;
  }

  #follow(connection: EventEmitter): string[] {
    const names: string[] = [];
    this.#namesOf.set(connection, names);
    connection.once('close', () => {
      const withdrawing = this.#withdraw(names).finally(() => this.#withdrawing.delete(withdrawing));
      this.#withdrawing.add(withdrawing);
    });
    return names;
  }

  async #withdraw(names: readonly string[]): Promise<void> {
    // What came in with the end of the connection is handled first.
    await setImmediate();
    for (const name of names) {
      const withdraw = this.#waiting.get(name);
      this.#waiting.delete(name);
      await withdraw?.();
    }
  }

  taken(name: string): void {
    this.#waiting.delete(name);
  }

  /** Notes that a session did not get the brief of a moment. */
  miss(session: string, moment: Moment): void {
    this.#missed.set(session, moment);
    if (this.#missed.size > MAX_MISSED) this.#missed.delete(this.#missed.keys().next().value!);
  }

  /** The moment whose brief a session still has to get, once what closed connections left is withdrawn. */
  async missedBy(session: string): Promise<Moment | undefined> {
    await Promise.all(this.#withdrawing);
    const moment = this.#missed.get(session);
    this.#missed.delete(session);
    return moment;
  }
}

const MAX_MISSED = 1000;
