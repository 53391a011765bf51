import type { Log } from '@sqrl/base/model/reader.ts';
import { type Pause, pauseAt } from '@sqrl/base/pauses.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { addEvents, type EventBatch } from '../../store/events/events.ts';
import { type LogReading, setReading } from '../../store/events/readings.ts';
import type { ProjectEvents, ProjectOf } from '../intake.ts';
import type { LogResult } from '../read-log.ts';

export interface EventStores {
  /** The store of a project, opened where it is not; null is the user's. */
  storeOf(project: string | null): Store;
  /** What happened in a project until then was erased, and stays so. */
  forgottenUntil(project: string | null): number;
  /** When a person had paused Squirrel: what happened then is never kept. */
  pauses(): readonly Pause[];
  projectOf: ProjectOf;
  changed(project: string | null, sessions: readonly number[]): void;
}

interface LogEvents {
  log: Log;
  ready: readonly ProjectEvents[];
}

/** Events per transaction: other writers wait for no more than these. */
const BATCH_EVENTS = 1000;

/** Keeps what logs gave, project by project, and says how many events of each log's path were new. */
export function writeEvents(given: readonly LogEvents[], into: EventStores): Map<string, number> {
  const added = new Map<string, number>();
  for (const [project, batches] of byProject(given, into)) {
    const store = into.storeOf(project);
    // A transaction costs as much as many events: small logs share one.
    const isSmall = batches.reduce((sum, { events }) => sum + events.length, 0) <= BATCH_EVENTS;
    for (const together of isSmall ? [batches] : batches.map((batch) => [batch])) {
      const kept = store.transaction(() => together.map((batch) => addEvents(store, batch)));
      kept.forEach(({ added: count, sessions }, i) => {
        const { log } = together[i]!;
        added.set(log, (added.get(log) ?? 0) + count);
        if (sessions.length > 0) into.changed(project, sessions);
      });
    }
  }
  return added;
}

/** What goes to each project, in order and in pieces of no more than a batch. */
function byProject(given: readonly LogEvents[], into: EventStores): Map<string | null, EventBatch[]> {
  const found = new Map<string | null, EventBatch[]>();
  const pauses = into.pauses();
  for (const { log, ready } of given)
    for (const { project, sessions, events: all } of ready) {
      const until = into.forgottenUntil(project);
      const events = kept(all, project, { until, pauses });
      // Not even the title of a session that is wholly in a pause.
      if (events.length === 0 && all.length > 0 && pauses.length > 0) continue;
      const batches = found.get(project) ?? [];
      found.set(project, batches);
      for (let from = 0; from === 0 || from < events.length; from += BATCH_EVENTS)
        batches.push({
          client: log.client,
          log: log.path,
          foreign: log.foreign,
          sessions,
          events: events.length <= BATCH_EVENTS ? events : events.slice(from, from + BATCH_EVENTS),
        });
    }
  return found;
}

/** Events that may be kept: not erased, and not in a pause. */
function kept(
  all: ProjectEvents['events'],
  project: string | null,
  { until, pauses }: { until: number; pauses: readonly Pause[] },
): ProjectEvents['events'] {
  if (until === 0 && pauses.length === 0) return all;
  return all.filter(({ at }) => at > until && pauseAt(pauses, project, at) === undefined);
}

/**
 * Collects events until they are worth a transaction; most logs are small. How far a log was read is stored only after
 * the events before it.
 */
export class WriteBuffer {
  readonly #stores: EventStores;
  readonly #user: Store;
  readonly #tell: (log: Log, result: LogResult & { added: number }) => void;
  readonly #added = new Map<string, number>();
  readonly #notes = new Map<string, LogReading>();
  #given: LogEvents[] = [];
  #waiting = 0;
  #ends: [Log, LogResult][] = [];

  constructor(
    stores: EventStores,
    user: Store,
    tell: (log: Log, result: LogResult & { added: number }) => void,
  ) {
    this.#stores = stores;
    this.#user = user;
    this.#tell = tell;
  }

  keep(log: Log, ready: readonly ProjectEvents[]): void {
    const count = ready.reduce((sum, { events }) => sum + events.length, 0);
    if (this.#waiting + count > BATCH_EVENTS) this.flush();
    this.#given.push({ log, ready });
    this.#waiting += count;
  }

  note(reading: LogReading): void {
    this.#notes.set(reading.path, reading);
  }

  ended(log: Log, result: LogResult): void {
    this.#ends.push([log, result]);
  }

  flush(): void {
    for (const [path, count] of writeEvents(this.#given, this.#stores))
      this.#added.set(path, (this.#added.get(path) ?? 0) + count);
    this.#given = [];
    this.#waiting = 0;
    if (this.#notes.size > 0)
      this.#user.transaction(() => {
        for (const reading of this.#notes.values()) setReading(this.#user, reading);
      });
    this.#notes.clear();
    for (const [log, result] of this.#ends) {
      this.#tell(log, { ...result, added: this.#added.get(log.path) ?? 0 });
      this.#added.delete(log.path);
    }
    this.#ends = [];
  }
}
