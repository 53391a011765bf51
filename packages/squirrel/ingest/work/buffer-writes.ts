import type { Log } from '@sqrl/base/model/reader.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { setReading } from '../../store/events/readings.ts';
import { eventsIn, type Intake, openIntake } from '../intake.ts';
import { BATCH_EVENTS, type EventStores, keepReady, type LogEvents } from '../keep-ready.ts';
import type { LogResult, ReadTarget } from '../read-log.ts';
import { finishReading, type RoughReading } from '../rough-reading.ts';

/** Takes what is read of logs, and writes it in batches. */
export interface WriteBuffer extends Pick<ReadTarget, 'begin' | 'keep' | 'note'> {
  ended(log: Log, result: LogResult): void;
  /** Writes what is left. */
  flush(): void;
}

/**
 * Collects events until they are worth a transaction; most logs are small. How far a log was read is stored only after
 * the events before it.
 */
export function bufferWrites(
  keeping: EventStores,
  user: Store,
  tell: (log: Log, result: LogResult & { added: number }) => void,
): WriteBuffer {
  const added = new Map<string, number>();
  const intakes = new Map<string, Intake>();
  let given: LogEvents[] = [];
  let waiting = 0;
  let notes = new Map<string, { reading: RoughReading; intake: unknown }>();
  let ends: [Log, LogResult][] = [];

  function flush(): void {
    for (const [path, count] of keepReady(given, keeping)) added.set(path, (added.get(path) ?? 0) + count);
    given = [];
    waiting = 0;
    if (notes.size > 0)
      user.transaction(() => {
        for (const { reading, intake } of notes.values()) setReading(user, finishReading(reading, intake));
      });
    notes = new Map();
    for (const [log, result] of ends) {
      tell(log, { ...result, added: added.get(log.path) ?? 0 });
      added.delete(log.path);
    }
    ends = [];
  }

  return {
    begin: (log, intake) => void intakes.set(log.path, openIntake(log, keeping.projectOf, intake)),
    keep(log, portion) {
      if (waiting + portion.events.length > BATCH_EVENTS) flush();
      const ready = intakes.get(log.path)!.take(portion);
      given.push({ log, ready });
      waiting += eventsIn(ready);
    },
    note: (reading) => void notes.set(reading.path, { reading, intake: intakes.get(reading.path)!.state() }),
    ended(log, result) {
      intakes.delete(log.path);
      ends.push([log, result]);
    },
    flush,
  };
}
