import { remembered } from '../../base/memo.ts';
import { piecesOf, withoutPieces } from '../../base/text/pieces.ts';
import type { Memory, MemoryType } from '../../model/memory.ts';
import type { TextClaim } from '../gate/gate.ts';
import { onlyStatementIn, type Statement, statementsBeside } from '../observe/statements/statement.ts';

/** Memories are held against each other again and again; what they say stays the same. */
const understood = remembered((text) => onlyStatementIn(text) ?? null, 100_000);
const taken = remembered((text) => statementsBeside(text), 100_000);

/** What a memory claims as a whole: under its own key, or that of its one sentence. */
export function claimOf({ text, key, polarity }: Pick<Memory, 'text' | 'key' | 'polarity'>): TextClaim {
  const only = understood(text);
  return {
    key: key ?? only?.key ?? null,
    polarity: polarity || (only?.polarity ?? 0),
    subject: only?.subject ?? null,
    value: only?.value ?? null,
    because: only?.because ?? null,
    pieces: null,
  };
}

/**
 * All that a memory claims: as a whole, or with each of its sentences, so that one of them can be replaced without the
 * others. What it says twice of one matter it means to hold side by side, and so claims of neither.
 */
export function claimsOf(memory: Pick<Memory, 'text' | 'key' | 'polarity'>): TextClaim[] {
  if (memory.key !== null || piecesOf(memory.text).length === 1) return [claimOf(memory)];
  const pieces = taken(memory.text);
  const [first] = pieces;
  if (first ? isAll(memory.text, first.pieces) : understood(memory.text)) return [claimOf(memory)];
  return pieces
    .filter(({ said }) => !pieces.some((other) => other.said !== said && isOfOneMatter(other.said, said)))
    .map(({ pieces: those, said: { key, polarity, subject, value, because } }) => ({
      key,
      polarity,
      subject,
      value,
      because,
      pieces: those,
    }));
}

/** The key under which a text claims something as a whole; null where it does not. */
export const claimKeyOf = (text: string): string | null =>
  claimsOf({ text, key: null, polarity: 0 }).find(({ pieces }) => pieces === null)?.key ?? null;

/** Whether a text says nothing but what some pieces of it say, and perhaps more of the same. */
const isAll = (text: string, pieces: readonly string[]): boolean => withoutPieces(text, pieces) === '';

const isOfOneMatter = (a: Statement, b: Statement): boolean =>
  (a.key !== null && a.key === b.key) || a.subject === b.subject;

/** What a text is that makes a claim under a key; undefined where it makes none, and its words have to tell. */
export function typeIn(text: string): MemoryType | undefined {
  const said = understood(text);
  return said?.key ? said.type : undefined;
}
