import { isDeepStrictEqual } from 'node:util';
import { isUnsureWord } from '@sqrl/base/model/delivery.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import type { KeptDraft } from '../../store/drafts/drafts.ts';
import { addMemory, memoryAt, type Row } from '../../store/memory/memories.ts';
import { asLasting } from './commit.ts';
import type { Decision } from './gate.ts';
import { noteStep, whyReplaced, writeMemory } from './history.ts';
import type { MemoryChanges } from './overtake.ts';

/** The fields of a memory that the gate decides. The rest is for others to decide. */
const MERGED = [
  ...(['type', 'status', 'reach', 'polarity', 'key', 'text', 'tags', 'files', 'symbols'] as const),
  ...(['confidence', 'needsReview', 'tainted', 'expiresAt', 'trigger', 'record', 'branch'] as const),
  ...(['createdAt', 'updatedAt'] as const),
] satisfies readonly (keyof Memory)[];

export type WantedMemory = Pick<Memory, (typeof MERGED)[number]> & { sessions: number; standing: string };

export type KeptDecision = Decision & { did: 'kept' };

/** `isLasting`: an agent that heard it took it as lasting. */
export function wantedOf(
  { memory: decided, standing }: KeptDecision,
  sessions: number,
  isLasting = false,
): WantedMemory {
  const memory = isLasting && isUnsureWord(decided) ? asLasting(decided) : decided;
  const fields = Object.fromEntries(MERGED.map((field) => [field, memory[field]])) as WantedMemory;
  return {
    ...fields,
    status: standing.stands === 'replaced' ? 'deprecated' : memory.status,
    needsReview: memory.needsReview || standing.stands === 'disputes',
    sessions,
    standing: JSON.stringify(standing),
  };
}

export function add(
  store: Store,
  { status, needsReview, confidence }: WantedMemory,
  draft: KeptDraft,
  decision: KeptDecision,
  written: MemoryChanges,
): Row {
  const memory: Memory = { ...decision.memory, status, needsReview, confidence };
  const row = addMemory(store, memory, hashOf(memory.text));
  const why =
    draft.sessions === 1
      ? `${draft.signal}, seen in one session`
      : `${draft.signal}, seen in ${draft.sessions} sessions`;
  noteStep(store, memory, { at: memory.createdAt, did: 'learnt', why });
  // If years are read at once, much is history on the day it is learned.
  addReplacement(store, memory, decision);
  written.learned.push(memory.id);
  return row;
}

export function merge(
  store: Store,
  row: Row,
  draft: KeptDraft,
  wanted: WantedMemory,
  decision: KeptDecision,
  written: MemoryChanges,
): Row {
  const memory = memoryAt(store, row)!;
  const before = draft.wanted === null ? undefined : (JSON.parse(draft.wanted) as WantedMemory);
  const next: Memory = { ...memory };
  for (const field of MERGED)
    if (!before || !isDeepStrictEqual(before[field], wanted[field]))
      Object.assign(next, { [field]: wanted[field] });
  if (!before) Object.assign(next, spanOf(memory, wanted));
  const isSeenAgain = before !== undefined && wanted.sessions > before.sessions;
  // It had faded away, and was seen again.
  if (isSeenAgain && memory.status === 'deprecated' && wanted.status !== 'deprecated')
    next.status = wanted.status;
  if (isDeepStrictEqual(next, memory)) return row;
  writeMemory(store, row, next);
  const isEnded = next.status === 'deprecated' && memory.status !== 'deprecated';
  if (isEnded && decision.standing.stands === 'replaced') {
    addReplacement(store, next, decision);
    written.superseded.push(next.id);
  } else if (next.text !== memory.text || next.confidence !== memory.confidence) {
    const why = wanted.sessions === 1 ? 'seen in one session' : `seen in ${wanted.sessions} sessions`;
    const old = next.text === memory.text ? null : memory.text;
    noteStep(store, next, { at: wanted.updatedAt, did: 'seen again', why, before: old });
    written.changed.push(next.id);
  }
  return row;
}

function addReplacement(store: Store, memory: Memory, { standing, because }: KeptDecision): void {
  if (standing.stands !== 'replaced') return;
  const { by, at } = standing;
  noteStep(store, memory, { at, did: 'superseded', why: whyReplaced({ by, because }) });
}

/** A memory that another project has said as well is as old as the first, and holds as the last. */
const spanOf = (memory: Memory, wanted: WantedMemory): Partial<Memory> => ({
  createdAt: Math.min(memory.createdAt, wanted.createdAt),
  updatedAt: Math.max(memory.updatedAt, wanted.updatedAt),
  confidence: Math.max(memory.confidence, wanted.confidence),
  ...(memory.updatedAt > wanted.updatedAt && { status: memory.status, text: memory.text }),
});
