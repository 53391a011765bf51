import { type Message, readMessage, storedMessage } from '../../base/messages.ts';
import type { Store } from '../store.ts';

/** Something that happened to a memory, and why. */
export interface MemoryEvent {
  /** The memory's id. */
  memory: string;
  at: number;
  /** In a word or two: learned, promoted, corrected, erased… */
  did: string;
  why: Message;
  /** Its text before, where that changed. */
  before: string | null;
  /** Its confidence afterwards. */
  confidence: number | null;
}

/** Writes down what happened to a memory. */
export function addStep(store: Store, { memory, at, did, why, before, confidence }: MemoryEvent): void {
  store
    .sql('insert into memory_step (memory, at, did, why, before, confidence) values (?, ?, ?, ?, ?, ?)')
    .run(memory, at, did, storedMessage(why), before, confidence);
}

/** What happened to a memory, oldest first. */
export const stepsOfMemory = (store: Store, memory: string): MemoryEvent[] =>
  store.sql(`select ${COLUMNS} from memory_step where memory = ? order by at, row`).all(memory).map(toStep);

/** Ids of memories that agents ask to delete, that two people reworded at once or that one disputes, and no person has answered yet. */
export const openSuggestions = (store: Store): { id: string }[] =>
  store
    .sql(
      `select distinct memory as id from memory_step as asked where did in (?1, ?2, ?3)
         and exists (select 1 from memory where id = asked.memory and status <> 'deprecated')
         and not exists (select 1 from memory_step as later where later.memory = asked.memory
           and later.row > asked.row and (later.did in ('confirmed', 'corrected', 'rejected', 'dispute closed', ?1, ?2, ?3)))`,
    )
    .all(SUGGESTED, WORDED_APART, DISPUTED)
    .map(({ id }) => ({ id: id as string }));

/** How a step is called in which an agent asks to have a memory forgotten that it did not write. */
export const SUGGESTED = 'asked to forget';

/** How a step is called in which a shared memory has two wordings, neither from the other. The newer is used meanwhile. */
export const WORDED_APART = 'worded apart';

/** How a step is called in which a person says that a shared memory is wrong. */
export const DISPUTED = 'disputed';

/** Whole ids that begin with some letters and have steps, also of memories that are gone; two at most. */
export const idsWithSteps = (store: Store, letters: string): string[] =>
  store
    .sql('select distinct memory from memory_step where memory >= ? and memory < ? limit 2')
    .all(letters, `${letters}\u{10ffff}`)
    .map(({ memory }) => memory as string);

/**
 * How often each thing happened to each memory, and when last: by the memory's id, then by what was done. What made it
 * surer before it was corrected does not count.
 */
export function stepCounts(store: Store): Map<string, Map<string, { times: number; lastAt: number }>> {
  const found = store
    .sql(
      `select memory, did, count(*) as times, max(at) as lastAt from memory_step step
        where did <> 'trusted' or at > ifnull(
          (select max(at) from memory_step where memory = step.memory and did = 'corrected'), ${EVER})
        group by memory, did`,
    )
    .all() as unknown as { memory: string; did: string; times: number; lastAt: number }[];
  const counts = new Map<string, Map<string, { times: number; lastAt: number }>>();
  for (const { memory, did, times, lastAt } of found) {
    const of = counts.get(memory) ?? new Map();
    counts.set(memory, of.set(did, { times, lastAt }));
  }
  return counts;
}

/** When a person last rejected or reworded memories, by id; also of memories that are gone. */
export const flaggedMemories = (store: Store): Map<string, number> =>
  new Map(
    store
      .sql(
        `select memory, max(at) as at from memory_step where did in ('rejected', 'corrected') group by memory`,
      )
      .all()
      .map(({ memory, at }) => [memory as string, at as number]),
  );

/** When a memory was pruned for good; what was seen before that is no reason to learn it again. */
export const erasedAt = (store: Store, memory: string): number | null =>
  store.sql(`select max(at) as at from memory_step where memory = ? and did = 'erased'`).get(memory)!.at as
    | number
    | null;

const EVER = Number.MIN_SAFE_INTEGER;

const COLUMNS = 'memory, at, did, why, before, confidence';

const toStep = (found: Record<string, unknown>): MemoryEvent =>
  ({ ...found, why: readMessage(found.why as string) }) as unknown as MemoryEvent;
