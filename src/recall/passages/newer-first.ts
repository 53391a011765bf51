import { nearnessAmong } from '../../store/vectors/among.ts';
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

/** As near as this two passages speak of the same matter. */
const SAME_MATTER = 0.55;
/** Something newer goes first with this share of the older one's score; the nearer the two are, the less it needs. */
const GOES_FIRST = [
  { near: SAME_MATTER, share: 0.92 },
  { near: 0.7, share: 0.7 },
];
/** So near, and so relevant beside the best, is a later word on what the first answer says. */
const LATER_WORD = { near: 0.6, relevance: 0.65 };

/** Puts a newer passage before an older one on the same matter, where it answers well enough. */
export function newerFirst<H extends PassageHit>(hits: readonly H[], near: Nearness): H[] {
  const ordered = [...hits];
  for (let i = 0; i < ordered.length; i++)
    for (let j = i + 1; j < ordered.length; j++)
      if (goesFirst(ordered[j]!, ordered[i]!, near)) ordered.splice(i, 0, ...ordered.splice(j, 1));
  return ordered;
}

const goesFirst = (later: PassageHit, first: PassageHit, near: Nearness): boolean =>
  isNewer(later, first) &&
  GOES_FIRST.some((bounds) => later.score >= bounds.share * first.score && near(later, first) >= bounds.near);

/** Whether a hit is the newer of two on the same matter. */
export const replaces = (newer: PassageHit, older: PassageHit, near: Nearness): boolean =>
  isNewer(newer, older) && near(newer, older) >= SAME_MATTER;

/** The nearest of those that were said after the first answer, and on the same matter: there the answer may have changed. */
export function laterWord<H extends PassageHit>(
  first: PassageHit,
  others: readonly H[],
  { near, best }: { near: Nearness; best: number },
): H | undefined {
  return others
    .filter(
      (hit) =>
        isNewer(hit, first) &&
        (hit.relevance ?? 0) >= LATER_WORD.relevance * best &&
        near(hit, first) >= LATER_WORD.near,
    )
    .sort((a, b) => near(b, first) - near(a, first))[0];
}

/** In some logs all messages of a session have one time. */
const isNewer = ({ passage: a }: PassageHit, { passage: b }: PassageHit): boolean =>
  a.at === b.at && a.sessionRow === b.sessionRow && a.agent === b.agent ? a.ordinal > b.ordinal : a.at > b.at;
