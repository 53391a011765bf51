import { randomBytes } from 'node:crypto';
import {
  closedState,
  commentIn,
  commentState,
  type SharedComment,
} from '@sqrl/base/model/sync/comment-state.ts';
import { sharedMemoryIn } from '@sqrl/base/model/sync/memory-state.ts';
import { personName } from '@sqrl/base/model/sync/person.ts';
import { joinStates } from '@sqrl/base/model/sync/registers.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { memoryAt, rowById } from '../../store/memory/memories.ts';
import { putShared, type SharedRow, sharedRow, sharedRowsOf, syncNote } from '../../store/memory/shared.ts';
import { addStep, DISPUTED, setLife } from '../../store/memory/steps.ts';
import { mayChangeAll, stampFor, writeChange } from './note-shared.ts';

export interface MemoryComment extends SharedComment {
  id: string;
  person: string;
  isOwn: boolean;
  /** It is a dispute that nothing has answered yet: not a new wording, not a dismissal. */
  isOpen: boolean;
}

export const commentsAbout = (store: Store, memory: string): MemoryComment[] =>
  allComments(store).filter(({ about }) => about === memory);

export const disputedIds = (store: Store): Set<string> =>
  new Set(allComments(store).flatMap(({ about, isOpen }) => (isOpen ? [about] : [])));

/** What others dispute and this person answers for: as its author, or as a maintainer of its space. */
export const disputesToAnswer = (store: Store): MemoryComment[] =>
  allComments(store).filter(({ about, isOpen, isOwn }) => {
    const shared = isOpen && !isOwn ? sharedRow(store, about) : undefined;
    return shared !== undefined && (shared.standing === 'mine' || mayChangeAll(store, shared.space));
  });

/** What a dispute leaves of a memory's confidence. */
const DISPUTED_FACTOR = 0.8;

/** Says something about a memory that a hub carries, inside the caller's transaction. */
export function addComment(
  store: Store,
  { about, space, text, disputes }: Pick<SharedComment, 'about' | 'text' | 'disputes'> & { space: string },
  now: number,
): string {
  const id = randomBytes(8).toString('hex');
  const row: SharedRow = { id, kind: 'comment', state: {}, standing: 'mine', space, facts: null };
  const stamp = stampFor(store, row, now);
  aroundDispute(store, about, now, () =>
    writeChange(store, row, commentState({ about, text, disputes }, stamp), stamp),
  );
  return id;
}

export function closeDisputes(store: Store, memory: string, now: number): number {
  const open = commentsAbout(store, memory).filter(({ isOpen }) => isOpen);
  aroundDispute(store, memory, now, () => {
    for (const { id } of open) {
      const row = sharedRow(store, id)!;
      const stamp = stampFor(store, row, now);
      writeChange(store, row, closedState(stamp), stamp);
    }
  });
  return open.length;
}

export function takeComment(store: Store, arrived: SharedRow, now: number): boolean {
  const before = sharedRow(store, arrived.id);
  const state = joinStates(before?.state ?? {}, arrived.state);
  const about = commentIn(state)?.about ?? (before && commentIn(before.state)?.about);
  if (about === undefined) return false;
  aroundDispute(store, about, now, () => putShared(store, { ...arrived, state }));
  return true;
}

/** Only what people do travels; that a disputed memory is less sure is computed here, when the dispute begins and ends. */
function aroundDispute(store: Store, id: string, now: number, change: () => void): void {
  const was = openDispute(store, id);
  change();
  const is = openDispute(store, id);
  const row = rowById(store, id);
  const memory = row === undefined ? undefined : memoryAt(store, row);
  if (!memory || (was === undefined) === (is === undefined)) return;
  const factor = is ? DISPUTED_FACTOR : 1 / DISPUTED_FACTOR;
  const confidence = weighed(memory.confidence, factor);
  setLife(store, row!, { ...memory, confidence, updatedAt: now });
  addStep(store, {
    memory: id,
    at: now,
    did: is ? DISPUTED : 'dispute closed',
    why: is
      ? `${is.person} disputes it: “${is.text.slice(0, 300)}”`
      : 'the dispute was dismissed or taken back',
    before: null,
    confidence,
  });
}

/** Lets an open dispute count for words that have just come, and begin with the confidence of new ones. */
export function weighDispute(store: Store, id: string): void {
  const row = openDispute(store, id) ? rowById(store, id) : undefined;
  const memory = row === undefined ? undefined : memoryAt(store, row);
  if (memory) setLife(store, row!, { ...memory, confidence: weighed(memory.confidence, DISPUTED_FACTOR) });
}

const weighed = (confidence: number, factor: number): number =>
  Math.min(1, Math.round(confidence * factor * 10_000) / 10_000);

const openDispute = (store: Store, memory: string): MemoryComment | undefined =>
  commentsAbout(store, memory).find(({ isOpen }) => isOpen);

function allComments(store: Store): MemoryComment[] {
  const own = syncNote(store, 'hub person');
  return sharedRowsOf(store, 'comment')
    .flatMap(({ id, state, facts, standing }) => {
      const comment = commentIn(state);
      if (!comment) return [];
      const reworded = sharedMemoryIn(sharedRow(store, comment.about)?.state ?? {})?.wordings[0].at ?? 0;
      const isOwn = standing === 'mine';
      const person = facts?.by[comment.tag]?.name ?? (isOwn && own ? personName(own) : 'unknown');
      const isOpen = comment.disputes && !comment.closed && comment.at > reworded;
      return [{ ...comment, id, person, isOwn, isOpen }];
    })
    .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}
