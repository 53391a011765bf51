import { FEW_TALKS, type TalkHit } from './find-talks.ts';
import { isSameMatter, type SettledTalk } from './settled-talks.ts';

/** How much is said unasked of a talk that a prompt may be about. */
export type TalkGrade = 'tell' | 'point' | 'silent';

/**
 * Chosen on 58 written talks, alone and among up to 212 of real sessions, without leaving any out: `bench decisions` and
 * `bench moments` show what comes of it. The more talks there are, the further apart are their scores.
 */
const TELL = { ahead: 2, cosine: 0.42 };
/** Nothing tells which real prompts a past talk helps. With this bar three of ten that need none get headlines. */
const POINT = { score: 7.5, perTalks: 2 };
/** To an agent that asks, the settled words of talks with this score are told. */
const ASKED = 6;

/** Among few talks the cosine decides alone. */
const OF_FEW = { tell: 0.55, ahead: 0.15, point: 0.5, asked: 0.35 };

/** What to do with the best of some talks: tell what was settled, name up to three, or say nothing. */
export function gradeOf(talks: readonly SettledTalk[]): TalkGrade {
  const [best, ...others] = talks;
  if (best === undefined) return 'silent';
  if (isSettled(best) && isBeyondDoubt(best.hit, nextMatter(best, others)?.hit)) return 'tell';
  const { score, cosine, among } = best.hit;
  const isNear = score >= Math.min(POINT.score, POINT.perTalks * Math.log(among));
  return (among < FEW_TALKS ? cosine >= OF_FEW.point : isNear) ? 'point' : 'silent';
}

/** Whether some words of a talk surely hold what was settled: else it is named, and not told. */
export const isSettled = ({ words, later }: SettledTalk): boolean =>
  words.some(({ settledness }) => settledness >= SURE) || (later !== undefined && isSettled(later));

/**
 * Of the talks that an agent asking about a later task is told, all of the written ones reach it, and 18 of 45 of real
 * sessions, whose prompts are mostly steps of the work ("let's move on to 1.4").
 */
const SURE = 0.65;

/** The best talk on another matter: one may go on with the best, or be what it took up. */
function nextMatter(best: SettledTalk, others: readonly SettledTalk[]): SettledTalk | undefined {
  const apart = others.filter(
    ({ hit }) => hit.sessionRow !== best.hit.sessionRow && hit.sessionRow !== best.later?.hit.sessionRow,
  );
  return best.later === undefined && apart[0] && isSameMatter(best, apart[0]) ? apart[1] : apart[0];
}

function isBeyondDoubt({ score, cosine, among }: TalkHit, next: TalkHit | undefined): boolean {
  if (among < FEW_TALKS) return cosine >= OF_FEW.tell && cosine - (next?.cosine ?? 0) >= OF_FEW.ahead;
  return cosine >= TELL.cosine && score - (next?.score ?? 0) >= TELL.ahead * Math.log(among);
}

/** Whether a talk would be told if it had no rival; else there is no need to look for one that took up its matter. */
export const mayBeTold = (hit: TalkHit): boolean => isBeyondDoubt(hit, undefined);

/** Whether a talk is near enough to a task for its settled words to be told to an agent that asks. */
export const isOnTask = ({ score, cosine, among }: TalkHit): boolean =>
  score >= ASKED || (among < FEW_TALKS && cosine >= OF_FEW.asked);
