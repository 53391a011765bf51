import type { Memory, MemoryType } from '../model/memory.ts';
import { onlyStatementIn } from '../observe/statements/statement.ts';
import { remembered } from '../words/remembered.ts';
import type { Resident } from '../write/gate.ts';

/** What a text claims. */
export type Claimed = Pick<Resident, 'key' | 'polarity' | 'subject' | 'value' | 'because'>;

/** Memories are held against each other again and again; what they say stays the same. */
const understood = remembered((text) => onlyStatementIn(text) ?? null, 100_000);

/** What a memory claims: under its own key, or that of its one sentence. What says several things claims none of them. */
export function claimOf({ text, key, polarity }: Pick<Memory, 'text' | 'key' | 'polarity'>): Claimed {
  const only = understood(text);
  return {
    key: key ?? only?.key ?? null,
    polarity: polarity || (only?.polarity ?? 0),
    subject: only?.subject ?? null,
    value: only?.value ?? null,
    because: only?.because ?? null,
  };
}

/** What a text is that makes a claim under a key; undefined where it makes none, and its words have to tell. */
export function typeIn(text: string): MemoryType | undefined {
  const said = understood(text);
  return said?.key ? said.type : undefined;
}
