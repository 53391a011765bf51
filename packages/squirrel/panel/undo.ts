import { isDeepStrictEqual } from 'node:util';
import { stepText } from '@sqrl/base/messages.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { bringBack, replaceAgain } from '../learn/gate/overtake.ts';
import { change } from '../learn/verbs/change.ts';
import { refuseMemory } from '../learn/verbs/note-change.ts';
import { forget } from '../learn/verbs/verbs.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { anchorsOf, replaceAnchors } from '../store/memory/anchors.ts';
import { evidenceAt, fullMemoryAt } from '../store/memory/belongings.ts';
import {
  IMPORTED,
  lastActionOn,
  latestActions,
  type MemoryAction,
  markUndone,
  memoryActionFields,
  withdrawRefusal,
} from '../store/memory/changes.ts';
import { memoryAt, rowById } from '../store/memory/memories.ts';
import { removeRuleLines } from '../store/memory/rule-files.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import { findById, storesOf } from '../workspace/lookup.ts';
import { transactionOnBoth } from '../workspace/transaction-on-both.ts';
import type { Engine } from '../workspace/workspace.ts';
import { shortMemories } from './card.ts';

type UndoableAction = MemoryAction & { indexedStore: IndexedStore };

/** Takes back what a person did last, a certain action, or the last one to a memory. */
export async function undo(engine: Engine, { action, id }: Parsed<'undo'>) {
  const parts = id === undefined ? partsOf(engine, action ?? lastAction(engine)) : lastTo(engine, id);
  const undone: { id: string; text: string }[] = [];
  const left: { id: string; because: string }[] = [];
  if (action !== undefined && parts.length === 0)
    throw new Problem(
      `No action has the id ${action}.`,
      'It may have been undone already, or its memories were deleted.',
      'not_found',
    );
  const came = parts.filter(isNewByImport);
  for (const part of parts) {
    if (came.includes(part)) continue;
    const because = await takeBack(engine, part);
    if (because !== undefined) left.push({ id: part.memory, because });
    else undone.push({ id: part.memory, text: textNow(part) });
  }
  if (came.length > 0) takeOut(engine, came, { undone, left });
  return { action: parts[0]?.id ?? null, did: parts[0]?.did ?? null, undone, left };
}

const isNewByImport = ({ did, became }: UndoableAction): boolean =>
  did === IMPORTED && Object.keys(became).length === 0;

/**
 * Takes out what came with a rule file, all at once. What a person has done something to since stays, and what sessions
 * show as well.
 */
function takeOut(
  engine: Engine,
  came: readonly UndoableAction[],
  { undone, left }: { undone: { id: string; text: string }[]; left: { id: string; because: string }[] },
): void {
  const isOnlyFromFile = ({ indexedStore: { store }, memory, id }: UndoableAction) => {
    const row = rowById(store, memory);
    if (row === undefined || lastActionOn(store, memory)?.id !== id) return false;
    return evidenceAt(store, row).every(({ proof }) => proof === 'rule_file');
  };
  const out = came.filter(isOnlyFromFile);
  for (const part of came) {
    if (out.includes(part)) undone.push({ id: part.memory, text: textNow(part) });
    else left.push({ id: part.memory, because: 'it has been changed again since' });
  }
  const ids = out.map(({ memory }) => memory);
  if (ids.length > 0) forget(engine, ids, { keepMessages: true });
  for (const { store } of engine.indexedStores) removeRuleLines(store, ids);
}

function lastAction({ indexedStores }: Engine): string | undefined {
  return indexedStores
    .flatMap(({ store }) => latestActions(store, 1))
    .sort((a, b) => b.at - a.at)
    .at(0)?.id;
}

const partsOf = ({ indexedStores }: Engine, action: string | undefined): UndoableAction[] =>
  action === undefined
    ? []
    : indexedStores.flatMap((indexedStore) =>
        memoryActionFields(indexedStore.store, action).map((part) => ({ ...part, indexedStore })),
      );

function lastTo(engine: Engine, id: string): UndoableAction[] {
  const { indexedStore, row } = findById(engine, id);
  const last = lastActionOn(indexedStore.store, memoryAt(indexedStore.store, row)!.id);
  return last ? [{ ...last, indexedStore }] : [];
}

/** Takes one memory's part of an action back; says why not, where it cannot be. */
async function takeBack(engine: Engine, part: UndoableAction): Promise<string | undefined> {
  const { indexedStore, memory: id, was, became } = part;
  const row = rowById(indexedStore.store, id);
  if (row === undefined) return 'it was deleted';
  if (lastActionOn(indexedStore.store, id)?.id !== part.id) return 'it has been changed again since';
  const now = memoryAt(indexedStore.store, row)!;
  if (became.text !== undefined && became.text !== now.text) return 'its text has been changed since';
  const { anchors, refused, ...fields } = was;
  const back = Object.fromEntries(
    // What rules have changed since is theirs.
    Object.entries(fields).filter(([key]) =>
      isDeepStrictEqual(now[key as keyof Memory], became[key as keyof Memory]),
    ),
  );
  // To hold again is not to have been looked at again: what it is tied to stays as it was.
  const tied = anchors ?? anchorsOf(indexedStore.store, row);
  const { memory } = await change(engine, id, back, {
    did: 'undone',
    why: `a person undid this: ${stepText(part.did)}`,
    action: null,
    codeIsRead: true,
  });
  const there = findById(engine, memory.id);
  const { store } = there.indexedStore;
  store.transaction(() => {
    if (anchors || back.verified === true || back.needsReview === false)
      replaceAnchors(store, there.row, tied);
    markUndone(store, part, engine.now());
  });
  // What its words had replaced, which it no longer has.
  if (became.text !== undefined)
    transactionOnBoth({ user: engine.user.store, own: engine.own.store }, () =>
      bringBack(storesOf(engine), { ...there, id: memory.id, store }, engine.now(), part.at),
    );
  if (refused !== undefined) restoreRefusal(engine, memory, refused);
  // Its file may be imported again, and bring it back.
  if (part.did === IMPORTED && memory.status === 'deprecated') removeRuleLines(store, [memory.id]);
  if (back.status !== undefined && memory.status !== 'deprecated')
    replaceAgain(storesOf(engine), { ...there, id: memory.id, store }, engine.now());
  return undefined;
}

function restoreRefusal(engine: Engine, memory: Memory, refused: boolean): void {
  if (refused) refuseMemory(engine, memory, { at: engine.now() });
  else for (const { store } of engine.indexedStores) withdrawRefusal(store, memory.id);
}

function textNow({ indexedStore, memory }: UndoableAction): string {
  const row = rowById(indexedStore.store, memory);
  return (row === undefined ? undefined : fullMemoryAt(indexedStore.store, row)?.text) ?? '';
}

const MAX_NAMED_MEMORIES = 5;

/** What people did to memories of late and may take back, the latest first. */
export function recentActions(engine: Engine, { limit }: Parsed<'actions'>) {
  const found = new Map<string, { id: string; at: number; did: string; memories: string[] }>();
  for (const { store } of engine.indexedStores)
    for (const action of latestActions(store, limit)) {
      // One action may be about memories of both files.
      const other = found.get(action.id);
      found.set(action.id, other ? { ...action, memories: [...other.memories, ...action.memories] } : action);
    }
  const latest = [...found.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1)).slice(0, limit);
  const named = latest.flatMap(({ memories }) => memories.slice(0, MAX_NAMED_MEMORIES));
  const texts = shortMemories(engine, named);
  return {
    actions: latest.map(({ id, at, did, memories }) => ({
      id,
      at,
      did,
      count: memories.length,
      memories: memories
        .slice(0, MAX_NAMED_MEMORIES)
        .flatMap((memory) => (texts.has(memory) ? [{ id: memory, text: texts.get(memory)!.text }] : [])),
    })),
  };
}
