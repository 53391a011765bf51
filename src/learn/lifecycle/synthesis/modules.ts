import type { FileInSession } from '../../../store/events/file-sessions.ts';

/** Which part of the code a file belongs to; undefined where to none. */
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

/** One session's work in one part of the code. */
export interface ModuleVisit {
  session: number;
  firstAt: number;
  lastAt: number;
  /** Paths that were opened or changed. */
  seen: Set<string>;
  changed: Set<string>;
}

/** The sessions that worked in each part, in the order they came there. One file looked at in passing is no work. */
export function visitsOf(files: readonly FileInSession[], moduleOf: ModuleOf): Map<string, ModuleVisit[]> {
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
  return new Map(
    [...found].map(([module, visits]) => [
      module,
      [...visits.values()].filter(isWork).sort((a, b) => a.firstAt - b.firstAt),
    ]),
  );
}

const isWork = ({ seen, changed }: ModuleVisit): boolean => changed.size > 0 || seen.size > 1;

/** In how many of some sessions each thing occurs, the commonest first. */
export function tally(each: Iterable<Iterable<string>>): [name: string, sessions: number][] {
  const counts = new Map<string, number>();
  for (const names of each) for (const name of new Set(names)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
