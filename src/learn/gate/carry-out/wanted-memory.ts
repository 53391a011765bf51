import { isDeepStrictEqual } from 'node:util';
import { message } from '../../../base/messages.ts';
import { hashOf } from '../../../base/text/clean.ts';
import type { Memory } from '../../../model/memory.ts';
import type { KeptDraft } from '../../../store/drafts/drafts.ts';
import { addMemory, memoryAt, type Row, replaceMemory } from '../../../store/memory/memories.ts';
import { addStep } from '../../../store/memory/steps.ts';
import type { Store } from '../../../store/store.ts';
import type { Decision } from '../gate.ts';
import { addReplaced } from '../overtake.ts';
import type { MemoryChanges } from './memory-changes.ts';

/** A memory as the gate wants it. What is not in here is for others to decide. */
export type WantedMemory = Pick<
  Memory,
  | 'type'
  | 'status'
  | 'reach'
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
  | 'record'
  | 'branch'
  | 'createdAt'
  | 'updatedAt'
> & { sessions: number; standing: string };

/** What the gate wants a memory to be. */
export function wantedOf({ memory, standing }: Decision & { did: 'kept' }, sessions: number): WantedMemory {
  const {
    type,
    reach,
    polarity,
    key,
    text,
    tags,
    files,
    symbols,
    confidence,
    tainted,
    expiresAt,
    trigger,
    record,
  } = memory;
  return {
    type,
    status: standing.stands === 'replaced' ? 'deprecated' : memory.status,
    reach,
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
    record,
    branch: memory.branch,
    createdAt: memory.createdAt,
    updatedAt: memory.updatedAt,
    sessions,
    standing: JSON.stringify(standing),
  };
}

/** Writes what was not there. */
export function add(
  store: Store,
  { status, needsReview }: WantedMemory,
  draft: KeptDraft,
  { memory: decided, standing, because }: Decision & { did: 'kept' },
  written: MemoryChanges,
): Row {
  const memory: Memory = { ...decided, status, needsReview };
  const row = addMemory(store, memory, hashOf(memory.text));
  const { id, createdAt: at, confidence } = memory;
  addStep(store, {
    memory: id,
    at,
    did: 'learnt',
    why: message('why.signal', { n: draft.sessions, signal: draft.signal }),
    before: null,
    confidence,
  });
  // Where years are read at once, much is history on the day it is learned.
  if (standing.stands === 'replaced') addReplaced(store, memory, { ...standing, because });
  written.learned.push(id);
  return row;
}

/** Brings a memory from what the gate wanted before to what it wants now. */
export function merge(
  store: Store,
  row: Row,
  draft: KeptDraft,
  wanted: WantedMemory,
  { standing, because, memory: decided }: Decision & { did: 'kept' },
  written: MemoryChanges,
): Row {
  const memory = memoryAt(store, row)!;
  const before = draft.wanted === null ? undefined : (JSON.parse(draft.wanted) as WantedMemory);
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
      why: message('why.seen', { n: wanted.sessions }),
      before: next.text === memory.text ? null : memory.text,
    });
    written.changed.push(decided.id);
  }
  return row;
}

/** What another project has said as well is as old as the first said it, and holds as the last did. */
const spanOf = (memory: Memory, wanted: WantedMemory): Partial<Memory> => ({
  createdAt: Math.min(memory.createdAt, wanted.createdAt),
  updatedAt: Math.max(memory.updatedAt, wanted.updatedAt),
  confidence: Math.max(memory.confidence, wanted.confidence),
  ...(memory.updatedAt > wanted.updatedAt && { status: memory.status, text: memory.text }),
});

const MERGED = [
  'type',
  'status',
  'reach',
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
  'record',
  'branch',
  'createdAt',
  'updatedAt',
] as const;
