import { isDeepStrictEqual } from 'node:util';
import type { Evidence, Memory, Relation } from '../model/memory.ts';
import { type KeptDraft, setFate } from '../store/drafts.ts';
import {
  addEvidence,
  addMemory,
  evidenceAt,
  memoryAt,
  metricsAt,
  type Row,
  removeMemory,
  replaceEvidence,
  replaceMemory,
  replaceRelations,
  rowByHash,
  rowById,
} from '../store/memories.ts';
import { addStep } from '../store/memory-steps.ts';
import type { Store } from '../store/store.ts';
import { removeVector, setVector } from '../store/vectors.ts';
import { hashOf } from './clean.ts';
import { REFUSED } from './gate/validation.ts';
import type { Decision } from './gate.ts';

/** What the gate decided of a draft, and what it needs to be written. */
export interface Sentence {
  draft: KeptDraft;
  decision: Decision;
  vector: { model: string; value: Float32Array } | undefined;
}

/** What was changed among the memories. */
export interface Written {
  learnt: string[];
  changed: string[];
  superseded: string[];
  withdrawn: string[];
}

/** Where a memory lives: what holds everywhere lies in another file. */
export type StoreFor = (memory: Pick<Memory, 'scope'>) => Store;

/**
 * Makes the memories what the gate decided, inside the caller's transaction. Only what the gate changed its mind about is
 * touched: what people, and time, have done to a memory since is theirs. Done twice it changes nothing.
 */
export function carryOut(home: Store, storeFor: StoreFor, sentences: readonly Sentence[]): Written {
  const written: Written = { learnt: [], changed: [], superseded: [], withdrawn: [] };
  const proofs = proofsOf(sentences);
  const relations = relationsOf(sentences);
  for (const { draft, decision, vector } of sentences) {
    const { id } = draft;
    if (decision.did !== 'kept') {
      // What a person has refused is theirs to keep or to forget.
      const isTheirs = decision.did === 'dropped' && decision.reason === REFUSED;
      if (draft.wanted !== null && !isTheirs) withdraw(storesOf(home, storeFor), id, draft.lastAt, written);
      const memory = decision.did === 'reinforces' ? decision.memory : null;
      if (memory !== null) reinforce(storesOf(home, storeFor), memory, proofs);
      const kept = isTheirs ? { memory: draft.memory, wanted: draft.wanted } : { memory, wanted: null };
      note(home, draft, { step: decision.step, reason: decision.reason, ...kept });
      continue;
    }
    const wanted = wantedOf(decision, draft.sessions);
    const store = storeFor(decision.memory);
    const row = rowById(store, id);
    const twin = rowByHash(store, decision.memory, hashOf(decision.memory.text));
    if (twin !== undefined && twin !== row) {
      const other = memoryAt(store, twin)!.id;
      if (draft.wanted !== null) withdraw([store], id, draft.lastAt, written);
      reinforce([store], other, new Map([[other, decisionProof(draft)]]));
      note(home, draft, {
        step: 'novelty',
        reason: `says the same as ${other}`,
        memory: other,
        wanted: null,
      });
      continue;
    }
    const there =
      row === undefined
        ? add(store, { ...decision.memory, ...statusOf(wanted) }, draft, written)
        : merge(store, row, draft, wanted, decision, written);
    replaceEvidence(store, there, proofs.get(id) ?? []);
    replaceRelations(store, there, ['supersedes', 'conflicts'], relations.get(id) ?? []);
    if (vector && (row === undefined || memoryAt(store, there)!.text === wanted.text))
      setVector(store, there, vector.model, vector.value);
    note(home, draft, { step: null, reason: null, memory: id, wanted: JSON.stringify(wanted) });
  }
  return written;
}

/** Takes back memories of drafts that are gone: what was seen no longer says so. */
export function withdrawAll(
  stores: readonly Store[],
  ids: readonly string[],
  at: number,
  written: Written,
): void {
  for (const id of ids) withdraw(stores, id, at, written);
}

/** A memory as the gate wants it. What is not in here is for others to decide. */
type Wanted = Pick<
  Memory,
  | 'type'
  | 'status'
  | 'polarity'
  | 'key'
  | 'text'
  | 'tags'
  | 'files'
  | 'symbols'
  | 'confidence'
  | 'needsReview'
  | 'tainted'
  | 'expiresAt'
  | 'trigger'
  | 'branch'
  | 'createdAt'
  | 'updatedAt'
> & { sessions: number; standing: string };

function wantedOf({ memory, standing }: Decision & { did: 'kept' }, sessions: number): Wanted {
  const { type, polarity, key, text, tags, files, symbols, confidence, tainted, expiresAt, trigger } = memory;
  return {
    type,
    status: standing.stands === 'replaced' ? 'deprecated' : memory.status,
    polarity,
    key,
    text,
    tags,
    files,
    symbols,
    confidence,
    needsReview: memory.needsReview || standing.stands === 'disputes',
    tainted,
    expiresAt,
    trigger,
    branch: memory.branch,
    createdAt: memory.createdAt,
    updatedAt: memory.updatedAt,
    sessions,
    standing: JSON.stringify(standing),
  };
}

const statusOf = ({ status, needsReview }: Wanted) => ({ status, needsReview });

function add(store: Store, memory: Memory, draft: KeptDraft, written: Written): Row {
  const row = addMemory(store, memory, hashOf(memory.text));
  const { id, createdAt: at, confidence } = memory;
  const often = draft.sessions === 1 ? 'in one session' : `in ${draft.sessions} sessions`;
  addStep(store, {
    memory: id,
    at,
    did: 'learnt',
    why: `${draft.signal}, seen ${often}`,
    before: null,
    confidence,
  });
  written.learnt.push(id);
  return row;
}

/** Brings a memory from what the gate wanted before to what it wants now. */
function merge(
  store: Store,
  row: Row,
  draft: KeptDraft,
  wanted: Wanted,
  { standing, because, memory: decided }: Decision & { did: 'kept' },
  written: Written,
): Row {
  const memory = memoryAt(store, row)!;
  const before = draft.wanted === null ? undefined : (JSON.parse(draft.wanted) as Wanted);
  const next: Memory = { ...memory };
  for (const field of MERGED)
    if (!before || !isDeepStrictEqual(before[field], wanted[field]))
      Object.assign(next, { [field]: wanted[field] });
  // It had faded away, and was seen again.
  if (
    before &&
    memory.status === 'deprecated' &&
    wanted.status !== 'deprecated' &&
    wanted.sessions > before.sessions
  )
    next.status = wanted.status;
  if (isDeepStrictEqual(next, memory)) return row;
  replaceMemory(store, row, next, hashOf(next.text));
  const step = { memory: memory.id, at: wanted.updatedAt, confidence: next.confidence };
  if (next.status === 'deprecated' && memory.status !== 'deprecated' && standing.stands === 'replaced') {
    const why = `replaced by ${standing.by}${because ? `, because ${because}` : ''}`;
    addStep(store, { ...step, at: standing.at, did: 'superseded', why, before: null });
    written.superseded.push(decided.id);
  } else if (next.text !== memory.text || next.confidence !== memory.confidence) {
    addStep(store, {
      ...step,
      did: 'seen again',
      why: `seen in ${wanted.sessions} sessions`,
      before: next.text === memory.text ? null : memory.text,
    });
    written.changed.push(decided.id);
  }
  return row;
}

const MERGED = [
  'type',
  'status',
  'polarity',
  'key',
  'text',
  'tags',
  'files',
  'symbols',
  'confidence',
  'needsReview',
  'tainted',
  'expiresAt',
  'trigger',
  'branch',
  'createdAt',
  'updatedAt',
] as const;

/** A memory that nobody ever used or kept goes; one that was, stays as history. */
function withdraw(stores: readonly Store[], id: string, at: number, written: Written): void {
  for (const store of stores) {
    const row = rowById(store, id);
    if (row === undefined) continue;
    const memory = memoryAt(store, row)!;
    if (memory.verified || memory.pinned) continue;
    written.withdrawn.push(id);
    if (metricsAt(store, row).uses === 0) {
      removeVector(store, row);
      removeMemory(store, row);
    } else if (memory.status !== 'deprecated') {
      replaceMemory(store, row, { ...memory, status: 'deprecated' }, hashOf(memory.text));
      const why = 'what was seen no longer says so';
      addStep(store, { memory: id, at, did: 'withdrawn', why, before: null, confidence: memory.confidence });
    }
  }
}

/** Adds the proofs of drafts that only repeat a memory to it; those it has are not added twice. */
function reinforce(
  stores: readonly Store[],
  id: string,
  proofs: ReadonlyMap<string, readonly Evidence[]>,
): void {
  for (const store of stores) {
    const row = rowById(store, id);
    if (row === undefined) continue;
    const has = new Set(evidenceAt(store, row).map(nameOf));
    addEvidence(
      store,
      row,
      (proofs.get(id) ?? []).filter((proof) => !has.has(nameOf(proof))),
    );
  }
}

/** The proofs of every memory: its own, and those of drafts that say the same. */
function proofsOf(sentences: readonly Sentence[]): Map<string, Evidence[]> {
  const proofs = new Map<string, Evidence[]>();
  for (const { draft, decision } of sentences) {
    if (decision.did === 'dropped') continue;
    const id = decision.did === 'kept' ? draft.id : decision.memory;
    proofs.set(id, [...(proofs.get(id) ?? []), ...decisionProof(draft)]);
  }
  for (const [id, all] of proofs) {
    const unique = new Map(all.map((proof) => [nameOf(proof), proof]));
    proofs.set(
      id,
      [...unique.values()].sort((a, b) => a.at - b.at || (nameOf(a) < nameOf(b) ? -1 : 1)),
    );
  }
  return proofs;
}

const decisionProof = (draft: KeptDraft): Evidence[] => draft.proposal.evidence ?? [];

const nameOf = ({ proof, events, at, quote }: Evidence): string => JSON.stringify([proof, events, at, quote]);

/** Who replaced whom, and who contradicts whom, by the id of the one that says so. */
function relationsOf(sentences: readonly Sentence[]): Map<string, Relation[]> {
  const relations = new Map<string, Relation[]>();
  const tie = (from: string, kind: Relation['kind'], to: string) =>
    relations.set(from, [...(relations.get(from) ?? []), { kind, to, confidence: 1 }]);
  for (const { draft, decision } of sentences) {
    if (decision.did !== 'kept') continue;
    const { standing } = decision;
    if (standing.stands === 'replaced') tie(standing.by, 'supersedes', draft.id);
    if (standing.stands === 'disputes') tie(draft.id, 'conflicts', standing.against);
  }
  return relations;
}

const storesOf = (home: Store, storeFor: StoreFor): Store[] => [
  ...new Set([home, storeFor({ scope: 'global' })]),
];

function note(store: Store, draft: KeptDraft, fate: Parameters<typeof setFate>[2]): void {
  const { step, reason, memory, wanted } = draft;
  if (!isDeepStrictEqual({ step, reason, memory, wanted }, fate)) setFate(store, draft.row, fate);
}
