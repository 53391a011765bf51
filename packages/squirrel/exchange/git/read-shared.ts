import { setImmediate } from 'node:timers/promises';
import { branchCheckedOut } from '@sqrl/base/git/head.ts';
import { beginReading, keyOf, type SharedLine } from '@sqrl/base/model/sync/lines.ts';
import { isEnded, keepingOwn, latestIn } from '@sqrl/base/model/sync/memory-state.ts';
import { canonical, joinStates } from '@sqrl/base/model/sync/registers.ts';
import { secretsIn } from '@sqrl/base/redact/secrets-in.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { admitShared, type SharedOutcome } from '../../learn/gate/shared-memory.ts';
import { stampFor } from '../../learn/sharing/note-shared.ts';
import { remove } from '../../learn/verbs/verbs.ts';
import { memoryAt, replaceMemory, rowById } from '../../store/memory/memories.ts';
import {
  deviceOf,
  dropShared,
  IN_GIT,
  putShared,
  type SharedRow,
  sharedRow,
  sharedRows,
  syncNote,
} from '../../store/memory/shared.ts';
import { removeVector } from '../../store/vectors/stored-index.ts';
import { embedAgain } from '../../workspace/reembed.ts';
import type { Engine } from '../../workspace/workspace.ts';

/** What reading the shared file came to. */
export interface SharedReading {
  added: number;
  changed: number;
  removed: number;
  /** Of those that were added, proposals. */
  proposed: number;
  /** Memories that now have two wordings. */
  contested: number;
  /** Lines that were left out because something in them looks like a secret. */
  secret: number;
  /** Lines that were left out: ids of memories of this home, times ahead of the clock, more lines than are read. */
  left: number;
}

/** A file as large as this is read whole; what is beyond is left out and counted. */
const MAX_LINES = 5000;
/** Anybody can propose. */
const MAX_PROPOSALS = 200;
/** How far a clock of others may be ahead, in milliseconds. */
const MAX_AHEAD_MS = 24 * 3600_000;
const BATCH_LINES = 64;

/** Brings this store to what is shared: lines of the default branch, and as proposals those that only the work tree has. */
export async function readShared(
  engine: Engine,
  { root, reviewed, working: text }: { root: string; reviewed: string | undefined; working: string },
): Promise<SharedReading> {
  const { store } = engine.own;
  const result = { added: 0, changed: 0, removed: 0, proposed: 0, contested: 0, secret: 0, left: 0 };
  const agreed = await readCalmly(reviewed ?? '');
  const working = await readCalmly(text);
  const branch = branchCheckedOut(root);
  const self = { person: syncNote(store, 'person') ?? '', device: deviceOf(store) };
  const known = sharedRows(store);
  const arriving: SharedLine[] = [];
  let looked = 0;
  for (const line of [...agreed.values(), ...[...working.values()].filter((one) => !isAgreed(one))]) {
    if (++looked % BATCH_LINES === 0) await setImmediate();
    if (line.kind === 'memory' && isNews(line, known.get(line.id), isAgreed(line))) arriving.push(line);
  }
  result.left += Math.max(0, arriving.length - MAX_LINES);
  const unembedded: string[] = [];
  for (let i = 0; i < Math.min(arriving.length, MAX_LINES); i += BATCH_LINES) {
    store.transaction(() => {
      for (const line of arriving.slice(i, i + BATCH_LINES)) take(line);
    });
    await setImmediate();
  }
  store.transaction(() => dropMissing(known));
  await embedAgain(engine, [store], unembedded);
  return result;

  function isAgreed({ id, kind }: SharedLine): boolean {
    return agreed.has(keyOf({ id, kind }));
  }

  function take(line: SharedLine): void {
    const { id } = line;
    const now = engine.now();
    const row = sharedRow(store, id);
    const isReviewed = isAgreed(line);
    if (!isNews(line, row, isReviewed)) return;
    // A hub carries it.
    if (row && row.space !== '') {
      result.left++;
      return;
    }
    const isFull = !isReviewed && !row && result.proposed >= MAX_PROPOSALS;
    if (isFull || latestIn(line.state) > now + MAX_AHEAD_MS) {
      result.left++;
      return;
    }
    // Nothing of it may be stored, not even its state.
    if (secretsIn(canonical(line.state)).length > 0) {
      result.secret++;
      return;
    }
    const before = row?.state ?? {};
    const joined = joinStates(before, line.state);
    if (isEnded(joined)) {
      end(row, joined);
      return;
    }
    const place = row?.standing === 'mine' ? rowById(store, id) : undefined;
    const own = place === undefined ? undefined : memoryAt(store, place);
    const isMine = own?.userId === null;
    const state = isMine
      ? keepingOwn(joined, own, stampFor(store, { state: joined, space: '' }, now))
      : joined;
    const ownerId = engine.project?.remote ?? engine.project?.name ?? null;
    const outcome = admitShared(store, { id, before, state, isReviewed, branch, ownerId, self, isMine, now });
    count(outcome, isReviewed);
    if (outcome.did === 'clash' || outcome.did === 'empty') return;
    // What was in this home before it was in the file is its own.
    const isOwn = row?.standing === 'mine' || (outcome.did === 'same' && rowById(store, id) !== undefined);
    const standing = isOwn ? 'mine' : isReviewed ? 'reviewed' : 'proposed';
    putShared(store, { ...IN_GIT, id, state, standing });
    if (!('row' in outcome) || !outcome.isReworded) return;
    removeVector(store, outcome.row);
    engine.own.index.remove(outcome.row);
    unembedded.push(id);
  }

  function count(outcome: SharedOutcome, isReviewed: boolean): void {
    if (outcome.did === 'clash') result.left++;
    if (!('row' in outcome)) return;
    result[outcome.did]++;
    if (outcome.did === 'added' && !isReviewed) result.proposed++;
    if (outcome.isContested) result.contested++;
  }

  /** Others ended it. Words of this home stay here, as its own. */
  function end(row: SharedRow | undefined, state: SharedRow['state']): void {
    if (!row) return;
    putShared(store, { ...row, state, standing: 'hidden' });
    leave(row);
  }

  function leave({ id, standing }: SharedRow): void {
    const row = rowById(store, id);
    const memory = row === undefined ? undefined : memoryAt(store, row);
    if (!memory) return;
    if (memory.userId === null || standing === 'mine') {
      const own = { ...memory, owner: 'user' as const, ownerId: null };
      replaceMemory(store, row!, own, hashOf(own.text));
      return;
    }
    remove(engine.own, row!);
    result.removed++;
  }

  /** A line that was taken out of the default branch by hand, and a proposal that is not checked out any more. */
  function dropMissing(rows: ReadonlyMap<string, SharedRow>): void {
    for (const row of rows.values()) {
      const { id, standing } = row;
      const key = `${id} memory`;
      const isGone =
        standing === 'reviewed'
          ? reviewed !== undefined && !agreed.has(key)
          : standing === 'proposed' && !working.has(key) && !agreed.has(key);
      if (!isGone) continue;
      dropShared(store, id);
      leave(row);
    }
  }
}

/** Reads lines without keeping the daemon from its other work. */
async function readCalmly(text: string): Promise<Map<string, SharedLine>> {
  const reading = beginReading();
  for (const [i, line] of text.split('\n').entries()) {
    if (i % BATCH_LINES === BATCH_LINES - 1) await setImmediate();
    reading.add(line);
  }
  return reading.end().lines;
}

/** Whether a line says something that this store does not know. A proposal changes nothing that was agreed to. */
function isNews({ state }: SharedLine, row: SharedRow | undefined, isReviewed: boolean): boolean {
  if (!row) return !isEnded(state);
  if (row.standing === 'hidden') return false;
  if (!isReviewed && row.standing !== 'proposed') return false;
  if (isReviewed && row.standing === 'proposed') return true;
  return canonical(joinStates(row.state, state)) !== canonical(row.state);
}
