import { endOfReach, type Memory, reachOfScope, TYPES } from '@sqrl/base/model/memory.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { contextualText } from '@sqrl/embedder/context.ts';
import { anchorAgain, confirmAnchors, leaveGone } from '../../codebase/anchoring.ts';
import { freshen } from '../../codebase/graph-index.ts';
import { copyTallies } from '../../store/delivery/outcomes-tally.ts';
import { draftReportsLike, putDraftReport } from '../../store/drafts/drafts.ts';
import { anchorsOf } from '../../store/memory/anchors.ts';
import { addMemoryLooks, fullMemoryAt, looksAt, moveBelongings } from '../../store/memory/belongings.ts';
import { copyActions } from '../../store/memory/changes.ts';
import { addMemory, memoryAt, type Row, rivalsOf, rowByHash } from '../../store/memory/memories.ts';
import { addStep, stepsOfMemory } from '../../store/memory/steps.ts';
import { removeVector, setVector, vectorAt } from '../../store/vectors/stored-index.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import { findById, findMemory, storedMemories } from '../../workspace/lookup.ts';
import { embedAgain } from '../../workspace/reembed.ts';
import { transactionOnBoth } from '../../workspace/transaction-on-both.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { claimKeyOf } from '../claims/memory-claims.ts';
import { type RivalMemory, rivalsAt } from '../claims/rivals.ts';
import { supersede } from '../gate/commit.ts';
import { noteStep, writeMemory } from '../gate/history.ts';
import { redactDraft } from '../gate/redact-draft.ts';
import { noteSharedChange } from '../sharing/note-shared.ts';
import { newMemoryAction, recordMemoryAction } from './note-change.ts';
import { storeFor } from './remember.ts';
import { remove } from './verbs.ts';

/**
 * Changes what is given and leaves the rest; a new text is redacted and embedded as a new memory's would be. What it said
 * before stays in its history, under the given words.
 */
export async function change(engine: Engine, id: string, given: Partial<Memory>, step?: ActionReason) {
  const { draft: safe, found: redacted } = redactDraft(given);
  if (safe.verified && !step?.codeIsRead) await readCode(engine, id);
  const planned = findMemory(engine, id).memory;
  const text = contextualText(changed(planned, safe, engine.now()));
  const embeds = text !== contextualText(planned);
  const [vector] = embeds ? ((await engine.meaning.ofMemories([text])) ?? []) : [];
  const stores = { user: engine.user.store, own: engine.own.store };
  // Where it will live is committed first: of two files a crash between them must leave it in both, not in none.
  const to = storeFor(engine, { ...planned, ...safe });
  const written = transactionOnBoth(
    stores,
    () => {
      // Others may have changed or forgotten it while it was being embedded, so it is read once more, with the pen in hand.
      const { indexedStore, row, memory: now } = findMemory(engine, id);
      const anchors = toldAnchors(indexedStore.store, row);
      const next = changed(now, safe, engine.now());
      const fitting = contextualText(next) === text ? vector : undefined;
      const write = { from: indexedStore, row, memory: next, vector: fitting, embeds };
      const { there, shortened } = writeChanged(engine, write);
      if (safe.files || safe.symbols || to !== indexedStore) anchorAgain(engine, to, there, next);
      if (safe.verified) confirmAnchors(engine, to, there);
      else if (safe.needsReview === false) leaveGone(to.store, there);
      const { did, why } = step ?? { did: 'changed', why: 'a person edited it' };
      const at = next.updatedAt;
      if (step || next.text !== now.text || next.status !== now.status)
        noteStep(to.store, next, { at, did, why, before: next.text === now.text ? null : now.text });
      noteSharedChange(indexedStore.store, now, next, at);
      if (step?.action !== null)
        recordMemoryAction(
          to.store,
          { action: step?.action ?? newMemoryAction(), did, at },
          { memory: now, anchors, refused: step?.wasRefused ?? false },
          { memory: next, anchors: toldAnchors(to.store, there), refused: false },
        );
      return { memory: next, shortened };
    },
    { first: to.store },
  );
  await embedAgain(engine, [to.store], written.shortened);
  return { memory: written.memory, redacted };
}

interface ActionReason {
  did: string;
  why: string;
  /** What it is done together with; null where it undoes another action. */
  action?: string | null;
  /** It had been rejected, and no longer is. */
  wasRefused?: boolean;
  /** Somebody has just seen to it that what is known of the code is what is there. */
  codeIsRead?: boolean;
}

const toldAnchors = (store: Store, row: Row) =>
  anchorsOf(store, row).map(({ row: _, memory: __, id: ___, ...told }) => told);

/** Else what a person says of the code as they see it would be held against what it was when it was last read. */
export async function readCode(engine: Engine, id: string): Promise<void> {
  const { indexedStore, row } = findById(engine, id);
  if (anchorsOf(indexedStore.store, row).length === 0) return;
  try {
    await freshen(engine, {});
  } catch (error) {
    // The folder may not be here, and the memory is no less right for that.
    if (!(error instanceof Problem)) throw error;
  }
}

function changed(before: Memory, given: Partial<Memory>, now: number): Memory {
  const memory: Memory = { ...before, ...given, updatedAt: now };
  if (memory.text === '')
    throw new Problem('The text would be empty.', 'Use `sqrl forget` to remove a memory.');
  // A key that came of the words goes with them; one that somebody gave stays.
  if (memory.text !== before.text && given.key === undefined && before.key === claimKeyOf(before.text))
    memory.key = claimKeyOf(memory.text);
  // New words are those of the person of this home.
  if (memory.text !== before.text && given.userId === undefined) [memory.userId, memory.via] = [null, null];
  // What a person set a trigger to was about the old words.
  if (memory.text !== before.text && given.record === undefined && memory.record?.kind === 'rule')
    memory.record = memory.record.trigger === null ? memory.record : null;
  if (memory.type !== before.type && given.halfLifeDays === undefined)
    memory.halfLifeDays = TYPES[memory.type].halfLifeDays;
  if (given.verified && given.needsReview === undefined) memory.needsReview = false;
  if (memory.scope === 'global' || memory.scope === 'project') memory.scopeOf = null;
  if (given.reach === undefined && before.reach === reachOfScope(before.scope))
    memory.reach = reachOfScope(memory.scope);
  // The end of a task is not the end of what holds beyond it.
  if (memory.reach !== before.reach && given.expiresAt === undefined)
    memory.expiresAt = before.reach === 'task' ? null : (before.expiresAt ?? endOfReach(memory.reach, now));
  return memory;
}

interface MemoryWrite {
  from: IndexedStore;
  row: Row;
  memory: Memory;
  vector: Float32Array | undefined;
  embeds: boolean;
}

/** Says where it lies then, and which others lost a part of their text to it. */
function writeChanged(
  engine: Engine,
  { from, row, memory, vector, embeds }: MemoryWrite,
): { there: Row; shortened: string[] } {
  const to = storeFor(engine, memory);
  const hash = hashOf(memory.text);
  const twin = rowByHash(to.store, memory, hash);
  if (twin !== undefined && !(to === from && twin === row))
    throw new Problem(
      `Another memory has the same text: ${memoryAt(to.store, twin)!.id}.`,
      `Forget one of the two: \`sqrl forget ${memory.id}\`.`,
    );
  const before = memoryAt(from.store, row)!;
  const isReworded = before.text !== memory.text;
  // It waited for a person to say which is right.
  const isDecided = before.needsReview && memory.verified && !memory.needsReview;
  const there = to === from ? row : move(from, row, to, memory, hash);
  if (to === from) writeMemory(to.store, row, memory);
  const { shortened } = supersede(to.store, there, memory, {
    byPerson: true,
    rivals: [
      ...(isReworded ? rivalsAt(to.store, there, memory) : rivalsOf(to.store, there, memory)),
      ...(isDecided ? disputedBy(to.store, there) : []),
    ],
  });
  if (vector) {
    setVector(to.store, there, engine.meaning.model, vector);
    to.index.set(there, vector);
  } else if (embeds) {
    removeVector(to.store, there);
    to.index.remove(there);
  }
  return { there, shortened };
}

/** The memories that one contradicts, and that hold as long as nobody says that it is right. */
function disputedBy(store: Store, row: Row): RivalMemory[] {
  const { relations, key } = fullMemoryAt(store, row)!;
  return relations
    .filter(({ kind }) => kind === 'conflicts')
    .flatMap(({ to }) => storedMemories([store], to))
    .filter(({ memory }) => memory.status !== 'deprecated' && (key === null || memory.key !== key));
}

function move(from: IndexedStore, row: Row, to: IndexedStore, memory: Memory, hash: string): Row {
  const there = addMemory(to.store, memory, hash);
  // The code that it is tied to is that of the store it leaves.
  moveBelongings(to.store, there, { ...fullMemoryAt(from.store, row)!, anchors: [] });
  addMemoryLooks(to.store, memory.id, looksAt(from.store, row));
  for (const step of stepsOfMemory(from.store, memory.id)) addStep(to.store, step);
  for (const telling of draftReportsLike(from.store, memory.id)) putDraftReport(to.store, telling);
  copyTallies(from.store, to.store, memory.id);
  copyActions(from.store, to.store, memory.id);
  const vector = vectorAt(from.store, row);
  if (vector) {
    setVector(to.store, there, vector.model, vector.value);
    to.index.set(there, vector.value);
  }
  remove(from, row);
  return there;
}
