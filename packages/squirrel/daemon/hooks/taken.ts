import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { Moment } from '@sqrl/base/model/moment.ts';

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
