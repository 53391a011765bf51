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
import type { JudgedDraft } from './carry-out/judged-draft.ts';
import type { MemoryChanges } from './carry-out/memory-changes.ts';
import { draftProof, inOrder, memoryProofs, provenElsewhere, reinforce } from './carry-out/proofs.ts';
import { decidedRelations } from './carry-out/ties.ts';
import { add, merge, wantedOf } from './carry-out/wanted-memory.ts';
import { withdraw } from './carry-out/withdraw.ts';
import type { Decision } from './gate.ts';
import { overtake, sayAgain, tiesToOthers } from './overtake.ts';

/** Where a memory lives: what holds everywhere lies in another file. */
export type StoreFor = (memory: Pick<Memory, 'scope'>) => Store;

/**
 * Makes the memories what the gate decided, inside the caller's transaction. Only what the gate changed its mind about is
 * touched: what people, and time, have done to a memory since is theirs. Done twice it changes nothing. `drafted`: the ids
 * of all drafts there are, also of those that need not be judged.
 */
export function applyDecisions(
  home: Store,
  storeFor: StoreFor,
  sentences: readonly JudgedDraft[],
  drafted: ReadonlySet<string>,
): MemoryChanges {
  const relations = decidedRelations(sentences);
  const work: CarryOutRun = {
    home,
    stores: [...new Set([home, storeFor({ scope: 'global' })])],
    proofs: memoryProofs(sentences),
    relations,
    drafted,
    reinforced: new Set(),
    written: { learned: [], changed: [], superseded: [], shortened: [], withdrawn: [] },
  };
  for (const sentence of sentences) {
    const fate = fateOf(work, storeFor, sentence);
    const { step, reason, memory, wanted, row } = sentence.draft;
    if (!isDeepStrictEqual({ step, reason, memory, wanted }, fate)) setFate(home, row, fate);
  }
  for (const [by, ties] of relations)
    if (!work.drafted.has(by))
      for (const store of work.stores) {
        const row = rowById(store, by);
        if (row !== undefined) addRelations(store, row, ties);
      }
  return work.written;
}

/** What one sentence has to know of the others. */
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

function fateOf(
  work: CarryOutRun,
  storeFor: StoreFor,
  { draft, decision, vector }: JudgedDraft,
): DraftDecision {
  if (decision.did !== 'kept') return leaveOut(work, draft, decision);
  const store = storeFor(decision.memory);
  const row = rowById(store, draft.id);
  const twin = rowByHash(store, decision.memory, hashOf(decision.memory.text));
  return twin !== undefined && twin !== row
    ? repeat(work, store, twin, draft, decision)
    : keep(work, store, row, { draft, decision, vector });
}

/** What was dropped, or only says what another does. */
function leaveOut(
  { stores, proofs, drafted, reinforced, written }: CarryOutRun,
  draft: KeptDraft,
  decision: Exclude<Decision, { did: 'kept' }>,
): DraftDecision {
  // What a person has refused is theirs to keep or to forget.
  const isTheirs = decision.did === 'dropped' && decision.reason.code === 'drop.rejected';
  if (draft.wanted !== null && !isTheirs) withdraw(stores, draft.id, draft.lastAt, written);
  const memory = decision.did === 'reinforces' ? decision.memory : null;
  // Those made of drafts are given all their proofs when they are kept.
  if (memory !== null && !drafted.has(memory) && !reinforced.has(memory)) {
    reinforce(stores, memory, proofs);
    reinforced.add(memory);
  }
  const { step, reason } = decision;
  return isTheirs
    ? { step, reason, memory: draft.memory, wanted: draft.wanted }
    : { step, reason, memory, wanted: null };
}

/** What another memory says word for word, which only shows when it is to be written. */
function repeat(
  { stores, written }: CarryOutRun,
  store: Store,
  twin: Row,
  draft: KeptDraft,
  decision: Decision & { did: 'kept' },
): DraftDecision {
  const other = memoryAt(store, twin)!.id;
  if (draft.wanted !== null) withdraw([store], draft.id, draft.lastAt, written);
  reinforce([store], other, new Map([[other, draftProof(draft)]]));
  sayAgain(store, twin, wantedOf(decision, draft.sessions), written);
  overtake(stores, { id: other, store, row: twin }, decision.overtakes, written);
  if (memoryAt(store, twin)!.status === 'deprecated' && decision.standing.stands === 'holds')
    return {
      step: 'commit',
      reason: message('drop.duplicateArchived', { id: other }),
      memory: other,
      wanted: null,
    };
  return { step: 'novelty', reason: message('drop.duplicate', { id: other }), memory: other, wanted: null };
}

/** What becomes a memory, or stays one. */
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
  replaceRelations(
    store,
    there,
    ['supersedes', 'conflicts'],
    [...(relations.get(id) ?? []), ...tiesToOthers(stores, store, there, drafted)],
  );
  const proposed = draft.proposal.relations ?? [];
  replaceRelations(store, there, [...new Set(proposed.map(({ kind }) => kind))], proposed);
  overtake(stores, { id, store, row: there }, decision.overtakes, written);
  if (vector && (row === undefined || memoryAt(store, there)!.text === wanted.text))
    setVector(store, there, vector.model, vector.value);
  return { step: null, reason: null, memory: id, wanted: JSON.stringify(wanted) };
}
