import { isDeepStrictEqual } from 'node:util';
import { message } from '../../base/messages.ts';
import { hashOf } from '../../base/text/clean.ts';
import type { Evidence, Memory, Relation } from '../../model/memory.ts';
import { type DraftDecision, type KeptDraft, setFate } from '../../store/drafts/drafts.ts';
import {
  addRelations,
  evidenceAt,
  replaceEvidence,
  replaceRelations,
} from '../../store/memory/belongings.ts';
import { memoryAt, type Row, rowByHash, rowById } from '../../store/memory/memories.ts';
import type { Store } from '../../store/store.ts';
import { setVector } from '../../store/vectors/vectors.ts';
import type { Decision } from './gate.ts';
import { overtake, sayAgain, tiesToOthers } from './overtake.ts';
import { draftProof, inOrder, memoryProofs, provenElsewhere, reinforce } from './proofs.ts';
import { add, merge, wantedOf } from './wanted-memory.ts';
import { withdraw } from './withdraw.ts';

/** The gate's decision on a draft, and what it needs to be written. */
export interface JudgedDraft {
  draft: KeptDraft;
  decision: Decision;
  vector: { model: string; value: Float32Array } | undefined;
}

/** Ids of the memories that were changed. */
export interface MemoryChanges {
  learned: string[];
  changed: string[];
  superseded: string[];
  /** Those of which only a part was replaced. */
  shortened: string[];
  withdrawn: string[];
}

/** Where a memory lives: what holds everywhere lies in another file. */
type StoreFor = (memory: Pick<Memory, 'scope'>) => Store;

/**
 * Makes the memories what the gate decided, inside the caller's transaction. Only changed decisions touch a memory: what
 * people, and time, have done to it since is theirs. Done twice it changes nothing. `drafted`: the ids of all drafts, also of
 * those that need not be judged.
 */
export function applyDecisions(
  home: Store,
  storeFor: StoreFor,
  judged: readonly JudgedDraft[],
  drafted: ReadonlySet<string>,
): MemoryChanges {
  const relations = decidedRelations(judged);
  const run: CarryOutRun = {
    home,
    stores: [...new Set([home, storeFor({ scope: 'global' })])],
    proofs: memoryProofs(judged),
    relations,
    drafted,
    reinforced: new Set(),
    written: { learned: [], changed: [], superseded: [], shortened: [], withdrawn: [] },
  };
  for (const each of judged) {
    const fate = fateOf(run, storeFor, each);
    const { step, reason, memory, wanted, row } = each.draft;
    if (!isDeepStrictEqual({ step, reason, memory, wanted }, fate)) setFate(home, row, fate);
  }
  for (const [by, ties] of relations)
    for (const store of drafted.has(by) ? [] : run.stores) {
      const row = rowById(store, by);
      if (row !== undefined) addRelations(store, row, ties);
    }
  return run.written;
}

interface CarryOutRun {
  home: Store;
  stores: Store[];
  proofs: ReadonlyMap<string, Evidence[]>;
  relations: ReadonlyMap<string, Relation[]>;
  drafted: ReadonlySet<string>;
  /** Memories of others that have been given their proofs. */
  reinforced: Set<string>;
  written: MemoryChanges;
}

/** Which memory replaced which, and which contradicts which, by the id of the one that says so. */
function decidedRelations(judged: readonly JudgedDraft[]): Map<string, Relation[]> {
  const relations = new Map<string, Relation[]>();
  const tie = (from: string, kind: Relation['kind'], to: string) =>
    relations.set(from, [...(relations.get(from) ?? []), { kind, to, confidence: 1 }]);
  for (const { draft, decision } of judged) {
    if (decision.did !== 'kept') continue;
    const { standing } = decision;
    if (standing.stands === 'replaced') tie(standing.by, 'supersedes', draft.id);
    if (standing.stands === 'disputes') tie(draft.id, 'conflicts', standing.against);
  }
  return relations;
}

function fateOf(run: CarryOutRun, storeFor: StoreFor, judged: JudgedDraft): DraftDecision {
  const { draft, decision, vector } = judged;
  if (decision.did !== 'kept') return leaveOut(run, draft, decision);
  const store = storeFor(decision.memory);
  const row = rowById(store, draft.id);
  const twin = rowByHash(store, decision.memory, hashOf(decision.memory.text));
  return twin !== undefined && twin !== row
    ? repeat(run, store, twin, draft, decision)
    : keep(run, store, row, { draft, decision, vector });
}

/** A draft that was dropped, or only repeats a memory. */
function leaveOut(
  { stores, proofs, drafted, reinforced, written }: CarryOutRun,
  draft: KeptDraft,
  decision: Exclude<Decision, { did: 'kept' }>,
): DraftDecision {
  const { step, reason } = decision;
  // A rejected memory is the person's to keep or to forget.
  const isTheirs = decision.did === 'dropped' && reason.code === 'drop.rejected';
  if (isTheirs) return { step, reason, memory: draft.memory, wanted: draft.wanted };
  if (draft.wanted !== null) withdraw(stores, draft.id, draft.lastAt, written);
  const memory = decision.did === 'reinforces' ? decision.memory : null;
  // Those made of drafts are given all their proofs when they are kept.
  if (memory !== null && !drafted.has(memory) && !reinforced.has(memory)) {
    reinforce(stores, memory, proofs);
    reinforced.add(memory);
  }
  return { step, reason, memory, wanted: null };
}

/** A draft that another memory says word for word, which only shows when it is to be written. */
function repeat(
  { stores, written }: CarryOutRun,
  store: Store,
  twin: Row,
  draft: KeptDraft,
  decision: Decision & { did: 'kept' },
): DraftDecision {
  const id = memoryAt(store, twin)!.id;
  if (draft.wanted !== null) withdraw([store], draft.id, draft.lastAt, written);
  reinforce([store], id, new Map([[id, draftProof(draft)]]));
  sayAgain(store, twin, wantedOf(decision, draft.sessions), written);
  overtake(stores, { id, store, row: twin }, decision.overtakes, written);
  const isArchived = memoryAt(store, twin)!.status === 'deprecated' && decision.standing.stands === 'holds';
  return isArchived
    ? { step: 'commit', reason: message('drop.duplicateArchived', { id }), memory: id, wanted: null }
    : { step: 'novelty', reason: message('drop.duplicate', { id }), memory: id, wanted: null };
}

/** A draft that becomes a memory, or stays one. */
function keep(
  { home, stores, proofs, relations, drafted, written }: CarryOutRun,
  store: Store,
  row: Row | undefined,
  { draft, decision, vector }: JudgedDraft & { decision: { did: 'kept' } },
): DraftDecision {
  const { id } = draft;
  const wanted = wantedOf(decision, draft.sessions);
  const there =
    row === undefined
      ? add(store, wanted, draft, decision, written)
      : merge(store, row, draft, wanted, decision, written);
  const elsewhere = store === home ? [] : provenElsewhere(home, evidenceAt(store, there));
  replaceEvidence(store, there, inOrder([...elsewhere, ...(proofs.get(id) ?? [])]));
  const ties = [...(relations.get(id) ?? []), ...tiesToOthers(stores, store, there, drafted)];
  replaceRelations(store, there, ['supersedes', 'conflicts'], ties);
  const proposed = draft.proposal.relations ?? [];
  replaceRelations(store, there, [...new Set(proposed.map(({ kind }) => kind))], proposed);
  overtake(stores, { id, store, row: there }, decision.overtakes, written);
  if (vector && (row === undefined || memoryAt(store, there)!.text === wanted.text))
    setVector(store, there, vector.model, vector.value);
  return { step: null, reason: null, memory: id, wanted: JSON.stringify(wanted) };
}
