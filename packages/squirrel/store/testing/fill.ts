import type { Store } from '@sqrl/base/sqlite/query.ts';
import { addEvidence, addRelations, setMetrics } from '../memory/belongings.ts';
import { addMemory } from '../memory/memories.ts';
import { openStore } from '../open.ts';
import { aMemory } from './a-memory.ts';

/** Noon of some day; tests have a clock of their own. */
export const NOON = Date.UTC(2026, 10, 14, 12);

/** Opens a store at noon. */
export const openAtNoon = (path: string): Store => openStore(path, { now: () => NOON });

/** Adds a memory as it is learned from a session, with all that hangs on one, in one transaction. */
export function keep(store: Store, id: string, text: string, at = 1): void {
  store.transaction(() => {
    const row = addMemory(
      store,
      aMemory({ id, text, source: 'user_said', createdAt: at, updatedAt: at }),
      `hash of ${id} ${text}`,
    );
    addEvidence(store, row, [{ proof: 'explicit_statement', episode: null, events: [], quote: text, at }]);
    addRelations(store, row, [{ kind: 'derived_from', to: `src/${id}.ts`, confidence: 1 }]);
    setMetrics(store, row, { opportunities: 1, uses: 1, regretHits: 0, regretSaved: 0, lastUsedAt: at });
  });
}

/** Adds many memories, `m0000` and on. */
export function keepMany(store: Store, count: number, from = 0): void {
  store.transaction(() => {
    for (let n = from; n < from + count; n++) keep(store, idOf(n), sampleText(n), n);
  });
}

export const idOf = (n: number): string => `m${String(n).padStart(4, '0')}`;

/** A text on one of seven topics, long enough that a page holds only a few. */
export const sampleText = (n: number): string =>
  `Memory number ${n} tells of ${`the ${TOPICS[n % 7]}, then of `.repeat(12)}the end`;

/** The ids a store holds, in order. */
export const idsIn = (store: Store): string[] =>
  store
    .sql('select id from memory order by id')
    .all()
    .map(({ id }) => id as string);

const TOPICS = ['harbour', 'lantern', 'orchard', 'glacier', 'violin', 'pepper', 'compass'];
