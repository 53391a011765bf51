import { isDeepStrictEqual } from 'node:util';
import type { Evidence, Memory, Metrics, Relation } from '../model/memory.ts';
import {
  addEvidence,
  addMemory,
  addRelations,
  memoryAt,
  type Row,
  replaceMemory,
  rivalsOf,
  rowByHash,
  setMetrics,
} from '../store/memories.ts';
import { addStep } from '../store/memory-steps.ts';
import type { Store } from '../store/store.ts';
import { addVector } from '../store/vectors.ts';
import { hashOf } from './clean.ts';
import { trustOf } from './gate/trust.ts';

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
  return { row, did: 'added', ...supersede(store, row, memory) };
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
  return { row, did: gone ? 'revived' : 'known', ...supersede(store, row, merged) };
}

/**
 * Deprecates older memories with the same key in the same scope, and ties this one to them. Where one of them is more
 * trustworthy it stays, and this one waits for a person who says which is right. One that comes in deprecated, as history
 * does, takes nobody's place. `byPerson`: a person does it, whoever said it first.
 */
export function supersede(
  store: Store,
  row: Row,
  memory: Memory,
  { byPerson = memory.source === 'user_taught' }: { byPerson?: boolean } = {},
): { superseded: string[]; memory: Memory } {
  if (memory.key === null || memory.status === 'deprecated') return { superseded: [], memory };
  const [higher, others] = partition(
    rivalsOf(store, row, memory),
    (rival) => !byPerson && trustOf(rival.memory) > trustOf(memory),
  );
  for (const rival of others) {
    const older = { ...rival.memory, status: 'deprecated' as const, updatedAt: memory.updatedAt };
    replaceMemory(store, rival.row, older, hashOf(older.text));
    const why = `replaced by ${memory.id}`;
    const { id, confidence } = older;
    addStep(store, { memory: id, at: memory.updatedAt, did: 'superseded', why, before: null, confidence });
  }
  const tie = (kind: Relation['kind'], rivals: typeof others) =>
    rivals.map(({ memory: { id } }): Relation => ({ kind, to: id, confidence: 1 }));
  addRelations(store, row, [...tie('supersedes', others), ...tie('conflicts', higher)]);
  const superseded = others.map((rival) => rival.memory.id);
  if (higher.length === 0 || memory.needsReview) return { superseded, memory };
  const disputed = { ...memory, needsReview: true };
  replaceMemory(store, row, disputed, hashOf(disputed.text));
  return { superseded, memory: disputed };
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
