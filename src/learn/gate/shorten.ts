import { type Message, message } from '../../base/messages.ts';
import { hashOf } from '../../base/text/clean.ts';
import { piecesOf, withoutPieces } from '../../base/text/pieces.ts';
import type { Memory } from '../../model/memory.ts';
import { addRelations } from '../../store/memory/belongings.ts';
import { memoryAt, type Row, replaceMemory, rowByHash } from '../../store/memory/memories.ts';
import { addStep, type MemoryEvent, stepsOfMemory } from '../../store/memory/steps.ts';
import type { Store } from '../../store/store.ts';
import { removeVector } from '../../store/vectors/vectors.ts';

/** Writes a memory as it is now, and the step that made it so. */
export function writeStep(
  store: Store,
  row: Row,
  memory: Memory,
  { at, did, why, before = null }: Pick<MemoryEvent, 'at' | 'did' | 'why'> & { before?: string | null },
): void {
  replaceMemory(store, row, memory, hashOf(memory.text));
  addStep(store, { memory: memory.id, at, did, why, before, confidence: memory.confidence });
}

/** Why a memory was replaced, as its history keeps it. */
export const whyReplaced = ({ by, because }: { by: string; because: string | null }): Message =>
  because ? message('why.replacedBecause', { by, because }) : message('why.replaced', { by });

/** Whether a step says that a memory was replaced by another. */
export const isReplacedBy = (id: string, { code, facts }: Message): boolean =>
  (code === 'why.replaced' || code === 'why.replacedBecause') && facts.by === id;

/** The reason in a step that says that a memory was replaced. */
export const replacementReason = ({ facts }: Message): string | null =>
  (facts.because as string | undefined) ?? null;

/** A memory that replaced a part of another, and where it lies. */
interface Replacer {
  id: string;
  store: Store;
  row: Row;
  at: number;
  why: Message;
}

/** The confidence of a tie to a memory that was replaced in part, and still holds. */
const PARTLY = 0.5;

const SHORTENED = 'partly replaced';

/**
 * Takes the replaced pieces from the text of a memory; its history keeps them. False if nothing would be left that is not
 * said elsewhere: then all of it is replaced.
 */
export function shorten(store: Store, row: Row, pieces: readonly string[], by: Replacer): boolean {
  const memory = memoryAt(store, row)!;
  const text = withoutPieces(memory.text, pieces);
  if (text === '' || text === memory.text || !reword(store, row, text, { ...by, did: SHORTENED }))
    return false;
  addRelations(by.store, by.row, [{ kind: 'supersedes', to: memory.id, confidence: PARTLY }]);
  return true;
}

/** Gives a memory back the pieces that another had replaced, unless it was reworded since. */
export function lengthen(
  store: Store,
  row: Row,
  { by, why, at }: { by: string; why: Message; at: number },
): void {
  const memory = memoryAt(store, row)!;
  const { steps, since } = shortenedBy(store, memory, by);
  const later = steps.slice(since + 1).filter(({ before }) => before !== null);
  if (since < 0 || later.some((step) => step.did !== SHORTENED || step.why.text === why.text)) return;
  const before = steps[since]!.before!;
  const lost = lostBetween(before, later[0]?.before ?? memory.text);
  const text = later.length === 0 ? before : `${memory.text} ${lost}`;
  reword(store, row, text, { at, did: 'holds again', why });
}

/** The text that another has replaced of a memory, with when and why; undefined if there is none. */
export function lostTo(
  store: Store,
  memory: Memory,
  by: string,
): { text: string; at: number; why: Message } | undefined {
  const { steps, since } = shortenedBy(store, memory, by);
  if (since < 0) return undefined;
  const { before, at, why } = steps[since]!;
  const after = steps.slice(since + 1).find((step) => step.before !== null)?.before ?? memory.text;
  return { text: lostBetween(before!, after), at, why };
}

function shortenedBy(store: Store, { id }: Memory, by: string): { steps: MemoryEvent[]; since: number } {
  const steps = stepsOfMemory(store, id);
  return { steps, since: steps.findLastIndex(({ did, why }) => did === SHORTENED && isReplacedBy(by, why)) };
}

/** Takes the replaced pieces away once more. */
export function shortenAgain(store: Store, row: Row, last: MemoryEvent, at: number, why: Message): void {
  reword(store, row, last.before!, { at, did: SHORTENED, why });
}

/** False if another memory has that text. */
function reword(
  store: Store,
  row: Row,
  text: string,
  { at, did, why }: Pick<MemoryEvent, 'at' | 'did' | 'why'>,
): boolean {
  const memory = memoryAt(store, row)!;
  if (rowByHash(store, memory, hashOf(text)) !== undefined) return false;
  writeStep(store, row, { ...memory, text }, { at, did, why, before: memory.text });
  // Of the text it had before.
  removeVector(store, row);
  return true;
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
