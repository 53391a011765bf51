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
  if (there !== undefined) return { ...reinforce(store, there, memory, evidence ?? []), superseded: [] };
  const row = addMemory(store, memory, hash);
  const superseded = memory.key === null ? [] : supersede(store, row, memory);
  if (evidence) addEvidence(store, row, evidence);
  if (relations) addRelations(store, row, relations);
  if (metrics) setMetrics(store, row, metrics);
  if (vector) addVector(store, row, vector.model, vector.value);
  return { row, memory, did: 'added', superseded };
}

function reinforce(store: Store, row: Row, again: Memory, evidence: readonly Evidence[]) {
  const memory = memoryAt(store, row)!;
  if (evidence.length > 0) addEvidence(store, row, evidence);
  const gone =
    memory.status === 'deprecated' || (memory.expiresAt !== null && memory.expiresAt <= again.createdAt);
  if (!gone) return { row, memory, did: 'known' as const };
  const revived: Memory = {
    ...memory,
    status: again.status,
    expiresAt: again.expiresAt,
    confidence: Math.max(memory.confidence, again.confidence),
    updatedAt: again.createdAt,
  };
  replaceMemory(store, row, revived, hashOf(revived.text));
  return { row, memory: revived, did: 'revived' as const };
}

/** Deprecates older memories with the same key in the same scope, and ties the new one to them. */
function supersede(store: Store, row: Row, memory: Memory): string[] {
  const ids = deprecateByKey(store, row, memory);
  addRelations(
    store,
    row,
    ids.map((to) => ({ kind: 'supersedes', to, confidence: 1 })),
  );
  return ids;
}
