import type { Draft, Memory } from '@sqrl/base/model/memory.ts';
import { memoriesAt, memoryAt, type Row, rowsById } from '../../store/memory/memories.ts';
import { rowsByWords } from '../../store/memory/words.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import { findById } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { wordsOf } from './words.ts';

export interface ReplacedMemory {
  indexedStore: IndexedStore;
  row: Row;
  memory: Memory;
}

/**
 * The memory that is meant by an id or by words; undefined where no words are near enough to be sure. An id that no memory
 * has is a problem.
 */
export async function replacedMemory(engine: Engine, meant: string): Promise<ReplacedMemory | undefined> {
  const id = ID.exec(meant.trim())?.[1]?.toLowerCase();
  const isKnown = engine.indexedStores.some(
    ({ store }) => id !== undefined && rowsById(store, id).length > 0,
  );
  // Few ids have no figure in them, and few words look like one.
  if (id !== undefined && (isKnown || /\d/.test(id))) {
    const { indexedStore, row } = findById(engine, id);
    return { indexedStore, row, memory: memoryAt(indexedStore.store, row)! };
  }
  return wordForWord(engine, meant) ?? (await nearest(engine, meant));
}

/** "[Memory #k3…]", as agents cite it, or the id alone. */
const ID = /^\[?(?:memory\s*)?#?([0-9a-hjkmnp-tv-z]{8,12})\]?$/i;

/** The one that says just that, or in which it stands. */
function wordForWord(engine: Engine, meant: string): ReplacedMemory | undefined {
  const wanted = wordsOf(meant);
  if (wanted === '') return undefined;
  for (const indexedStore of engine.indexedStores) {
    const rows = rowsByWords(indexedStore.store, meant, { limit: MAX_CANDIDATES }).map(({ row }) => row);
    const found = memoriesAt(indexedStore.store, rows).find(
      ({ memory }) => isHeld(memory) && wordsOf(memory.text).includes(wanted),
    );
    if (found) return { indexedStore, ...found };
  }
  return undefined;
}

const MAX_CANDIDATES = 20;

/** The nearest by its meaning, where it is near. */
async function nearest(engine: Engine, meant: string): Promise<ReplacedMemory | undefined> {
  const vector = (await engine.meaning.ofMemories([meant]))?.[0];
  if (!vector) return undefined;
  const all = engine.indexedStores.flatMap((indexedStore) =>
    indexedStore.index
      .nearest(vector, NEAREST)
      .flatMap(({ row, score }) =>
        memoriesAt(indexedStore.store, [row]).map(({ memory }) => ({ indexedStore, row, memory, score })),
      ),
  );
  const [best] = all
    .filter(({ memory, score }) => isHeld(memory) && score >= MIN_LIKENESS)
    .sort((a, b) => b.score - a.score);
  return best;
}

const NEAREST = 5;
/** Amended decisions are this near to what they amend, and texts of other matters are not. */
const MIN_LIKENESS = 0.6;

const isHeld = ({ status }: Memory): boolean => status !== 'deprecated';

/** What takes the place of a memory is of its sort and holds where it did, unless somebody says otherwise. */
export const inPlaceOf = (draft: Draft, replaced: Memory | undefined): Draft =>
  replaced
    ? {
        type: replaced.type,
        ...(draft.scope === undefined && { scope: replaced.scope, scopeOf: replaced.scopeOf }),
        ...draft,
      }
    : draft;

export function withReason(draft: Draft, because: string | undefined, at: number): Draft {
  const quote = because?.trim();
  if (!quote) return draft;
  const [proof, ...more] = draft.evidence ?? [
    { proof: 'explicit_statement', episode: null, events: [], quote: null, at },
  ];
  return { ...draft, evidence: proof ? [{ ...proof, quote }, ...more] : [] };
}
