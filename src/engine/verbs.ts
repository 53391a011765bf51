import { contextualText } from '../embed/context.ts';
import type { FullMemory, Memory } from '../model/memory.ts';
import { Problem } from '../model/problem.ts';
import { eraseDailyLogs, eraseFromDailyLogs } from '../notes/daily-log.ts';
import type { Shelf } from '../recall/find.ts';
import { eraseStore, scrub } from '../store/erase.ts';
import { countWhere, type Filter, memoriesWhere, type Order } from '../store/filters.ts';
import {
  addMemory,
  countMemories,
  fullMemoryAt,
  memoryAt,
  moveBelongings,
  type Row,
  removeMemory,
  replaceMemory,
  rowByHash,
} from '../store/memories.ts';
import { forgetProject } from '../store/projects.ts';
import { removeVector, setVector } from '../store/vectors.ts';
import { clean, hashOf } from '../write/clean.ts';
import { redactDraft } from '../write/redact-draft.ts';
import type { Engine } from './engine.ts';
import { lookUp } from './lookup.ts';
import { shelfFor } from './remember.ts';

/** Everything about one memory; looking is noted. */
export function get(engine: Engine, id: string): FullMemory {
  const { shelf, row } = lookUp(engine, id);
  engine.seen(shelf, [{ row, at: engine.now(), way: 'get', score: null, question: null }]);
  return fullMemoryAt(shelf.store, row)!;
}

/** Changes what is given and leaves the rest; a new text is redacted and embedded as a new memory's would be. */
export async function change(engine: Engine, id: string, given: Partial<Memory>) {
  const { shelf, row } = lookUp(engine, id);
  const { draft: safe, found } = await redactDraft(given);
  const before = memoryAt(shelf.store, row)!;
  const memory: Memory = { ...before, ...safe, updatedAt: engine.now() };
  memory.text = clean(memory.text);
  if (memory.text === '')
    throw new Problem('The text would be empty.', 'To remove a memory use `sqrl forget`.');
  const to = shelfFor(engine, memory);
  const hash = hashOf(memory.text);
  const twin = rowByHash(to.store, memory, hash);
  if (twin !== undefined && !(to === shelf && twin === row))
    throw new Problem(
      `Another memory says the same already: ${memoryAt(to.store, twin)!.id}.`,
      `Forget one of the two: \`sqrl forget ${before.id}\`.`,
    );
  const [vector] = (await engine.meaning.ofMemories([contextualText(memory)])) ?? [];
  if (to === shelf)
    shelf.store.transaction(() => {
      replaceMemory(shelf.store, row, memory, hash);
      if (vector) setVector(shelf.store, row, engine.meaning.model, vector);
      else removeVector(shelf.store, row);
    });
  const now = to === shelf ? row : move();
  if (vector) to.index.set(now, vector);
  else to.index.remove(now);
  return { memory, redacted: found };

  /** Between two files there is no common transaction: it is added there first, so that a crash leaves two, not none. */
  function move() {
    const whole = fullMemoryAt(shelf.store, row)!;
    const there = to.store.transaction(() => {
      const added = addMemory(to.store, memory, hash);
      moveBelongings(to.store, added, whole);
      if (vector) setVector(to.store, added, engine.meaning.model, vector);
      return added;
    });
    remove(shelf, row);
    return there;
  }
}

/** Pins a memory, so that it never fades, or unpins it. */
export function pin(engine: Engine, id: string, pinned: boolean): Memory {
  const { shelf, row } = lookUp(engine, id);
  const memory = { ...memoryAt(shelf.store, row)!, pinned, updatedAt: engine.now() };
  shelf.store.transaction(() => replaceMemory(shelf.store, row, memory, hashOf(memory.text)));
  return memory;
}

/** Forgets memories for good: rows, words, vectors, looks and log lines. All ids must be known, or nothing happens. */
export function forget(engine: Engine, ids: readonly string[]): Memory[] {
  engine.flush();
  const places = ids.map((id) => lookUp(engine, id));
  const forgotten = places.flatMap(({ shelf, row }) => {
    const memory = memoryAt(shelf.store, row);
    if (memory) remove(shelf, row);
    return memory ? [memory] : [];
  });
  for (const { store } of engine.shelves) scrub(store);
  eraseFromDailyLogs(
    engine.home.daily,
    forgotten.map(({ id }) => id),
  );
  return forgotten;
}

/** Erases everything of the project, of the user, or of both; copies and logs too. */
export function forgetAll(engine: Engine, of: 'project' | 'user' | 'both'): number {
  engine.flush();
  if (of === 'project' && !engine.project)
    throw new Problem(
      'There is no project here.',
      'Say --global to erase what is remembered everywhere.',
      'usage',
    );
  const shelves = engine.shelves.filter(
    (shelf) => of === 'both' || (of === 'user' ? shelf === engine.user : shelf === engine.own),
  );
  let forgotten = 0;
  for (const { store, index } of shelves) {
    const ids = memoriesWhere(store, ANY, { now: engine.now(), limit: -1, order: 'oldest' }).map(
      ({ memory }) => memory.id,
    );
    forgotten += countMemories(store);
    eraseStore(store);
    index.drop();
    eraseFromDailyLogs(engine.home.daily, ids);
  }
  if (of === 'both') eraseDailyLogs(engine.home.daily);
  if (of !== 'user' && engine.project) forgetProject(engine.user.store, engine.project.id);
  return forgotten;
}

/** Memories that a filter lets through, over both shelves. */
export function list(
  engine: Engine,
  { filter, limit, offset, order }: { filter: Filter; limit: number; offset: number; order: Order },
): { memories: Memory[]; total: number } {
  engine.flush();
  const now = engine.now();
  const total = engine.shelves.reduce((sum, { store }) => sum + countWhere(store, filter, now), 0);
  const all = engine.shelves.flatMap(({ store }) =>
    memoriesWhere(store, filter, { now, limit: offset + limit, order }),
  );
  const by = {
    newest: (m: (typeof all)[0]) => -m.memory.createdAt,
    oldest: (m: (typeof all)[0]) => m.memory.createdAt,
    used: (m: (typeof all)[0]) => -m.lastUsedAt,
  }[order];
  return {
    total,
    memories: all
      .sort((a, b) => by(a) - by(b))
      .slice(offset, offset + limit)
      .map(({ memory }) => memory),
  };
}

/** Lets everything through, whatever its state. */
export const ANY: Filter = { statuses: ['provisional', 'active', 'deprecated'], expired: true };

/** Removes a memory with its vector, from the file and from memory. */
export function remove({ store, index }: Shelf, row: Row): void {
  store.transaction(() => {
    removeVector(store, row);
    removeMemory(store, row);
  });
  index.remove(row);
}
