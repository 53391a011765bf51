import type { Memory } from '../../../model/memory.ts';
import type { DraftCandidate } from '../../../model/sighting.ts';
import type { RelatedStatements } from '../../../store/drafts/related-statements.ts';
import type { Decision, ResidentMemory } from '../gate.ts';
import type { ClaimState } from './matters.ts';
import type { Likeness } from './novelty.ts';
import { draftTrust } from './trust.ts';

/** A draft, as far as saying it again matters. */
interface SaidDraft {
  id: string;
  candidate: DraftCandidate;
}

/** A statement, and when it was last made. */
interface DatedStatement {
  memory: Memory;
  lastAt: number;
}

/** The replacements that may be carried out: the newer statement is trusted no less, and is no less sure. */
export const replacements = (
  related: readonly RelatedStatements[],
  statements: ReadonlyMap<string, DatedStatement>,
): RelatedStatements[] =>
  related.filter(({ older, newer, verdict }) => {
    const [old, now] = [statements.get(older), statements.get(newer)];
    return verdict === 'replaces' && old && now && mayReplace(now.memory, old.memory);
  });

/** Whether a newer memory may replace an older one on the word of the relation model. */
export const mayReplace = (newer: Memory, older: Memory): boolean =>
  newer.userId === older.userId &&
  draftTrust(newer) >= draftTrust(older) &&
  (!newer.needsReview || older.needsReview) &&
  (newer.source !== 'agent_explicit' || older.source === 'agent_explicit');

/** Marks claims as replaced that a newer statement replaces as a whole. */
export function replaceByMeaning(
  standings: Map<string, ClaimState>,
  replaced: readonly RelatedStatements[],
  statements: ReadonlyMap<string, DatedStatement>,
): void {
  const before = new Map(standings);
  const isAbove = ({ newer }: RelatedStatements) => before.get(newer)?.stands !== 'disputes';
  const whole = replaced.filter((each) => each.pieces === null && isAbove(each));
  for (const [older, ties] of Map.groupBy(whole, ({ older }) => older)) {
    if (before.get(older)?.stands !== 'holds') continue;
    const byTime = ties
      .map(({ newer }) => ({ id: newer, at: statements.get(newer)!.lastAt }))
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    const [first, last] = [byTime[0]!, byTime.at(-1)!];
    standings.set(older, { stands: 'replaced', by: last.id, at: first.at, first: first.id, repeats: false });
  }
}

/** The statements that say the same as one, in other words. */
export const repeatedBy = (id: string, related: readonly RelatedStatements[]): Likeness[] =>
  related.flatMap(({ older, newer, verdict }) =>
    verdict === 'repeats' && (older === id || newer === id)
      ? [{ of: older === id ? newer : older, similarity: SAID_AGAIN }]
      : [],
  );

/** The similarity such statements are given among those with nearly the same words. */
const SAID_AGAIN = 0.88;

/** Tells drafts which memories of others they replace by their meaning, as a whole or in part. */
export function overtakeByMeaning(
  residents: readonly ResidentMemory[],
  replaced: readonly RelatedStatements[],
  statements: ReadonlyMap<string, DatedStatement>,
  decisions: ReadonlyMap<string, Decision>,
): void {
  const theirs = new Set(residents.map(({ memory }) => memory.id));
  for (const { older: id, newer, pieces } of replaced) {
    const by = decisions.get(newer);
    const heir = by?.did === 'reinforces' ? decisions.get(by.memory) : by;
    if (!theirs.has(id) || heir?.did !== 'kept' || heir.overtakes.some((each) => each.id === id)) continue;
    const at = statements.get(newer)!.lastAt;
    heir.overtakes.push({ id, pieces, stands: 'replaced', at, because: null });
  }
}

/** All statements there are, by their ids. */
export const datedStatements = (
  drafted: readonly (SaidDraft & { memory: Memory })[],
  residents: readonly ResidentMemory[],
): Map<string, DatedStatement> =>
  new Map([
    ...drafted.map(({ id, memory, candidate }) => [id, { memory, lastAt: candidate.lastAt }] as const),
    ...residents.map(({ memory, saidAt }) => [memory.id, { memory, lastAt: saidAt }] as const),
  ]);
