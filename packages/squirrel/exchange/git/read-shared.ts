import { setImmediate } from 'node:timers/promises';
import { branchCheckedOut } from '@sqrl/base/git/head.ts';
import { beginReading, keyOf, type SharedLine } from '@sqrl/base/model/sync/lines.ts';
import { isEnded, keepingOwn } from '@sqrl/base/model/sync/memory-state.ts';
import { canonical, joinStates } from '@sqrl/base/model/sync/registers.ts';
import { secretsIn } from '@sqrl/base/redact/secrets-in.ts';
import { stampFor } from '../../learn/sharing/note-shared.ts';
import { memoryAt, rowById } from '../../store/memory/memories.ts';
import {
  deviceOf,
  dropShared,
  IN_GIT,
  type SharedRow,
  sharedRow,
  sharedRows,
  syncNote,
} from '../../store/memory/shared.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { BATCH_RECORDS, NOTHING_READ, SharedIntake } from '../intake.ts';

/** `secret`: lines that were left out because something in them looks like one. */
export const NOTHING_SHARED = { ...NOTHING_READ, secret: 0 };
export type SharedReading = typeof NOTHING_SHARED;

/** A file as large as this is read whole; what is beyond is left out and counted. */
const MAX_LINES = 5000;
/** Anybody can propose. */
const MAX_PROPOSALS = 200;

/** Brings this store to what is shared: lines of the default branch, and as proposals those that only the work tree has. */
export async function readShared(
  engine: Engine,
  { root, reviewed, working: text }: { root: string; reviewed: string | undefined; working: string },
): Promise<SharedReading> {
  const { store } = engine.own;
  const intake = new SharedIntake(engine, engine.own, NOTHING_SHARED);
  const { counts } = intake;
  const agreed = await readCalmly(reviewed ?? '');
  const working = await readCalmly(text);
  const branch = branchCheckedOut(root);
  const self = { person: syncNote(store, 'person') ?? '', device: deviceOf(store) };
  const known = sharedRows(store);
  const arriving: SharedLine[] = [];
  let looked = 0;
  for (const line of [...agreed.values(), ...[...working.values()].filter((one) => !isAgreed(one))]) {
    if (++looked % BATCH_RECORDS === 0) await setImmediate();
    if (line.kind === 'memory' && isNews(line, known.get(line.id), isAgreed(line))) arriving.push(line);
  }
  counts.left += Math.max(0, arriving.length - MAX_LINES);
  await intake.takeAll(arriving.slice(0, MAX_LINES), take);
  store.transaction(() => dropMissing(known));
  return counts;

  function isAgreed({ id, kind }: SharedLine): boolean {
    return agreed.has(keyOf({ id, kind }));
  }

  function take(line: SharedLine): unknown {
    const { id } = line;
    const now = engine.now();
    const row = sharedRow(store, id);
    const isReviewed = isAgreed(line);
    if (!isNews(line, row, isReviewed)) return undefined;
    const isInHub = row !== undefined && row.space !== '';
    const isFull = !isReviewed && !row && counts.proposed >= MAX_PROPOSALS;
    if (isInHub || isFull || intake.isAhead(line.state, now)) return intake.leaveOut();
    // Nothing of it may be stored, not even its state.
    if (secretsIn(canonical(line.state)).length > 0) return counts.secret++;
    const before = row?.state ?? {};
    const joined = joinStates(before, line.state);
    // Others ended it. Words of this home stay here, as its own.
    if (isEnded(joined)) return row && intake.end({ ...row, state: joined }, true);
    const place = row?.standing === 'mine' ? rowById(store, id) : undefined;
    const own = place === undefined ? undefined : memoryAt(store, place);
    const isMine = own?.userId === null;
    const state = isMine
      ? keepingOwn(joined, own, stampFor(store, { state: joined, space: '' }, now))
      : joined;
    const ownerId = engine.project?.remote ?? engine.project?.name ?? null;
    const arrival = { id, before, state, isReviewed, branch, ownerId, self, isMine, now };
    return intake.admit({ ...IN_GIT, id }, arrival, row?.standing === 'mine');
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
      intake.drop(row, true);
    }
  }
}

/** Reads lines without keeping the daemon from its other work. */
async function readCalmly(text: string): Promise<Map<string, SharedLine>> {
  const reading = beginReading();
  for (const [i, line] of text.split('\n').entries()) {
    if (i % BATCH_RECORDS === BATCH_RECORDS - 1) await setImmediate();
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
