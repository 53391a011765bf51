import type { Status } from '@sqrl/base/model/memory.ts';
import { markStale } from '../codebase/shown.ts';
import { isRefused } from '../store/memory/changes.ts';
import { type MemoryFilter, memoriesWhere } from '../store/memory/filters.ts';
import type { Engine } from '../workspace/workspace.ts';
import type { Hit } from './find.ts';
import type { ShownHit } from './verbs/find.ts';

/**
 * Memories that hold words as they stand, latest first, for a person who looks for them: also those that were learned on a
 * branch that is not checked out, and where no other holds them those that are archived.
 */
export function holding(
  engine: Engine,
  words: Pick<MemoryFilter, 'phrase' | 'words'>,
  { filter, limit }: { filter: MemoryFilter; limit: number },
): ShownHit[] {
  const page = { now: engine.now(), limit, order: 'newest' } as const;
  const among = (statuses: Status[] | undefined) =>
    engine.indexedStores.flatMap((indexedStore) =>
      memoriesWhere(
        indexedStore.store,
        { whose: {}, ...filter, ...words, ...(statuses && { statuses }) },
        page,
      )
        // A person does not want to see what they refused or deleted.
        .filter(({ memory }) => !isRefused(indexedStore.store, memory.id))
        .map(({ row, memory }) => ({
          indexedStore,
          row,
          memory,
          score: 1,
          why: ['holds the words as they stand'],
        })),
    );
  const alive = among(filter.statuses);
  const found = alive.length > 0 || filter.statuses ? alive : among(['deprecated']);
  return markStale(found.sort((a, b) => b.memory.createdAt - a.memory.createdAt).slice(0, limit));
}

/** What is looked for as it stands: each of a few words, or a longer text as one. */
function literal(question: string): Pick<MemoryFilter, 'phrase' | 'words'> | undefined {
  const phrase = question.trim();
  if (phrase === '' || phrase.length > MAX_CHARS) return undefined;
  const words = phrase.split(/\s+/).flatMap((word) => word.replace(EDGES, '') || []);
  return words.length === 0 || words.length > MAX_WORDS ? { phrase } : { words };
}

const EDGES = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;
const MAX_WORDS = 5;
const MAX_CHARS = 500;

/**
 * What was found, with what holds every word as it stands and was not found: behind it, or first where nothing that was found
 * holds them; and the ids of all that does.
 */
export function withHolding<T extends Hit>(
  engine: Engine,
  found: readonly T[],
  question: string,
  page: { filter: MemoryFilter; limit: number },
): { hits: (T | ShownHit)[]; holds: ReadonlySet<string> } {
  const wanted = literal(question);
  const held = wanted ? holding(engine, wanted, page) : [];
  const holds = new Set(held.map(({ memory }) => memory.id));
  const known = new Set(found.map(({ memory }) => memory.id));
  const more = held.filter(({ memory }) => !known.has(memory.id));
  const isFound = more.length < held.length;
  const hits = isFound ? [...found, ...more] : [...more, ...found];
  return { hits: hits.slice(0, page.limit), holds };
}
