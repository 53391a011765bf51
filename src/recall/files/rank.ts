import { type Alike, alike } from './alike.ts';
import { beside } from './beside.ts';
import { continuing } from './continuing.ts';
import type { Evidence } from './evidence.ts';
import { habit } from './habit.ts';
import { hinted } from './hinted.ts';
import { named } from './named.ts';
import { past } from './past.ts';
import type { Paths } from './paths.ts';
import { together } from './together.ts';
import type { Work } from './work.ts';

/** What is wanted. */
export interface Wanted {
  task: string;
  /** Files that are at hand already. */
  files: readonly string[];
  now: number;
}

/** What is known when it is asked. */
export interface Known {
  paths: Paths;
  /** Newest first. */
  work: readonly Work[];
  /** How near each piece of work is to the task by its meaning, by id; of some of it at least. */
  meaning?: ReadonlyMap<string, number> | undefined;
  /** Files whose code answers to the task. */
  code?: Evidence | undefined;
  /** Files tied to some files in the code, 0 to 1. */
  tied?: ((files: readonly { path: string; score: number }[]) => Evidence) | undefined;
}

/** A file that a task is likely to need. */
export interface NeededFile {
  path: string;
  score: number;
  why: string[];
}

export type Part = keyof typeof WEIGHTS;

/** How much each way of looking counts. */
export const WEIGHTS = {
  given: 0.6,
  named: 2,
  hinted: 0.9,
  past: 0.6,
  habit: 0.4,
  continuing: 0.3,
  code: 0.8,
  together: 0.4,
  tied: 0.2,
  beside: 0.1,
};

/** Task in, files out, the likeliest first, each with the reasons for its place. */
export function rank(
  wanted: Wanted,
  known: Known,
  weights: Readonly<Record<Part, number>> = WEIGHTS,
): { files: NeededFile[]; alike: Alike[] } {
  const { task, now } = wanted;
  const { paths, work } = known;
  const like = alike(task, work, known.meaning);
  const sum = new Sum(weights);
  sum.add('given', new Map(wanted.files.map((path) => [path, { score: 1, why: 'at hand' }])));
  sum.add('named', named(task, paths));
  sum.add('hinted', hinted(task, paths));
  sum.add('past', past(like, now));
  sum.add('habit', habit(work, now));
  sum.add('continuing', continuing(task, work, now));
  sum.add('code', known.code ?? new Map());
  const first = sum.ranked();
  sum.add('together', together(first, { work, paths, now }));
  sum.add('tied', known.tied?.(first.slice(0, TIED)) ?? new Map());
  sum.add('beside', beside(first.slice(0, BESIDE)));
  return { files: sum.ranked(), alike: like };
}

/** From so many of the best, ties in the code are followed. */
const TIED = 8;
const BESIDE = 30;

class Sum {
  readonly #files = new Map<string, NeededFile>();
  readonly #weights: Readonly<Record<Part, number>>;

  constructor(weights: Readonly<Record<Part, number>>) {
    this.#weights = weights;
  }

  add(part: Part, evidence: Evidence): void {
    const weight = this.#weights[part];
    if (weight === 0) return;
    for (const [path, { score, why }] of evidence) {
      if (score <= 0) continue;
      const file = this.#files.get(path) ?? { path, score: 0, why: [] };
      this.#files.set(path, file);
      file.score += weight * score;
      file.why.push(`${why} (${part} ${(weight * score).toFixed(2)})`);
    }
  }

  ranked(): NeededFile[] {
    return [...this.#files.values()].sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  }
}
