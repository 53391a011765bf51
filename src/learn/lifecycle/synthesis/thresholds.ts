import type { PrefetchRecord } from '../../../model/record.ts';
import { type ModuleVisit, tally } from './modules.ts';

/** Sessions in a part of the code after which it is looked at as a whole. */
const THRESHOLDS = [5, 10, 20, 50, 100] as const;

/** What the first sessions in a part of the code have in common. */
export interface ModuleSummary {
  module: string;
  sessions: number;
  /** The session with which there were enough, and when it left. */
  session: number;
  at: number;
  /** How many files were ever opened there. */
  files: number;
  opened: [path: string, sessions: number][];
  together: [pair: string, sessions: number][];
}

/** A summary for each threshold that a part has reached, made of the first sessions alone, so that later ones do not change it. */
export function summariesOf(module: string, visits: readonly ModuleVisit[]): ModuleSummary[] {
  return THRESHOLDS.filter((threshold) => visits.length >= threshold).map((sessions) => {
    const first = visits.slice(0, sessions);
    const last = first.at(-1)!;
    return {
      module,
      sessions,
      session: last.session,
      at: last.lastAt,
      files: new Set(first.flatMap(({ seen }) => [...seen])).size,
      opened: tally(first.map(({ seen }) => seen)).slice(0, MAX_SHOWN),
      together: tally(first.map(({ changed }) => pairsOf(changed)))
        .filter(([, times]) => times > 1)
        .slice(0, MAX_SHOWN),
    };
  });
}

const MAX_SHOWN = 12;
/** A session that changed more than this moved everything, and says nothing of any two. */
const MAX_CHANGED_FILES = 30;

function pairsOf(paths: ReadonlySet<string>): string[] {
  if (paths.size > MAX_CHANGED_FILES) return [];
  const sorted = [...paths].sort();
  return sorted.flatMap((a, i) => sorted.slice(i + 1).map((b) => `${a} + ${b}`));
}

/** Which files the sessions of a summary opened, by how many of them did. */
export function prefetchOf({ module, sessions, opened }: ModuleSummary): PrefetchRecord {
  const above = (share: number) =>
    opened.filter(([, times]) => times > sessions * share).map(([path]) => path);
  const always = above(ALWAYS);
  return {
    kind: 'prefetch',
    module,
    always,
    often: above(OFTEN).filter((path) => !always.includes(path)),
    sessions,
  };
}

const ALWAYS = 0.8;
const OFTEN = 0.5;
