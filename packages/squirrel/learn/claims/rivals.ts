import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { type Row, rivalsOf } from '../../store/memory/memories.ts';
import { keysHeld } from '../../store/memory/places.ts';
import { heldAmong, rowsOnMatter } from '../../store/memory/steps.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { noChanges, overtake } from '../gate/overtake.ts';
import { draftTrust } from '../gate/trust.ts';
import { aboutOf, saysOf, standings } from './matters.ts';
import { claimOf, claimsOf, type TextClaim } from './memory-claims.ts';
import { isOfKey, wordsOfKey } from './names.ts';

/** A memory that holds, next to another that says otherwise. */
export interface RivalMemory {
  row: Row;
  memory: Memory;
  /** The pieces of its text that say otherwise, if the rest does not. */
  pieces?: readonly string[];
}

/** The memories about the matters of another: under its key, or of its subject. */
export interface RivalMemories {
  rivals: RivalMemory[];
  /** They say the same, in whatever words. */
  same: RivalMemory[];
}

/** Rows of the memories that may be about each claim, up to a last one. */
export const rowsBeside = (
  store: Store,
  claims: readonly TextClaim[],
  last = Number.POSITIVE_INFINITY,
): Map<TextClaim, readonly Row[]> =>
  new Map(claims.map((claim) => [claim, rowsOfClaim(store, claim).filter((row) => row <= last)]));

const rowsOfClaim = (store: Store, claim: TextClaim): Row[] =>
  rowsOnMatter(store, { key: claim.key, words: wordsOf(claim) });

/** Finds the memories about the matters of another. `found`: rows that were looked for before. */
export function besideOf(
  store: Store,
  memory: Memory,
  claims: readonly TextClaim[],
  found: ReadonlyMap<TextClaim, readonly Row[]> = new Map(),
): RivalMemories {
  const beside: RivalMemories = { rivals: [], same: [] };
  for (const claim of claims) {
    const about = new Set(aboutOf({ ...memory, ...claim }));
    if (about.size === 0) continue;
    const says = saidBy(memory, claim);
    for (const other of heldAmong(store, found.get(claim) ?? rowsOfClaim(store, claim), memory)) {
      const its = claimsOf(other.memory).find((each) =>
        aboutOf({ ...other.memory, ...each }).some((matter) => about.has(matter)),
      );
      if (!its) continue;
      if (saidBy(other.memory, its) !== says) addRival(beside.rivals, other, its.pieces);
      else if (its.pieces === null && claim.pieces === null) beside.same.push(other);
    }
  }
  return beside;
}

const saidBy = ({ text }: Memory, claim: TextClaim): string =>
  saysOf({ ...claim, text: claim.pieces?.[0] ?? text });

/** The rivals of a stored memory: by its key, and by its words. */
export function rivalsAt(store: Store, row: Row, memory: Memory): RivalMemory[] {
  const named = rivalsOf(store, row, memory);
  const known = new Set([row, ...named.map((rival) => rival.row)]);
  const { rivals } = besideOf(store, memory, claimsOf(memory));
  return [...named, ...rivals.filter((rival) => !known.has(rival.row))];
}

/** A memory that several claims contradict is one rival, with all the pieces they contradict. */
function addRival(rivals: RivalMemory[], other: RivalMemory, more: readonly string[] | null): void {
  const known = rivals.find(({ row }) => row === other.row);
  const pieces = more && [...(known?.pieces ?? []), ...more];
  if (known) rivals.splice(rivals.indexOf(known), 1);
  rivals.push({ ...other, ...(pieces && { pieces }) });
}

/** Words of which a text about a claim has one: the longest of its subject, or those of its key. */
const wordsOf = ({ key, subject }: TextClaim): string[] => [
  ...(subject ? [subject.split(' ').reduce((a, b) => (b.length > a.length ? b : a))] : []),
  ...(key === null ? [] : wordsOfKey(key)),
];

/**
 * Decides between an imported memory and those here about its matter: the newest of the most trusted holds. Memories that
 * came in `together` were decided upon where they came from.
 */
export function settleRivals(store: Store, row: Row, memory: Memory, together: ReadonlySet<string>): void {
  if (memory.status === 'deprecated') return;
  const rivals = rivalsAt(store, row, memory).filter(
    ({ memory: { id }, pieces }) => !together.has(id) && pieces === undefined,
  );
  const all = [{ row, memory }, ...rivals];
  const stands = standings(
    all.map(({ memory: one }) => ({
      id: one.id,
      about: aboutOf({ ...one, ...claimOf(one) }),
      says: saidBy(one, claimOf(one)),
      trust: draftTrust(one),
      lastAt: one.updatedAt,
    })),
  );
  for (const { memory: one } of all) {
    const state = stands.get(one.id)!;
    if (state.stands === 'holds') continue;
    const holder = state.stands === 'replaced' ? state.by : state.against;
    const by = all.find((each) => each.memory.id === holder)!;
    const at = Math.max(one.updatedAt, memory.updatedAt);
    const overtaken = { id: one.id, pieces: null, stands: state.stands, at, because: null };
    overtake([store], { id: holder, store, row: by.row }, [overtaken], noChanges());
  }
}

/**
 * The memories for all projects that do not hold in this one: the person gave it another under the same key, as a memory of
 * its own or as a sentence of one.
 */
export function overruled(engine: Engine, memories: readonly Memory[]): Set<string> {
  const general = memories.filter(({ scope, key }) => scope === 'global' && key !== null);
  if (general.length === 0 || engine.own === engine.user) return new Set();
  const held = new Set(
    keysHeld(
      engine.own.store,
      general.map(({ key }) => key!),
    ),
  );
  const mixed = memories.filter(
    ({ scope, key, userId }) => scope === 'project' && key === null && userId === null,
  );
  // Most texts do not even name a value of the key; those need not be understood.
  const isClaimed = (key: string) =>
    mixed.some((each) => isOfKey(key, each.text) && claimsOf(each).some((claim) => claim.key === key));
  return new Set(general.filter(({ key }) => held.has(key!) || isClaimed(key!)).map(({ id }) => id));
}
