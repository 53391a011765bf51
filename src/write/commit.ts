import { isDeepStrictEqual } from 'node:util';
import type { Evidence, Memory, Metrics, Relation } from '../model/memory.ts';
import {
  addEvidence,
  addMemory,
  addRelations,
  deprecateByKey,
  memoryAt,
  type Row,
  replaceMemory,
  rowByHash,
  setMetrics,
} from '../store/memories.ts';
import type { Store } from '../store/store.ts';
import { addVector } from '../store/vectors.ts';
import { hashOf } from './clean.ts';

/** A memory on its way into a store, with what hangs on it. */
export interface Arrival {
  memory: Memory;
  evidence?: readonly Evidence[];
  relations?: readonly Relation[];
  metrics?: Metrics;
  vector?: { model: string; value: Float32Array };
}

/** What became of an arrival. */
export interface Committed {
  row: Row;
  memory: Memory;
  did: 'added' | 'known' | 'revived';
  superseded: string[];
}

/**
 * Writes a memory, unless its scope knows the same text already: then the proof is added to the one there is,
 * and one that was deprecated or had expired lives again. Runs inside the caller's transaction.
 */
export function commit(store: Store, { memory, evidence, relations, metrics, vector }: Arrival): Committed {
  const hash = hashOf(memory.text);
  const there = rowByHash(store, memory, hash);
  if (there !== undefined) return reinforce(store, there, memory, evidence ?? []);
  const row = addMemory(store, memory, hash);
  if (evidence) addEvidence(store, row, evidence);
  if (relations) addRelations(store, row, relations);
  if (metrics) setMetrics(store, row, metrics);
  if (vector) addVector(store, row, vector.model, vector.value);
  return { row, memory, did: 'added', superseded: supersede(store, row, memory) };
}

/** Adds what is said again to what is there. */
function reinforce(store: Store, row: Row, again: Memory, evidence: readonly Evidence[]): Committed {
  const memory = memoryAt(store, row)!;
  if (evidence.length > 0) addEvidence(store, row, evidence);
  const gone =
    memory.status === 'deprecated' || (memory.expiresAt !== null && memory.expiresAt <= again.createdAt);
  const merged: Memory = {
    ...memory,
    key: again.key ?? memory.key,
    tags: [...new Set([...memory.tags, ...again.tags])],
    files: [...new Set([...memory.files, ...again.files])],
    symbols: [...new Set([...memory.symbols, ...again.symbols])],
    pinned: memory.pinned || again.pinned,
    confidence: Math.max(memory.confidence, again.confidence),
    ...(gone && { status: again.status, expiresAt: again.expiresAt }),
  };
  if (!isDeepStrictEqual(merged, memory)) {
    merged.updatedAt = again.createdAt;
    replaceMemory(store, row, merged, hashOf(merged.text));
  }
  return { row, memory: merged, did: gone ? 'revived' : 'known', superseded: supersede(store, row, merged) };
}

/**
 * Deprecates older memories with the same key in the same scope, and ties this one to them.
 * One that comes in deprecated, as history does, takes nobody's place.
 */
export function supersede(store: Store, row: Row, memory: Memory): string[] {
  if (memory.key === null || memory.status === 'deprecated') return [];
  const ids = deprecateByKey(store, row, memory);
  addRelations(
    store,
    row,
    ids.map((to) => ({ kind: 'supersedes', to, confidence: 1 })),
  );
  return ids;
}
