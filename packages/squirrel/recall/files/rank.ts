import { filesNamed, hinted } from './named.ts';
import { alike, continuing, type LikeChange, past } from './past.ts';
import {
  type Clue,
  type FileEvidence,
  freshness,
  MAX_FILES,
  type PastChange,
  type Paths,
  strengthen,
  worthFor,
} from './paths.ts';

export interface FileRankContext {
  paths: Paths;
  /** Newest first. */
  work: readonly PastChange[];
  /** How near each piece of work is to the task by its meaning, by id; of some of it at least. */
  meaning?: ReadonlyMap<string, number> | undefined;
  code?: FileEvidence | undefined;
  words?: FileEvidence | undefined;
}

export interface NeededFile {
  path: string;
  score: number;
  /** What speaks for it, each with its part of the score. */
  clues: (Clue & { part: EvidenceSource })[];
}

export type EvidenceSource = keyof typeof WEIGHTS;

export const WEIGHTS = {
  given: 0.6,
  named: 2,
  hinted: 0.9,
  past: 0.6,
  continuing: 0.3,
  code: 1,
  words: 0.5,
  together: 0.4,
};

/** Task in, files out, the likeliest first, each with the reasons for its place. */
export function rank(
  { task, files, now }: { task: string; files: readonly string[]; now: number },
  { paths, work, meaning, code, words }: FileRankContext,
  weights: Readonly<Record<EvidenceSource, number>> = WEIGHTS,
): { files: NeededFile[]; alike: LikeChange[] } {
  const like = alike(task, work, meaning);
  const named = filesNamed(task, paths);
  // The test of a named file is part of what was named.
  const kinOfNamed = new Set([...named.keys()].flatMap((path) => paths.kin(path)));
  const byKind = worthFor(task, work);
  const weighing = { weights, worth: (path: string) => (kinOfNamed.has(path) ? 1 : byKind(path)) };
  const parts: EvidenceBySource = {
    given: new Map(files.map((path) => [path, { score: 1, why: 'at hand' }])),
    named,
    hinted: hinted(task, paths),
    past: past(like, now),
    continuing: continuing(task, work, now),
    code: code ?? new Map(),
    words: words ?? new Map(),
  };
  const first = sum(parts, weighing);
  const all = sum(
    {
      ...parts,
      together: filesChangedTogether(first, { work, paths, now }),
    },
    weighing,
  );
  return { files: all, alike: like };
}

type EvidenceBySource = Partial<Record<EvidenceSource, FileEvidence>>;

/** Files that the task names count whatever they are. */
const NAMED: ReadonlySet<EvidenceSource> = new Set(['given', 'named']);

function sum(
  parts: EvidenceBySource,
  { weights, worth }: { weights: Readonly<Record<EvidenceSource, number>>; worth: (path: string) => number },
): NeededFile[] {
  const files = new Map<string, NeededFile>();
  for (const [part, evidence] of Object.entries(parts) as [EvidenceSource, FileEvidence][])
    for (const [path, { score, ...clue }] of evidence) {
      const weighed = weights[part] * score * (NAMED.has(part) ? 1 : worth(path));
      if (weighed <= 0) continue;
      const file = files.get(path) ?? { path, score: 0, clues: [] };
      files.set(path, file);
      file.score += weighed;
      file.clues.push({ ...clue, part, score: weighed });
    }
  return [...files.values()].sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** The files that change when those found so far do: changed in the same work, and tests of the same name. */
function filesChangedTogether(
  found: readonly { path: string; score: number }[],
  { work, paths, now }: { work: readonly PastChange[]; paths: Paths; now: number },
): FileEvidence {
  const most = found[0]?.score ?? 0;
  const seeds = new Map(found.slice(0, SEEDS).map(({ path, score }) => [path, score / most]));
  const alone = new Map<string, number>();
  const both = new Map<string, Map<string, number>>();
  for (const each of work) {
    const { changed } = each;
    if (changed.length > MAX_FILES) continue;
    const weight = freshness(each, now, HALF_LIFE_DAYS);
    for (const seed of changed)
      if (seeds.has(seed)) {
        alone.set(seed, (alone.get(seed) ?? 0) + weight);
        const others = both.get(seed) ?? new Map<string, number>();
        both.set(seed, others);
        for (const other of changed) if (other !== seed) others.set(other, (others.get(other) ?? 0) + weight);
      }
  }
  const misses = new Map<string, { missed: number; by: string; best: number }>();
  const add = (path: string, score: number, by: string) => {
    const { missed, by: before, best } = misses.get(path) ?? { missed: 1, by, best: 0 };
    misses.set(path, {
      missed: missed * (1 - score),
      by: score > best ? by : before,
      best: Math.max(best, score),
    });
  };
  for (const [seed, others] of both)
    for (const [other, weight] of others)
      add(
        other,
        Math.min(MAX_SHARE, (seeds.get(seed)! * weight) / (alone.get(seed)! + DOUBT)),
        `changes with ${seed}`,
      );
  for (const [seed, score] of seeds) {
    const kin = paths.kin(seed);
    for (const other of kin) add(other, (KIN * score) / kin.length, `similar name: ${seed}`);
  }
  const evidence: FileEvidence = new Map();
  for (const [path, { missed, by }] of misses) strengthen(evidence, path, { score: 1 - missed, why: by });
  return evidence;
}

const SEEDS = 10;
const HALF_LIFE_DAYS = 60;
/** Changes of its own that a pair must outweigh. */
const DOUBT = 1.5;
const MAX_SHARE = 0.9;
const KIN = 0.4;
