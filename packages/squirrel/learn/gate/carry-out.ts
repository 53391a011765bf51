import { isDeepStrictEqual } from 'node:util';
import type { Evidence, Memory, Relation } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { type DraftDecision, type KeptDraft, setFate } from '../../store/drafts/drafts.ts';
import {
  addEvidence,
  addRelations,
  evidenceAt,
  metricsAt,
  replaceEvidence,
  replaceRelations,
} from '../../store/memory/belongings.ts';
import { memoryAt, type Row, removeMemory, rowByHash, rowById } from '../../store/memory/memories.ts';
import { eventsKnown, takenAsLasting } from '../../store/memory/steps.ts';
import { removeVector, setVector } from '../../store/vectors/stored-index.ts';
import { storedMemories } from '../../workspace/lookup.ts';
import { firstAndNewest } from '../observe/wording.ts';
import type { Decision } from './gate.ts';
import { writeStep } from './history.ts';
import { bringBack, type MemoryChanges, noChanges, overtake, tiesToOthers } from './overtake.ts';
import { REJECTED } from './steps.ts';
import { add, type KeptDecision, merge, type WantedMemory, wantedOf } from './wanted-memory.ts';

export interface JudgedDraft {
  draft: KeptDraft;
  decision: Decision;
  vector: { model: string; value: Float32Array } | undefined;
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
  const run: CarryOutRun = {
    home,
    stores: [...new Set([home, storeFor({ scope: 'global' })])],
    proofs: memoryProofs(judged),
    relations: decidedRelations(judged),
    drafted,
    reinforced: new Set(),
    lasting: new Set([home, storeFor({ scope: 'global' })].flatMap((store) => [...takenAsLasting(store)])),
    written: noChanges(),
  };
  for (const each of judged) {
    const fate = fateOf(run, storeFor, each);
    const { step, reason, memory, wanted, row } = each.draft;
    if (!isDeepStrictEqual({ step, reason, memory, wanted }, fate)) setFate(home, row, fate);
  }
  for (const [by, ties] of run.relations)
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
  lasting: ReadonlySet<string>;
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

function leaveOut(
  { stores, proofs, drafted, reinforced, written }: CarryOutRun,
  draft: KeptDraft,
  decision: Exclude<Decision, { did: 'kept' }>,
): DraftDecision {
  const { step, reason } = decision;
  // A rejected memory is the person's to keep or to forget.
  const isTheirs = decision.did === 'dropped' && reason === REJECTED;
  if (isTheirs) return { step, reason, memory: draft.memory, wanted: draft.wanted };
  if (draft.wanted !== null) withdraw(stores, draft.id, draft.lastAt, written);
  const memory = decision.did === 'reinforces' ? decision.memory : null;
  // Those made of drafts are given all their proofs when they are kept.
  if (memory !== null && !drafted.has(memory) && !reinforced.has(memory)) {
    reinforce(stores, memory, proofs.get(memory));
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
  decision: KeptDecision,
): DraftDecision {
  const { id } = memoryAt(store, twin)!;
  if (draft.wanted !== null) withdraw([store], draft.id, draft.lastAt, written);
  reinforce([store], id, draft.proposal.evidence);
  sayAgain(store, twin, wantedOf(decision, draft.sessions), written);
  overtake(stores, { id, store, row: twin }, decision.overtakes, written);
  const isArchived = memoryAt(store, twin)!.status === 'deprecated' && decision.standing.stands === 'holds';
  return isArchived
    ? {
        step: 'commit',
        reason: `duplicate of ${id}, which was archived after this was last seen`,
        memory: id,
        wanted: null,
      }
    : { step: 'novelty', reason: `duplicate of ${id}`, memory: id, wanted: null };
}

function sayAgain(
  store: Store,
  row: Row,
  { status, updatedAt: at, sessions }: WantedMemory,
  written: MemoryChanges,
): void {
  const memory = memoryAt(store, row)!;
  if (memory.status !== 'deprecated' || status === 'deprecated' || at <= memory.updatedAt) return;
  const why = sessions === 1 ? 'stated again in one session' : `stated again in ${sessions} sessions`;
  writeStep(store, row, { ...memory, status: 'active', updatedAt: at }, { at, did: 'seen again', why });
  written.changed.push(memory.id);
}

function keep(
  { home, stores, proofs, relations, drafted, lasting, written }: CarryOutRun,
  store: Store,
  row: Row | undefined,
  { draft, decision, vector }: JudgedDraft & { decision: { did: 'kept' } },
): DraftDecision {
  const { id } = draft;
  const wanted = wantedOf(decision, draft.sessions, lasting.has(id));
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

/**
 * Takes back the memory of a draft that is gone: what was seen no longer says so. One that nobody ever used or kept goes;
 * one that was, stays as history. The first store holds the sessions.
 */
export function withdraw(stores: readonly Store[], id: string, at: number, written: MemoryChanges): void {
  const [home] = stores;
  for (const { store, row, memory } of storedMemories(stores, id)) {
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
      const why = 'its source no longer states it';
      writeStep(store, row, { ...memory, status: 'deprecated' }, { at, did: 'withdrawn', why });
    }
  }
}

/** Adds the proofs of drafts that only repeat a memory to it; those it has are not added twice. */
function reinforce(stores: readonly Store[], id: string, proofs: readonly Evidence[] = []): void {
  for (const { store, row } of storedMemories(stores, id)) {
    const has = new Set(evidenceAt(store, row).map(nameOf));
    const fresh = proofs.filter((proof) => !has.has(nameOf(proof)));
    addEvidence(store, row, fresh);
  }
}

function memoryProofs(judged: readonly JudgedDraft[]): Map<string, Evidence[]> {
  const proofs = new Map<string, Evidence[]>();
  for (const { draft, decision } of judged) {
    if (decision.did === 'dropped') continue;
    const id = decision.did === 'kept' ? draft.id : decision.memory;
    proofs.set(id, [...(proofs.get(id) ?? []), ...(draft.proposal.evidence ?? [])]);
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
  return [...firstAndNewest(all, { most: 20, first: 5 })];
}

const nameOf = ({ proof, events, at, quote }: Evidence): string => JSON.stringify([proof, events, at, quote]);

/** What holds everywhere was perhaps said in other projects too; their proofs are not in this one's sessions. */
function provenElsewhere(home: Store, evidence: readonly Evidence[]): Evidence[] {
  const events = evidence.flatMap((each) => each.events);
  const known = eventsKnown(home, events);
  return evidence.filter((each) => each.events.length > 0 && !each.events.some((event) => known.has(event)));
}
