import { nearnessAmong } from '@sqrl/base/sqlite/vectors/among.ts';
import type { PassageHit } from './find-passages.ts';

/** How near in meaning two of the hits are; nought where one has no vector. */
export type Nearness = (a: PassageHit, b: PassageHit) => number;

export function nearnessOf(hits: readonly PassageHit[]): Nearness {
  const places = new Map(hits.map((hit, place) => [hit, place]));
  const near = nearnessAmong(
    hits.map(({ indexedStore, passage }) => indexedStore.passages.codedAt([passage.row])[0]),
  );
  return (a, b) => near(places.get(a)!, places.get(b)!);
}

/** When one passage is a newer word on the matter of another. */
export interface MatterBounds {
  /** As near as this two passages speak of the same matter. */
  same: number;
  /** Something newer goes first with this share of the older one's score. */
  share: number;
  /** The nearer the two are, the less it needs: as near as this, that share will do. */
  close: number;
  closeShare: number;
  /** So near, and so relevant beside the best, is a later word on what the first answer says. */
  later: number;
  laterRelevance: number;
}

/** Puts a newer passage before an older one on the same matter, where it answers well enough. */
export function newerFirst<H extends PassageHit>(
  hits: readonly H[],
  near: Nearness,
  bounds: MatterBounds,
): H[] {
  const goesFirst = (later: H, first: H) => {
    const [share, nearness] = [later.score / first.score, near(later, first)];
    return (
      isNewer(later, first) &&
      ((share >= bounds.share && nearness >= bounds.same) ||
        (share >= bounds.closeShare && nearness >= bounds.close))
    );
  };
  const ordered = [...hits];
  for (let i = 0; i < ordered.length; i++)
    for (let j = i + 1; j < ordered.length; j++)
      if (goesFirst(ordered[j]!, ordered[i]!)) ordered.splice(i, 0, ...ordered.splice(j, 1));
  return ordered;
}

/** Whether a hit is the newer of two on the same matter. */
export const isNewerOnSame = (
  newer: PassageHit,
  older: PassageHit,
  { near, same }: { near: Nearness; same: number },
): boolean => isNewer(newer, older) && near(newer, older) >= same;

/** Those that were said after the first answer, and on the same matter, nearest first: there it may have changed. */
export const laterWords = <H extends PassageHit>(
  first: PassageHit,
  others: readonly H[],
  { near, best, bounds }: { near: Nearness; best: number; bounds: MatterBounds },
): H[] =>
  others
    .filter(
      (hit) =>
        isNewer(hit, first) &&
        (hit.relevance ?? 0) >= bounds.laterRelevance * best &&
        near(hit, first) >= bounds.later,
    )
    .sort((a, b) => near(b, first) - near(a, first));

/** In some logs all messages of a session have one time. */
const isNewer = ({ passage: a }: PassageHit, { passage: b }: PassageHit): boolean =>
  a.at === b.at && a.sessionRow === b.sessionRow && a.agent === b.agent ? a.ordinal > b.ordinal : a.at > b.at;
