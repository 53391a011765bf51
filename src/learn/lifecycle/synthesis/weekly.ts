import type { ModuleVisit } from './modules.ts';

/** Two parts of the code that change in the same sessions far more often than chance would have it. */
export interface ModulePair {
  modules: [string, string];
  /** Sessions that changed both, and those that changed the one that changes less. */
  both: number;
  of: number;
  /** When the last session that changed both left them. */
  at: number;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** The week of the newest session: only what was over before it is looked at, so that it is done once a week. */
export function weekOf(visits: ReadonlyMap<string, readonly ModuleVisit[]>): number {
  let newest = 0;
  for (const all of visits.values()) for (const { firstAt } of all) newest = Math.max(newest, firstAt);
  return Math.floor(newest / WEEK_MS);
}

/** Pairs of parts that change together, as of the beginning of a week, the surest first. */
export function pairsBefore(week: number, visits: ReadonlyMap<string, readonly ModuleVisit[]>): ModulePair[] {
  const changing = new Map<string, Map<number, number>>();
  const sessions = new Set<number>();
  for (const [module, all] of visits)
    for (const { session, lastAt, firstAt, changed } of all) {
      if (firstAt >= week * WEEK_MS || changed.size === 0) continue;
      sessions.add(session);
      const times = changing.get(module) ?? new Map<number, number>();
      changing.set(module, times.set(session, lastAt));
    }
  if (sessions.size < MIN_SESSIONS) return [];
  const modules = [...changing].sort(([a], [b]) => (a < b ? -1 : 1));
  return modules
    .flatMap(([a, inA], i) =>
      modules.slice(i + 1).flatMap(([b, inB]): ModulePair[] => {
        const both = [...inA].filter(([session]) => inB.has(session));
        const of = Math.min(inA.size, inB.size);
        const lift = (both.length * sessions.size) / (inA.size * inB.size);
        if (both.length < MIN_BOTH || both.length < of * MIN_MAJORITY_RATIO || lift < BEYOND_CHANCE)
          return [];
        const [session, at] = both.reduce((last, each) => (each[1] > last[1] ? each : last));
        return [{ modules: [a, b], both: both.length, of, at: Math.max(at, inB.get(session)!) }];
      }),
    )
    .sort(
      (a, b) => b.both / b.of - a.both / a.of || b.both - a.both || (a.modules[0] < b.modules[0] ? -1 : 1),
    )
    .slice(0, MAX_PAIRS);
}

const MIN_SESSIONS = 10;
const MIN_BOTH = 4;
const MIN_MAJORITY_RATIO = 0.6;
const BEYOND_CHANCE = 1.5;
const MAX_PAIRS = 10;
