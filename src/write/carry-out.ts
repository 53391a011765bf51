import { isDeepStrictEqual } from 'node:util';
import type { Evidence, Memory, Relation } from '../model/memory.ts';
import { type KeptDraft, setFate } from '../store/drafts.ts';
import {
  addEvidence,
  addMemory,
  addRelations,
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
import { eventsKnown } from '../store/successions.ts';
import { removeVector, setVector } from '../store/vectors.ts';
import { hashOf } from './clean.ts';
import { REFUSED } from './gate/validation.ts';
import type { Decision } from './gate.ts';
import { addReplaced, bringBack, overtake, sayAgain, tiesToOthers } from './overtake.ts';

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
  const drafted = new Set(sentences.map(({ draft }) => draft.id));
  const reinforced = new Set<string>();
  for (const { draft, decision, vector } of sentences) {
    const { id } = draft;
    if (decision.did !== 'kept') {
      // What a person has refused is theirs to keep or to forget.
      const isTheirs = decision.did === 'dropped' && decision.reason === REFUSED;
      if (draft.wanted !== null && !isTheirs) withdraw(storesOf(home, storeFor), id, draft.lastAt, written);
      const memory = decision.did === 'reinforces' ? decision.memory : null;
      // Those made of drafts are given all their proofs below.
      if (memory !== null && !drafted.has(memory) && !reinforced.has(memory)) {
        reinforce(storesOf(home, storeFor), memory, proofs);
        reinforced.add(memory);
      }
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
      sayAgain(store, twin, wanted, written);
      overtake(storesOf(home, storeFor), { id: other, store, row: twin }, decision.overtakes, written);
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
        ? add(store, wanted, draft, decision, written)
        : merge(store, row, draft, wanted, decision, written);
    const elsewhere = store === home ? [] : provenElsewhere(home, evidenceAt(store, there));
    replaceEvidence(store, there, inOrder([...elsewhere, ...(proofs.get(id) ?? [])]));
    replaceRelations(
      store,
      there,
      ['supersedes', 'conflicts'],
      [...(relations.get(id) ?? []), ...tiesToOthers(storesOf(home, storeFor), store, there, drafted)],
    );
    overtake(storesOf(home, storeFor), { id, store, row: there }, decision.overtakes, written);
    if (vector && (row === undefined || memoryAt(store, there)!.text === wanted.text))
      setVector(store, there, vector.model, vector.value);
    note(home, draft, { step: null, reason: null, memory: id, wanted: JSON.stringify(wanted) });
  }
  for (const [by, ties] of relations)
    if (!drafted.has(by))
      for (const store of storesOf(home, storeFor)) {
        const row = rowById(store, by);
        if (row !== undefined) addRelations(store, row, ties);
      }
  return written;
}

/** Takes back memories of drafts that are gone: what was seen no longer says so. */
export function withdrawAll(
  stores: readonly [home: Store, ...Store[]],
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

function add(
  store: Store,
  { status, needsReview }: Wanted,
  draft: KeptDraft,
  { memory: decided, standing, because }: Decision & { did: 'kept' },
  written: Written,
): Row {
  const memory: Memory = { ...decided, status, needsReview };
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
  // Where years are read at once, much is history on the day it is learnt.
  if (standing.stands === 'replaced') addReplaced(store, memory, { ...standing, because });
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
  if (!before) Object.assign(next, spanOf(memory, wanted));
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
    addReplaced(store, next, { ...standing, because });
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

/** What another project has said as well is as old as the first said it, and holds as the last did. */
const spanOf = (memory: Memory, wanted: Wanted): Partial<Memory> => ({
  createdAt: Math.min(memory.createdAt, wanted.createdAt),
  updatedAt: Math.max(memory.updatedAt, wanted.updatedAt),
  confidence: Math.max(memory.confidence, wanted.confidence),
  ...(memory.updatedAt > wanted.updatedAt && { status: memory.status, text: memory.text }),
});

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
  const [home] = stores;
  for (const store of stores) {
    const row = rowById(store, id);
    if (row === undefined) continue;
    const memory = memoryAt(store, row)!;
    if (memory.verified || memory.pinned) continue;
    const elsewhere = store === home ? [] : provenElsewhere(home!, evidenceAt(store, row));
    if (elsewhere.length > 0) {
      replaceEvidence(store, row, elsewhere);
      continue;
    }
    written.withdrawn.push(id);
    bringBack(stores, { id, store, row }, at);
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

/** What holds everywhere was perhaps said in other projects too; their proofs are not in this one's sessions. */
function provenElsewhere(home: Store, evidence: readonly Evidence[]): Evidence[] {
  const known = eventsKnown(
    home,
    evidence.flatMap(({ events }) => events),
  );
  return evidence.filter(({ events }) => events.length > 0 && !events.some((event) => known.has(event)));
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
  for (const [id, all] of proofs) proofs.set(id, inOrder(all));
  return proofs;
}

/** Proofs by their time, each once; of very many the first and the newest. */
function inOrder(proofs: readonly Evidence[]): Evidence[] {
  const named = new Map(proofs.map((proof) => [nameOf(proof), proof]));
  const all = [...named]
    .sort(([a, { at }], [b, { at: other }]) => at - other || (a < b ? -1 : 1))
    .map(([, proof]) => proof);
  return all.length <= MOST_PROOFS
    ? all
    : [...all.slice(0, FIRST_PROOFS), ...all.slice(FIRST_PROOFS - MOST_PROOFS)];
}

const MOST_PROOFS = 20;
const FIRST_PROOFS = 5;

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
