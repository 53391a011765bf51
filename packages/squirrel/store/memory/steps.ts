import type { Memory } from '@sqrl/base/model/memory.ts';
import { anyOf, matches } from '@sqrl/base/sqlite/full-text.ts';
import { as, flag, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { type FoundMemory, foundMemory, memoryColumns, type Row } from './memories.ts';

export interface MemoryEvent {
  memory: string;
  at: number;
  /** In a word or two: learned, promoted, corrected, erased… */
  did: string;
  why: string;
  /** Its text before, where that changed. */
  before: string | null;
  confidence: number | null;
}

export function addStep(store: Store, { memory, at, did, why, before, confidence }: MemoryEvent): void {
  store.insert('memory_step', { memory, at, did, why: why, before, confidence });
}

export const stepsOfMemory = (store: Store, memory: string): MemoryEvent[] =>
  store.rows`select ${raw(COLUMNS)} from memory_step where memory = ${memory} order by at, row`.map(toStep);

/** Ids of memories that agents ask to delete, that two people reworded at once or that one disputes, and no person has answered yet. */
export const openSuggestions = (store: Store): { id: string }[] =>
  store.rows`select distinct memory as id from memory_step as asked where did in (${SUGGESTED},
      ${WORDED_APART}, ${DISPUTED})
    and exists (select 1 from memory where id = asked.memory and status <> 'deprecated')
    and not exists (select 1 from memory_step as later where later.memory = asked.memory
      and later.row > asked.row and (later.did in ('confirmed', 'corrected', 'rejected', 'dispute closed',
        ${SUGGESTED}, ${WORDED_APART}, ${DISPUTED})))`;

/** How a step is called in which an agent asks to have a memory forgotten that it did not write. */
export const SUGGESTED = 'asked to forget';

/** How a step is called in which a shared memory has two wordings, neither from the other. The newer is used meanwhile. */
export const WORDED_APART = 'worded apart';

/** How a step is called in which a person says that a shared memory is wrong. */
export const DISPUTED = 'disputed';

/** How a step is called in which an agent was asked whether a person's sentence holds beyond its task, and the one in which it said so. */
export const ASKED_AGENT = 'asked an agent';
export const LASTING = 'taken as lasting';

/** Ids of memories that an agent took as lasting and no person has reworded or rejected since. */
export const takenAsLasting = (store: Store): Set<string> =>
  new Set(
    store.column<string>`select memory from memory_step as taken where did = ${LASTING}
      and not exists (select 1 from memory_step as later where later.memory = taken.memory
        and later.row > taken.row and later.did in ('corrected', 'rejected'))`,
  );

/** Whole ids that begin with some letters and have steps, also of memories that are gone; two at most. */
export const idsWithSteps = (store: Store, letters: string): string[] =>
  store.column`select distinct memory from memory_step where memory >= ${letters} and memory <
    ${`${letters}\u{10ffff}`} limit 2`;

/**
 * How often each thing happened to each memory, and when last: by the memory's id, then by what was done. What made it
 * surer before it was corrected does not count.
 */
export function stepCounts(store: Store): Map<string, Map<string, { times: number; lastAt: number }>> {
  const found = store.rows<{
    memory: string;
    did: string;
    times: number;
    lastAt: number;
  }>`select memory, did, count(*) as times, max(at) as lastAt from memory_step step
    where did <> 'trusted' or at > ifnull(
      (select max(at) from memory_step where memory = step.memory and did = 'corrected'), ${EVER})
    group by memory, did`;
  const counts = new Map<string, Map<string, { times: number; lastAt: number }>>();
  for (const { memory, did, times, lastAt } of found) {
    const of = counts.get(memory) ?? new Map();
    counts.set(memory, of.set(did, { times, lastAt }));
  }
  return counts;
}

/** When a person last rejected or reworded memories, by id; also of memories that are gone. */
export const flaggedMemories = (store: Store): Map<string, number> =>
  store.pairs`select memory, max(at) as at from memory_step where did in ('rejected', 'corrected')
    group by memory`;

/** When a memory was pruned for good; what was seen before that is no reason to learn it again. */
export const erasedAt = (store: Store, memory: string): number | null =>
  store.value`select max(at) as at from memory_step where memory = ${memory} and did = 'erased'`;

const EVER = Number.MIN_SAFE_INTEGER;

const COLUMNS = 'memory, at, did, why, before, confidence';

const toStep = as<MemoryEvent>();

export interface HeldMemory extends FoundMemory {
  saidAt: number;
}

export const heldMemories = (store: Store): HeldMemory[] =>
  store.rows`select ${raw(memoryColumns)},
    max(created_at, ifnull((select max(at) from evidence where evidence.memory = memory.row), 0)) as said_at
    from memory where status <> 'deprecated' order by row`.map(foundMemory<HeldMemory>);

export const replacedBy = (store: Store, row: Row): string[] =>
  store.column`select target from relation where memory = ${row} and kind = 'supersedes' order by target`;

/** Rows of the memories that replaced the one with an id, those that hold first, then the newest. */
export const replacersOf = (store: Store, id: string): Row[] =>
  store.column`select memory.row from relation join memory on memory.row = relation.memory
    where relation.kind = 'supersedes' and relation.confidence = 1 and target = ${id}
    order by memory.status = 'deprecated', memory.updated_at desc, memory.id`;

export const eventsKnown = (store: Store, ids: readonly string[]): Set<string> =>
  new Set(
    store.column<string>`select lower(hex(id)) as id from event where id in (select unhex(value)
      from json_each(${ids}) where value is not null)`,
  );

/** Rows of the memories that have a key, or one of some words, or one that begins so. */
export const rowsOnMatter = (
  store: Store,
  { key, words }: { key: string | null; words: readonly string[] },
): Row[] => [
  ...(key === null ? [] : store.column<Row>`select row from memory where key = ${key}`),
  // Whole words and beginnings of words: to look into every text would take longer with each memory there is.
  ...(words.length === 0
    ? []
    : matches(store, 'memory_words', words.map((word) => `${anyOf([word])} *`).join(' OR '))),
];

export const heldAmong = (
  store: Store,
  rows: readonly Row[],
  { scope, scopeOf }: Pick<Memory, 'scope' | 'scopeOf'>,
): FoundMemory[] =>
  store.rows`select ${raw(memoryColumns)} from memory where row in (select value from json_each(${rows}))
    and scope = ${scope} and ifnull(scope_of, '') = ${scopeOf ?? ''} and status <> 'deprecated' order by row`.map(
    foundMemory,
  );

/** Sentences of an episode that memories were made of which others have replaced since. */
export const replacedQuotes = (store: Store, episode: string): string[] =>
  store.column`select distinct quote from evidence join memory on memory.row = evidence.memory
    where episode = ${episode} and quote is not null and status = 'deprecated'
      and exists (select 1 from memory_step where memory_step.memory = memory.id and did = 'superseded')
      and quote not in (select quote from evidence join memory on memory.row = evidence.memory
        where episode = ${episode} and quote is not null and status <> 'deprecated')`;

/** A memory with what its life depends on. */
export interface LivingMemory extends FoundMemory {
  lastUsedAt: number | null;
  /** When the last proof of it was seen. */
  seenAt: number | null;
  /** A newer memory took its place. */
  isHistory: boolean;
  /** It contradicts another memory, and the conflict is unresolved. */
  isDisputed: boolean;
}

export const livingMemories = (store: Store): LivingMemory[] =>
  store.rows`select ${raw(memoryColumns)}, (select last_used_at from metrics
    where memory = memory.row) as last_used_at,
    (select max(at) from evidence where evidence.memory = memory.row) as seen_at,
    id in (select target from relation where kind = 'supersedes' and confidence = 1) as is_history,
    exists (select 1 from relation where relation.memory = memory.row and kind = 'conflicts') as is_disputed
    from memory order by row`.map((found) =>
    as<LivingMemory>({ isHistory: flag, isDisputed: flag })(foundMemory(found)),
  );

/** Changes what life has made of a memory; what it says stays. */
export function setLife(store: Store, row: Row, memory: Memory): void {
  const { status, tier, confidence, needsReview, expiresAt, branch, verified, updatedAt } = memory;
  store.run`update memory set status = ${status}, tier = ${tier}, confidence = ${confidence},
    needs_review = ${needsReview}, expires_at = ${expiresAt}, branch = ${branch}, verified = ${verified},
    updated_at = ${updatedAt} where row = ${row}`;
}
