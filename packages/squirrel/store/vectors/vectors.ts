import type { Store } from '@sqrl/base/sqlite/store.ts';
import { countVectorsOf, putVector, vectorsOf } from '@sqrl/base/sqlite/vectors/table.ts';
import { projectState } from '../marks.ts';
import type { Row } from '../memory/memories.ts';

/** Kinds whose vectors may be removed while another process holds them in memory. */
export type RemovableKind = 'memory' | 'passage';

const COUNTER = { memory: 'vectors', passage: 'swept' } as const;

/** Counts what others removed of a store's vectors; what was added since they find by its row. */
export const removalsByOthers = (store: Store, kind: RemovableKind): number =>
  Number(projectState(store, COUNTER[kind]) ?? 0) - (kind === 'memory' ? (own.get(store) ?? 0) : 0);

/** Lets other processes know that vectors they hold in memory are gone. */
export const noteRemoval = (store: Store, kind: RemovableKind): void =>
  void store.run`insert into mark (kind, name, value) values ('state', ${COUNTER[kind]}, 1)
    on conflict (kind, name) do update set value = value + 1`;

/** Vectors of memories removed through each store. */
const own = new WeakMap<Store, number>();

/** Writes a memory's vector, in place of the one it had. */
export const setVector = (store: Store, row: Row, model: string, vector: Float32Array): void =>
  putVector(store, { kind: 'memory', of: row, model, vector });

export function removeVector(store: Store, row: Row): void {
  if (store.run`delete from vector where kind = 'memory' and of = ${row}`.changes === 0) return;
  noteRemoval(store, 'memory');
  own.set(store, (own.get(store) ?? 0) + 1);
}

/** A memory's vector and the model it is of. */
export function vectorAt(store: Store, row: Row): { model: string; value: Float32Array } | undefined {
  const model = store.value<
    string | undefined
  >`select model from vector where kind = 'memory' and of = ${row}`;
  return model === undefined ? undefined : { model, value: memoryVectors(store, model, [row]).get(row)! };
}

/** The vectors of some memories, as far as they are of one model. */
export const memoryVectors = (store: Store, model: string, rows: readonly Row[]): Map<Row, Float32Array> =>
  vectorsOf(store, { kind: 'memory', model, of: rows });

/** Memories that have no vector of this model, oldest first. */
export const rowsWithoutVector = (store: Store, model: string, limit: number): Row[] =>
  store.column`select memory.row from memory left join vector on kind = 'memory' and of = memory.row
    and model = ${model}
    where vector.row is null order by memory.row limit ${limit}`;

export const countVectors = (store: Store, model: string): number => countVectorsOf(store, 'memory', model);
