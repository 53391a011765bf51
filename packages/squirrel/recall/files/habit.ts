import { type FileEvidence, scaled } from './evidence.ts';
import { freshness, MAX_FILES, type PastChange } from './work.ts';

/** The files that work goes to anyway: those changed often, and of late. */
export function habit(work: readonly PastChange[], now: number): FileEvidence {
  const sums = new Map<string, { score: number; times: number }>();
  for (const each of work) {
    if (each.changed.length > MAX_FILES) continue;
    const weight = freshness(each, now, HALF_LIFE_DAYS) / Math.log2(each.changed.length + 1);
    for (const path of each.changed) {
      const { score, times } = sums.get(path) ?? { score: 0, times: 0 };
      sums.set(path, { score: score + weight, times: times + 1 });
    }
  }
  return scaled(
    new Map(
      [...sums].map(([path, { score, times }]) => [
        path,
        { score: score ** DAMPED, why: times === 1 ? 'changed once' : `changed ${times} times` },
      ]),
    ),
  );
}

const HALF_LIFE_DAYS = 14;
const DAMPED = 0.7;
