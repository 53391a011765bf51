import type { LikeChange } from './alike.ts';
import { type FileEvidence, scaled } from './evidence.ts';
import { freshness, MAX_FILES } from './work.ts';

/** The files of past work that is like the task: the more of it changed them, the closer and the later. */
export function past(alike: readonly LikeChange[], now: number): FileEvidence {
  const sums = new Map<string, { score: number; times: number; latest: string }>();
  const add = (path: string, score: number, said: string) => {
    const sum = sums.get(path) ?? { score: 0, times: 0, latest: said };
    sums.set(path, { score: sum.score + score, times: sum.times + 1, latest: sum.latest });
  };
  for (const { work, likeness } of alike) {
    if (work.changed.length > MAX_FILES) continue;
    const weight =
      likeness ** SHARP *
      freshness(work, now, HALF_LIFE_DAYS) *
      (work.failed ? FAILED : 1) *
      (work.isCommit ? COMMIT : 1);
    const said = work.said.split('\n', 1)[0]!.slice(0, 60);
    for (const path of work.changed) add(path, weight / work.changed.length ** SPREAD, said);
    for (const path of work.read.slice(0, MAX_FILES))
      add(path, (READ_WEIGHT * weight) / Math.max(1, work.read.length) ** SPREAD, said);
  }
  return scaled(
    new Map(
      [...sums].map(([path, { score, times, latest }]) => [
        path,
        { score, why: `in ${times} similar, such as “${latest}”` },
      ]),
    ),
  );
}

/** The share of similar past work in which each file was changed or read, by how much alike it is. */
export function shares(alike: readonly LikeChange[]): Map<string, number> {
  const close = alike.filter(({ likeness, work }) => likeness >= CLOSE && work.changed.length > 0);
  const total = close.reduce((sum, { likeness }) => sum + likeness, 0);
  const found = new Map<string, number>();
  if (close.length < MIN_CHANGES) return found;
  for (const { work, likeness } of close)
    for (const path of new Set([...work.changed, ...work.read]))
      found.set(path, (found.get(path) ?? 0) + likeness / total);
  return found;
}

const SHARP = 2;
const HALF_LIFE_DAYS = 30;
const FAILED = 0.7;
const COMMIT = 0.8;
const READ_WEIGHT = 0.25;
const SPREAD = 0.4;
const CLOSE = 0.5;
/** A share of fewer tells nothing. */
const MIN_CHANGES = 3;
