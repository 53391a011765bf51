import { ingest } from '../../engine/ingest.ts';
import type { HookClient } from '../../model/hook-events.ts';
import type { Place } from '../../protocol/wire.ts';
import type { House } from '../server/house.ts';

/** What is to be read, one after the other: fifty sessions may end at once, and each reading is a thread. */
interface Queue {
  work: Promise<void>;
  waiting: Set<string>;
}

const queues = new WeakMap<House, Queue>();

/** Reads what a session has written so far and has it learnt from, while nobody waits. */
export function settleSoon(
  house: House,
  { client, place }: { client: HookClient; place: Place },
  log: string | null,
): void {
  const queue = queues.get(house) ?? { work: Promise.resolve(), waiting: new Set<string>() };
  queues.set(house, queue);
  const key = JSON.stringify([client, place, log]);
  // Whoever waits will find what has come since, too.
  if (queue.waiting.has(key) || queue.waiting.size >= MOST) return;
  queue.waiting.add(key);
  queue.work = queue.work.then(async () => {
    queue.waiting.delete(key);
    await house
      .at(place, async (engine) => {
        const { projects } = await ingest(engine, log === null ? { clients: [client] } : { paths: [log] });
        house.learnSoon([...new Set([...projects, ...(engine.project ? [engine.project.id] : [])])]);
      })
      .catch((error: Error) => house.log.line(`reading the log of a ${client} session: ${error.message}`));
  });
}

/** What is left out then is read as all logs are, when their turn comes. */
const MOST = 100;
