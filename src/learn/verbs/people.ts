import { type Message, message } from '../../base/messages.ts';
import type { Evidence, FullMemory, Memory } from '../../model/memory.ts';
import { redactSync } from '../../redact/redact.ts';
import { anchorsOf } from '../../store/memory/anchors.ts';
import { fullMemoryAt } from '../../store/memory/belongings.ts';
import { memoriesWhere } from '../../store/memory/filters.ts';
import { setLife } from '../../store/memory/living.ts';
import { memoryAt, type Row, rowById } from '../../store/memory/memories.ts';
import { isRefused, withdrawRefusal } from '../../store/memory/refusals.ts';
import { sharedRow } from '../../store/memory/shared.ts';
import {
  addStep,
  DISPUTED,
  openSuggestions,
  SUGGESTED,
  stepsOfMemory,
  WORDED_APART,
} from '../../store/memory/steps.ts';
import type { Store } from '../../store/store.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import { findById } from '../../workspace/lookup.ts';
import { transactionOnBoth } from '../../workspace/transaction-on-both.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { bringBack } from '../gate/overtake.ts';
import { mayChangeAll, noteSharedChange } from '../sharing/note-shared.ts';
import { change, readCode } from './change.ts';
import { newMemoryAction, recordMemoryAction } from './note-change.ts';
import { refuseMemory } from './refuse.ts';

/** Notes that a person says these memories are right: nothing puts them away any more, and what waited for that is delivered. */
export async function confirm(
  engine: Engine,
  ids: readonly string[],
  action = newMemoryAction(),
): Promise<{ confirmed: Memory[] }> {
  // All must be known before any is changed.
  for (const id of ids) findById(engine, id);
  const anchored = ids.find((id) => isAnchored(engine, id));
  if (anchored !== undefined) await readCode(engine, anchored);
  const confirmed: Memory[] = [];
  for (const id of ids) {
    const { memory } = await change(engine, id, rightFrom(current(engine, id)), {
      did: 'confirmed',
      why: message('why.confirmed'),
      action,
      wasRefused: wasRefused(engine, current(engine, id)),
      codeIsRead: true,
    });
    for (const { store } of engine.indexedStores) withdrawRefusal(store, memory.id);
    confirmed.push(memory);
  }
  return { confirmed };
}

/** Puts a person's words in the place of a memory's; the old text stays in its history. */
export async function correct(
  engine: Engine,
  { id, text, because }: { id: string; text: string; because?: string | undefined },
): Promise<{ memory: Memory; before: string; redacted: string[] }> {
  const before = current(engine, id);
  const why = because ? message('why.correctedBecause', { because }) : message('why.corrected');
  const to = { ...rightFrom(before), text };
  const { memory, redacted } = await change(engine, id, to, {
    did: 'corrected',
    why,
    wasRefused: wasRefused(engine, before),
  });
  for (const { store } of engine.indexedStores) withdrawRefusal(store, memory.id);
  return { memory, before: before.text, redacted };
}

/** As sure as a memory gets by being used; a person's word is worth no less. */
const PERSON_CONFIDENCE = 0.95;

export const rightFrom = ({ confidence }: Memory) =>
  ({
    verified: true,
    needsReview: false,
    status: 'active',
    confidence: Math.max(confidence, PERSON_CONFIDENCE),
  }) as const;

/** Puts memories away that a person says are wrong, and sees to it that they are not learned again. */
export function reject(
  engine: Engine,
  { ids, because }: { ids: readonly string[]; because?: string | undefined },
  action = newMemoryAction(),
): { rejected: Memory[] } {
  const why = because ? message('why.rejectedBecause', { because }) : message('why.rejected');
  return { rejected: refuse(engine, ids, { action, did: 'rejected', why }) };
}

/** Archives memories as a person's action, and sees to it that they are not learned again. */
export function refuse(
  engine: Engine,
  ids: readonly string[],
  { action, did, why }: { action: string; did: string; why: Message },
): Memory[] {
  const places = ids.map((id) => findById(engine, id));
  const stores = { user: engine.user.store, own: engine.own.store };
  return places.flatMap(({ indexedStore, row }) =>
    transactionOnBoth(stores, () => {
      const memory = memoryAt(indexedStore.store, row);
      if (!memory) return [];
      const at = engine.now();
      const next: Memory = {
        ...memory,
        status: 'deprecated',
        verified: false,
        needsReview: false,
        updatedAt: at,
      };
      setLife(indexedStore.store, row, next);
      bringBack(
        engine.indexedStores.map(({ store }) => store),
        { id: memory.id, store: indexedStore.store, row },
        at,
      );
      const before = { memory, refused: wasRefused(engine, memory) };
      refuseMemory(engine, memory, at);
      noteSharedChange(indexedStore.store, memory, next, at);
      recordMemoryAction(indexedStore.store, { action, did, at }, before, {
        memory: next,
        refused: true,
      });
      addStep(indexedStore.store, {
        memory: memory.id,
        at,
        did,
        why,
        before: null,
        confidence: memory.confidence,
      });
      return [next];
    }),
  );
}

/** Notes that an agent wants a memory forgotten which it did not write. The memory holds until a person has answered. */
export function suggestForget(
  engine: Engine,
  { id, because }: { id: string; because?: string | undefined },
): Memory {
  const { indexedStore, row } = findById(engine, id);
  return indexedStore.store.transaction(() => {
    const memory = memoryAt(indexedStore.store, row)!;
    if (openSuggestions(indexedStore.store).some((open) => open.id === memory.id)) return memory;
    addStep(indexedStore.store, {
      memory: memory.id,
      at: engine.now(),
      did: SUGGESTED,
      why: because?.trim()
        ? message('wait.forgetBecause', { because: redactSync(because.trim()).text })
        : message('wait.forget'),
      before: null,
      confidence: memory.confidence,
    });
    return memory;
  });
}

/** A memory that waits for a person, with what speaks for it. */
export interface WaitingMemory {
  memory: Memory;
  /** Why somebody should look at it. */
  why: Message;
  /** The last proof of it that has a quote, or the last. */
  evidence: Evidence | null;
  /** Ids of memories that say otherwise. */
  conflicts: string[];
}

/** What needs review, the oldest first. What this person may decide for a whole team waits among its proposals instead. */
export function review(
  engine: Engine,
  { limit }: { limit: number },
): { waiting: WaitingMemory[]; total: number; proposals: number } {
  const found = engine.indexedStores.flatMap((indexedStore) =>
    memoriesWhere(
      indexedStore.store,
      { needsReview: true },
      { now: engine.now(), limit: -1, order: 'oldest' },
    ).map(({ row, memory }) => ({ indexedStore, row, memory })),
  );
  const all = found.filter(({ indexedStore, memory }) => !isProposalToDecide(indexedStore.store, memory.id));
  const proposals = found.length - all.length;
  const waiting = new Set(all.map(({ memory }) => memory.id));
  for (const indexedStore of engine.indexedStores)
    for (const { id } of openSuggestions(indexedStore.store)) {
      const row = waiting.has(id) ? undefined : rowById(indexedStore.store, id);
      if (row !== undefined) all.push({ indexedStore, row, memory: memoryAt(indexedStore.store, row)! });
    }
  all.sort((a, b) => a.memory.createdAt - b.memory.createdAt || (a.memory.id < b.memory.id ? -1 : 1));
  return {
    ...{ total: all.length, proposals },
    waiting: all.slice(0, limit).map(({ indexedStore, row }) => waitingAt(indexedStore, row)),
  };
}

function isProposalToDecide(store: Store, id: string): boolean {
  const shared = sharedRow(store, id);
  return Boolean(shared?.facts?.proposed && !shared.facts.dismissed) && mayChangeAll(store, shared!.space);
}

function waitingAt({ store }: IndexedStore, row: Row): WaitingMemory {
  const { evidence, relations, metrics: _, anchors, ...memory } = fullMemoryAt(store, row)!;
  const conflicts = relations.filter(({ kind }) => kind === 'conflicts').map(({ to }) => to);
  const sent = stepsOfMemory(store, memory.id).findLast(
    ({ did }) => did === 'sent to review' || did === SUGGESTED || did === WORDED_APART || did === DISPUTED,
  );
  return {
    memory,
    why: sent?.why ?? reasonOf({ ...memory, anchors }, conflicts),
    evidence: evidence.findLast(({ quote }) => quote !== null) ?? evidence.at(-1) ?? null,
    conflicts,
  };
}

function reasonOf(
  { tainted, confidence, anchors = [] }: Memory & Pick<FullMemory, 'anchors'>,
  conflicts: string[],
): Message {
  if (tainted) return message('wait.untrusted');
  if (conflicts.length > 0) return message('wait.contradicts', { ids: conflicts.join(', ') });
  if (anchors.some(({ state }) => state === 'gone')) return message('wait.codeGone');
  if (anchors.some(({ state }) => state === 'stale')) return message('wait.codeChanged');
  return message('wait.unsure', { percent: Math.round(confidence * 100) });
}

const wasRefused = ({ indexedStores }: Engine, { id }: Memory): boolean =>
  indexedStores.some(({ store }) => isRefused(store, id));

function isAnchored(engine: Engine, id: string): boolean {
  const { indexedStore, row } = findById(engine, id);
  return anchorsOf(indexedStore.store, row).length > 0;
}

function current(engine: Engine, id: string): Memory {
  const { indexedStore, row } = findById(engine, id);
  return memoryAt(indexedStore.store, row)!;
}
