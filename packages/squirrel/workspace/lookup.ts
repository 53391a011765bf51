import { digitsOfSaid, SAID_PREFIX } from '@sqrl/base/model/citation.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { nearnessAmong } from '@sqrl/base/sqlite/vectors/among.ts';
import type { QuantizedVector } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { memoryAt, type Row, rowById, rowsById } from '../store/memory/memories.ts';
import { type CitedMessage, messagesByDigits } from '../store/passages/passages.ts';
import type { IndexedStore } from './indexed-store.ts';
import type { Engine } from './workspace.ts';

/** Where the memory with an id lies. The beginning of an id will do while only one begins so. */
export function findById(engine: Engine, id: string): { indexedStore: IndexedStore; row: Row } {
  const wanted = id.toLowerCase();
  const found = engine.indexedStores.flatMap((indexedStore) =>
    rowsById(indexedStore.store, wanted).map((row) => ({ indexedStore, row })),
  );
  if (found.length === 0)
    throw new Problem(
      `No memory has the id ${id}.`,
      `\`sqrl ask --hits --exact WORDS\` finds memories by their words. This one may belong to another project.`,
      'not_found',
    );
  if (found.length > 1 && !isWhole(wanted))
    throw new Problem(`Several memories have ids that start with ${id}.`, 'Type more characters of the id.');
  return found[0]!;
}

/** The same with the memory itself, as it is now. */
export function findMemory(
  engine: Engine,
  id: string,
): { indexedStore: IndexedStore; row: Row; memory: Memory } {
  const { indexedStore, row } = findById(engine, id);
  return { indexedStore, row, memory: memoryAt(indexedStore.store, row)! };
}

export interface StoredMemory {
  store: Store;
  row: Row;
  memory: Memory;
}

/** The memories with exactly this id; what holds everywhere may lie in several stores. */
export const storedMemories = (stores: readonly Store[], id: string): StoredMemory[] =>
  stores.flatMap((store) => {
    const row = rowById(store, id);
    const memory = row === undefined ? undefined : memoryAt(store, row);
    return memory ? [{ store, row: row!, memory }] : [];
  });

/** The project's store before the user's. */
export const storesOf = ({ indexedStores }: Pick<Engine, 'indexedStores'>): Store[] =>
  indexedStores.map(({ store }) => store);

const isWhole = (id: string) => id.length >= 12;

/** Where the message with an id lies. The first digits will do while only one message begins so. */
export function findMessage(engine: Engine, id: string): { store: Store; message: CitedMessage } {
  const digits = digitsOfSaid(id);
  const found = engine.indexedStores.flatMap(({ store }) =>
    messagesByDigits(store, digits, MAX_CANDIDATES + 1).map((message) => ({ store, message })),
  );
  if (found.length === 0)
    throw new Problem(
      `No message has the id ${SAID_PREFIX}${digits}.`,
      'It may belong to another project, or its session was erased; `sqrl history sessions` lists the sessions of this one.',
      'not_found',
    );
  if (found.length > 1)
    throw new Problem(
      `Several messages have ids that start with ${SAID_PREFIX}${digits}.`,
      `Type more digits of the id: ${found
        .slice(0, MAX_CANDIDATES)
        .map(({ message }) => candidate(message))
        .join(', ')}${found.length > MAX_CANDIDATES ? ', …' : '.'}`,
    );
  return found[0]!;
}

const MAX_CANDIDATES = 5;

const candidate = ({ event, speaker, at }: CitedMessage): string =>
  `${SAID_PREFIX}${event} (${speaker}, ${new Date(at).toISOString().slice(0, 10)})`;

interface LocatedMemory {
  indexedStore: IndexedStore;
  row: Row;
}

/** Says how near two of some memories are in meaning; nought where one of them has no vector yet. */
export function likenessAmong<T extends LocatedMemory>(hits: readonly T[]): (a: T, b: T) => number {
  const coded: (QuantizedVector | undefined)[] = [];
  for (const [{ index }, some] of Map.groupBy(hits.entries(), ([, { indexedStore }]) => indexedStore)) {
    const vectors = index.codedAt(some.map(([, { row }]) => row));
    for (const [i, [place]] of some.entries()) coded[place] = vectors[i];
  }
  const places = new Map(hits.map((hit, place) => [hit, place]));
  const near = nearnessAmong(coded);
  return (a, b) => near(places.get(a)!, places.get(b)!);
}
