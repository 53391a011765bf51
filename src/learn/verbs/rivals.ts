import type { Memory } from '../../model/memory.ts';
import { type Row, rivalsOf } from '../../store/memory/memories.ts';
import { heldAmong, rowsOnMatter } from '../../store/memory/successions.ts';
import type { Store } from '../../store/store.ts';
import type { RivalMemory } from '../gate/commit.ts';
import { aboutOf, saysOf } from '../gate/gate/matters.ts';
import type { TextClaim } from '../gate/gate.ts';
import { wordsOfKey } from '../observe/statements/key-words.ts';
import { claimsOf } from './claim-of.ts';

/** The memories that speak of what another speaks of: under its key, or of its subject. */
export interface RivalMemories {
  /** They say otherwise. */
  rivals: RivalMemory[];
  /** They say the same, in whatever words. */
  same: RivalMemory[];
}

/** Rows of the memories that may speak of what each of some claims speaks of. */
export const rowsBeside = (store: Store, claims: readonly TextClaim[]): Map<TextClaim, Row[]> =>
  new Map(claims.map((claim) => [claim, rowsOfClaim(store, claim)]));

const rowsOfClaim = (store: Store, claim: TextClaim): Row[] =>
  rowsOnMatter(store, { key: claim.key, words: wordsOf(claim) });

/** Looks for what is said already of the matters of a memory. `found`: rows that were looked for before. */
export function besideOf(
  store: Store,
  memory: Memory,
  claims: readonly TextClaim[],
  found: ReadonlyMap<TextClaim, Row[]> = new Map(),
): RivalMemories {
  const beside: RivalMemories = { rivals: [], same: [] };
  for (const claim of claims) {
    const about = new Set(aboutOf({ ...memory, ...claim }));
    if (about.size === 0) continue;
    const says = saysOf({ ...claim, text: claim.pieces?.[0] ?? memory.text });
    for (const other of heldAmong(store, found.get(claim) ?? rowsOfClaim(store, claim), memory)) {
      const its = claimsOf(other.memory).find((each) =>
        aboutOf({ ...other.memory, ...each }).some((matter) => about.has(matter)),
      );
      if (!its) continue;
      const isSame = saysOf({ ...its, text: its.pieces?.[0] ?? other.memory.text }) === says;
      if (!isSame) addRival(beside.rivals, other, its.pieces);
      else if (its.pieces === null && claim.pieces === null) beside.same.push(other);
    }
  }
  return beside;
}

/** Those that say otherwise than a memory that lies there already: by its key, and by what its words say. */
export function rivalsAt(store: Store, row: Row, memory: Memory): RivalMemory[] {
  const named = rivalsOf(store, row, memory);
  const known = new Set([row, ...named.map((rival) => rival.row)]);
  return [
    ...named,
    ...besideOf(store, memory, claimsOf(memory)).rivals.filter((rival) => !known.has(rival.row)),
  ];
}

/** What several claims contradict is one rival, with all that they contradict of it. */
function addRival(rivals: RivalMemory[], other: RivalMemory, more: readonly string[] | null): void {
  const known = rivals.find(({ row }) => row === other.row);
  const pieces = more && [...(known?.pieces ?? []), ...more];
  if (known) rivals.splice(rivals.indexOf(known), 1);
  rivals.push({ ...other, ...(pieces && { pieces }) });
}

/**
 * A subject is made of the words of its text, so that only texts with its longest word need to be understood; what says
 * something of a key with one of its sentences has one of the key's words.
 */
const wordsOf = ({ key, subject }: TextClaim): string[] => [
  ...(subject ? [subject.split(' ').reduce((a, b) => (b.length > a.length ? b : a))] : []),
  ...(key === null ? [] : wordsOfKey(key)),
];
