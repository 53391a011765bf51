import type { Message } from '../../base/messages.ts';
import { hashOf } from '../../base/text/clean.ts';
import { piecesOf, withoutPieces } from '../../base/text/pieces.ts';
import type { Memory } from '../../model/memory.ts';
import { addRelations } from '../../store/memory/belongings.ts';
import { memoryAt, type Row, replaceMemory, rowByHash } from '../../store/memory/memories.ts';
import { addStep, type MemoryEvent, stepsOfMemory } from '../../store/memory/steps.ts';
import type { Store } from '../../store/store.ts';
import { removeVector } from '../../store/vectors/vectors.ts';
import { isReplacedBy } from './replacement-messages.ts';

/** What took the place of a part of a memory, and where it lies. */
interface Replacer {
  id: string;
  store: Store;
  row: Row;
  at: number;
  /** As it is written down: who, and why. */
  why: Message;
}

/** How much of a memory another has replaced, where that is not all of it: such a tie leaves the older one holding. */
const PARTLY = 0.5;

/**
 * Takes from a memory the pieces of its text that another has replaced; what it said stays in its history. False where
 * nothing would be left that is not said elsewhere: then all of it is replaced.
 */
export function shorten(store: Store, row: Row, pieces: readonly string[], by: Replacer): boolean {
  const memory = memoryAt(store, row)!;
  const text = withoutPieces(memory.text, pieces);
  if (text === '' || text === memory.text || rowByHash(store, memory, hashOf(text)) !== undefined)
    return false;
  write(store, row, memory, { text, at: by.at, did: SHORTENED, why: by.why });
  addRelations(by.store, by.row, [{ kind: 'supersedes', to: memory.id, confidence: PARTLY }]);
  return true;
}

/** Gives a memory back what another had replaced of it, unless somebody has worded it anew since. */
export function lengthen(
  store: Store,
  row: Row,
  { by, why, at }: { by: string; why: Message; at: number },
): void {
  const memory = memoryAt(store, row)!;
  const steps = stepsOfMemory(store, memory.id);
  const since = steps.findLastIndex((step) => step.did === SHORTENED && isReplacedBy(by, step.why));
  const later = steps.slice(since + 1).filter(({ before }) => before !== null);
  if (since < 0 || later.some((step) => step.did !== SHORTENED || step.why.text === why.text)) return;
  const before = steps[since]!.before!;
  const lost = lostBetween(before, later[0]?.before ?? memory.text);
  const text = later.length === 0 ? before : `${memory.text} ${lost}`;
  if (rowByHash(store, memory, hashOf(text)) === undefined)
    write(store, row, memory, { text, at, did: 'holds again', why });
}

/** What another has replaced of a memory, with when and why; undefined where it has nothing. */
export function lostTo(
  store: Store,
  memory: Memory,
  by: string,
): { text: string; at: number; why: Message } | undefined {
  const steps = stepsOfMemory(store, memory.id);
  const since = steps.findLastIndex((step) => step.did === SHORTENED && isReplacedBy(by, step.why));
  if (since < 0) return undefined;
  const { before, at, why } = steps[since]!;
  const after = steps.slice(since + 1).find((step) => step.before !== null)?.before ?? memory.text;
  return { text: lostBetween(before!, after), at, why };
}

/** Takes it away once more. */
export function shortenAgain(store: Store, row: Row, last: MemoryEvent, at: number, why: Message): void {
  const memory = memoryAt(store, row)!;
  if (rowByHash(store, memory, hashOf(last.before!)) === undefined)
    write(store, row, memory, { text: last.before!, at, did: SHORTENED, why });
}

const SHORTENED = 'partly replaced';

function write(
  store: Store,
  row: Row,
  memory: Memory,
  { text, ...step }: { text: string; at: number; did: string; why: Message },
): void {
  replaceMemory(store, row, { ...memory, text }, hashOf(text));
  // Of words it no longer has.
  removeVector(store, row);
  addStep(store, { memory: memory.id, before: memory.text, confidence: memory.confidence, ...step });
}

/** The pieces that a text has no longer. */
function lostBetween(before: string, after: string): string {
  const left = new Set(piecesOf(after).map(bare));
  return piecesOf(before)
    .filter((piece) => !left.has(bare(piece)))
    .map((piece) => piece.trim())
    .join(' ');
}

const bare = (piece: string): string =>
  piece
    .trim()
    .replace(/[.!?…]+$/, '')
    .toLowerCase();
