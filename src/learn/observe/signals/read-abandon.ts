import { basename } from 'node:path/posix';
import { putInto } from '../bounded.ts';
import { type Mark, markOf, seenAt } from '../mark.ts';
import type { ObservedStep, Signal } from '../signal.ts';
import { changedBy, displayPath, isNoise, readBy } from './files.ts';
import { sessionsIn, sharesOf } from './shares.ts';

interface FileLook {
  mark: Mark;
  place: number;
}

interface ReadAbandonState {
  /** Files that were read, changed, or asked for though they are not there. */
  read: Map<string, FileLook>;
  changed: Map<string, FileLook>;
  missing: Map<string, FileLook>;
}

/** Files opened by mistake: there is another of the same name, and that was the one. */
export const readAbandon: Signal<ReadAbandonState> = {
  name: 'read_abandon',
  worth: { diagnostic: 0.8, acrossSessions: 0.8, falseAlarms: 0.25 },
  minSessions: 3,
  begin: () => ({ read: new Map(), changed: new Map(), missing: new Map() }),
  see(state, step) {
    if (step.kind !== 'result' || step.files.length === 0) return;
    const looked = { mark: markOf(step), place: step.place };
    for (const path of missedBy(step)) putInto(state.missing, path, looked, MAX_FILES);
    for (const path of readBy(step)) if (!state.read.has(path)) putInto(state.read, path, looked, MAX_FILES);
    for (const path of changedBy(step))
      if (!state.changed.has(path)) putInto(state.changed, path, looked, MAX_FILES);
  },
  finish({ read, changed, missing }) {
    if (changed.size === 0 && missing.size === 0) return [];
    const there = new Map([...read, ...changed]);
    const [namedChanged, namedThere] = [byName(changed), byName(there)];
    const opened = [...read].flatMap(([path, { mark, place }]) => {
      const other = namesake(path, namedChanged);
      if (other === undefined) return [];
      // It counts against it where the file was changed after all, or was read in between for its own sake.
      const next = read.get(other)?.place ?? changed.get(other)!.place;
      const isAbandoned = !changed.has(path) && next > place && next - place <= SOON;
      return [
        seenAt([mark, (read.get(other) ?? changed.get(other)!).mark], {
          matter: path,
          proof: 'read_abandon',
          strength: 0.5,
          facts: { instead: isAbandoned ? other : null, missing: false },
        }),
      ];
    });
    const missed = [...missing].flatMap(([path, { mark, place }]) => {
      const other = namesake(path, namedThere);
      if (there.has(path) || other === undefined || there.get(other)!.place < place) return [];
      return [
        seenAt([mark, there.get(other)!.mark], {
          matter: path,
          proof: 'failure_then_success',
          strength: 0.7,
          facts: { instead: other, missing: true },
        }),
      ];
    });
    return [...opened, ...missed];
  },
  propose(seen) {
    const path = seen[0]!.matter;
    const instead = sharesOf(seen, ({ instead }) => (typeof instead === 'string' ? [instead] : []))[0];
    if (!instead || instead.sessions < sessionsIn(seen)) return null;
    const isMissing = seen.every(({ facts }) => facts.missing === true);
    if (!isMissing && seen.some(({ facts }) => facts.missing === true)) return null;
    return {
      type: 'gotcha',
      text: isMissing
        ? `${displayPath(path)} does not exist: the file is ${displayPath(instead.name)} (not found in ${instead.sessions} sessions).`
        : `${displayPath(instead.name)} is the file to edit, not ${displayPath(path)} (in ${instead.sessions} of ${instead.of} sessions that opened the latter first).`,
      files: [instead.name],
      trigger: { tool: 'read', command: null, match: 'same', file: path, given: null, expects: null },
    };
  },
};

const MAX_FILES = 80;

/** Steps within which the right file is opened after the wrong one. */
const SOON = 6;

const missedBy = ({ tool, outcome, text, files }: ObservedStep): string[] =>
  outcome === 'failed' &&
  (tool === 'read' || tool === 'edit') &&
  /no such file|not exist|ENOENT|file not found/i.test(text.slice(0, 400))
    ? files.filter(({ path, outside }) => !outside && !isNoise(path)).map(({ path }) => path)
    : [];

const namesake = (path: string, byName: ReadonlyMap<string, string[]>): string | undefined =>
  byName.get(basename(path))?.find((other) => other !== path);

function byName(files: ReadonlyMap<string, unknown>): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const path of files.keys()) {
    const name = basename(path);
    if (!COMMON.test(name)) named.set(name, [...(named.get(name) ?? []), path]);
  }
  return named;
}

/** Names that every folder has one of. */
const COMMON =
  /^(?:index|main|mod|lib|types?|utils?|__init__|page|layout|route|styles?|config|package|setup|app)\.\w+$/i;
