import { WEEK_MS } from '@sqrl/base/durations.ts';
import type { PrefetchRecord } from '@sqrl/base/model/record.ts';
import type { FileInSession } from '../../store/events/file-sessions.ts';
import { isNoise } from '../observe/signals/files.ts';
import { listedInCode } from '../observe/wording.ts';

export type ModuleOf = (path: string) => string | undefined;

/** The folder that stands for a part of the code where no map of it is known. */
export const topFolder: ModuleOf = (path) => {
  const folders = path.split('/').slice(0, -1);
  if (folders.length === 0 || folders[0]!.startsWith('.')) return undefined;
  const depth = HOLDS_PARTS.test(folders[0]!) ? 2 : 1;
  // What lies in `src` itself is the whole, not a part.
  return folders.length < depth ? undefined : folders.slice(0, depth).join('/');
};

const HOLDS_PARTS =
  /^(?:src|lib|libs|app|apps|packages|services|modules|crates|cmd|internal|pkg|components|plugins)$/;

interface ModuleVisit {
  session: number;
  firstAt: number;
  lastAt: number;
  seen: Set<string>;
  changed: Set<string>;
}

/** The sessions that worked in each part of the code, in the order they came there. */
export type ModuleVisits = ReadonlyMap<string, readonly ModuleVisit[]>;

/** Finds who worked where. One file looked at in passing is no work. */
export function visitsOf(files: readonly FileInSession[], moduleOf: ModuleOf): ModuleVisits {
  const found = new Map<string, Map<number, ModuleVisit>>();
  for (const { session, path, changed, firstAt, lastAt } of files) {
    const module = moduleOf(path);
    if (module === undefined) continue;
    const visits = found.get(module) ?? new Map<number, ModuleVisit>();
    found.set(module, visits);
    const visit = visits.get(session) ?? { session, firstAt, lastAt, seen: new Set(), changed: new Set() };
    visits.set(session, visit);
    visit.firstAt = Math.min(visit.firstAt, firstAt);
    visit.lastAt = Math.max(visit.lastAt, lastAt);
    visit.seen.add(path);
    if (changed > 0) visit.changed.add(path);
  }
  const isWork = ({ seen, changed }: ModuleVisit) => changed.size > 0 || seen.size > 1;
  return new Map(
    [...found].map(([module, visits]) => [
      module,
      [...visits.values()].filter(isWork).sort((a, b) => a.firstAt - b.firstAt),
    ]),
  );
}

export function tally(each: Iterable<Iterable<string>>): [name: string, sessions: number][] {
  const counts = new Map<string, number>();
  for (const names of each) for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** Sessions in a part of the code after which it is looked at as a whole. */
const THRESHOLDS = [5, 10, 20, 50, 100] as const;

export interface ModuleSummary {
  module: string;
  sessions: number;
  /** When the session left with which there were enough. */
  at: number;
  files: number;
  opened: [path: string, sessions: number][];
  together: [pair: string, sessions: number][];
}

/**
 * A summary of each part that has reached a threshold, made of the first sessions alone, so that later ones do not change
 * it before the next.
 */
export const summariesOf = (visits: ModuleVisits): ModuleSummary[] =>
  [...visits].flatMap(([module, all]) => {
    const sessions = THRESHOLDS.findLast((threshold) => all.length >= threshold);
    if (sessions === undefined) return [];
    const first = all.slice(0, sessions);
    const together = tally(first.map(({ changed }) => pairsOf(changed))).filter(([, times]) => times > 1);
    return {
      ...{ module, sessions, at: first.at(-1)!.lastAt, together: together.slice(0, MAX_SHOWN) },
      files: new Set(first.flatMap(({ seen }) => [...seen])).size,
      opened: tally(first.map(({ seen }) => seen)).slice(0, MAX_SHOWN),
    };
  });

const MAX_SHOWN = 12;
/** A session that changed more than this moved everything, and says nothing of any two. */
const MAX_CHANGED_FILES = 30;

function pairsOf(paths: ReadonlySet<string>): string[] {
  if (paths.size > MAX_CHANGED_FILES) return [];
  const sorted = [...paths].sort();
  return sorted.flatMap((a, i) => sorted.slice(i + 1).map((b) => `${a} + ${b}`));
}

/** Which files the sessions of a summary opened, by how many of them did; undefined where that is not worth telling. */
export function prefetchOf({ module, sessions, files, opened }: ModuleSummary): PrefetchRecord | undefined {
  const above = (share: number) =>
    opened.flatMap(([path, times]) => (times > sessions * share && isWorthOpening(path) ? [path] : []));
  const always = above(ALWAYS).slice(0, MAX_PREFETCHED);
  const often = above(OFTEN).slice(always.length, MAX_PREFETCHED);
  const count = always.length + often.length;
  // One file is not read together with others, and of a small part all files are.
  return count < 2 || files < 2 * count ? undefined : { kind: 'prefetch', module, always, often, sessions };
}

const MAX_PREFETCHED = 6;

/** Secrets are no reading, and what every change touches says nothing. */
const isWorthOpening = (path: string): boolean => !isNoise(path) && !/(?:^|\/)\.env/.test(path);

export function prefetchText({ module, always, often, sessions }: PrefetchRecord): string {
  const [nearly, most] = [`nearly all of ${sessions} sessions`, `most of ${sessions} sessions`];
  const said = [
    ...(always.length > 0 ? [`${listedInCode(always)} in ${nearly}`] : []),
    ...(often.length > 0 ? [`${listedInCode(often)} in ${most}`] : []),
  ];
  return `Work on \`${module}\` opens ${said.join(', and ')}.`;
}

const [ALWAYS, OFTEN] = [0.8, 0.5];

/** Two parts of the code that change in the same sessions far more often than chance would have it. */
export interface ModulePair {
  modules: [string, string];
  both: number;
  of: number;
  at: number;
}

/** The week of the newest session: only what was over before it is looked at, so that it is done once a week. */
export const weekOf = (visits: ModuleVisits): number => {
  const times = [...visits.values()].flatMap((all) => all.map(({ firstAt }) => firstAt));
  return Math.floor(times.reduce((a, b) => Math.max(a, b), 0) / WEEK_MS);
};

export function pairsBefore(week: number, visits: ModuleVisits): ModulePair[] {
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

const [MIN_SESSIONS, MIN_BOTH, MIN_MAJORITY_RATIO, BEYOND_CHANCE, MAX_PAIRS] = [10, 4, 0.6, 1.5, 10];

export interface RecurringError {
  line: string;
  sessions: number;
  resolved: string | null;
}

const counted = (what: string, sessions: number | string): string => `- ${what}: ${sessions} sessions`;

export const countsOfModule = (summary: ModuleSummary, errors: readonly RecurringError[]): string =>
  [
    `part: ${summary.module}, ${summary.sessions} sessions, ${summary.files} files`,
    'opened:',
    ...summary.opened.map(([path, times]) => counted(path, times)),
    'changed together:',
    ...summary.together.map(([pair, times]) => counted(pair, times)),
    'errors that came back:',
    ...errors.slice(0, 8).map(({ line, sessions, resolved }) => {
      const by = resolved ? `, resolved by ${resolved.slice(0, 100)}` : '';
      return counted(line.slice(0, 160), sessions) + by;
    }),
  ].join('\n');

export const countsOfPairs = (pairs: readonly ModulePair[], files: readonly [string, number][]): string =>
  [
    'parts that changed in the same sessions:',
    ...pairs.map(({ modules, both, of }) => counted(modules.join(' + '), `${both} of ${of}`)),
    'files that changed most in them:',
    ...files.slice(0, 30).map(([path, times]) => counted(path, times)),
  ].join('\n');
