import type { KeptSighting, Proposal } from '../../../model/sighting.ts';
import { keptIn } from '../bounded.ts';
import { type Mark, markOf, seenAt } from '../mark.ts';
import type { SightingDetails, Signal } from '../signal.ts';
import { changedBy, displayPath, isConfig, isTest, listedInProse, stemOf } from './files.ts';
import { sharesOf, stringsUnder } from './shares.ts';

interface CoAccessedFiles {
  /** What was changed in an episode, and where it was changed last. */
  changed: Map<string, Mark>;
  /** More were changed than say anything of each other. */
  tooMany: boolean;
}

type CoAccessState = { episodes: Map<string, CoAccessedFiles> };

/**
 * Files that change with another. Each changed file is a matter of its own and is noted in every
 * session that changes it, so that one can say: in five of six.
 */
export const coAccess: Signal<CoAccessState> = {
  name: 'co_access',
  worth: { diagnostic: 0.9, acrossSessions: 1, falseAlarms: 0.2 },
  minSessions: 3,
  begin: () => ({ episodes: new Map() }),
  see(state, step) {
    if (step.kind !== 'result' || step.files.length === 0) return;
    const changed = changedBy(step);
    if (changed.length === 0) return;
    const own = keptIn(state.episodes, step.episode ?? '', begin, MAX_EPISODES);
    for (const path of changed)
      if (own.changed.size < MAX_CHANGED_FILES || own.changed.has(path)) own.changed.set(path, markOf(step));
      else own.tooMany = true;
  },
  finish: ({ episodes }) => sightings([...episodes.values()].filter(({ tooMany }) => !tooMany)),
  propose: changesToo,
};

const begin = (): CoAccessedFiles => ({ changed: new Map(), tooMany: false });

/** A change to more files than this is a renaming or a clean-up. */
const MAX_CHANGED_FILES = 15;
const MAX_EPISODES = 20;

function sightings(episodes: readonly CoAccessedFiles[]): SightingDetails[] {
  const files = new Map<string, { mark: Mark; changed: Set<string> }>();
  for (const { changed } of episodes) {
    const others = [...changed.keys()].filter((path) => !isTest(path));
    for (const path of others) {
      if (isConfig(path)) continue;
      const mark = changed.get(path)!;
      const own = files.get(path) ?? { mark, changed: new Set() };
      own.mark = mark;
      for (const other of others) if (isOther(path, other)) own.changed.add(other);
      files.set(path, own);
    }
  }
  return [...files].map(([path, { mark, changed }]) =>
    seenAt([mark], {
      matter: path,
      proof: 'co_access',
      strength: 0.6,
      facts: { changed: [...changed].sort().slice(0, MAX_CHANGED_FILES) },
    }),
  );
}

/** That a file goes with its own test nobody has to be told. */
const isOther = (path: string, other: string): boolean => path !== other && stemOf(path) !== stemOf(other);

const MIN_SESSIONS = 3;

function changesToo(seen: readonly KeptSighting[]): Proposal | null {
  const path = seen[0]!.matter;
  const with_ = sharesOf(seen, (facts) => stringsUnder(facts, 'changed'))
    .filter(({ sessions, of }) => sessions >= MIN_SESSIONS && sessions >= of * 0.75)
    .slice(0, 2);
  if (with_.length === 0) return null;
  const names = listedInProse(with_.map(({ name }) => displayPath(name)));
  const counts = [...new Set(with_.map(({ sessions }) => sessions))];
  return {
    type: 'causal_dependency',
    text: `When ${displayPath(path)} changes, ${names} change${with_.length > 1 ? '' : 's'} too (in ${listedInProse(counts.map(String))} of ${with_[0]!.of} sessions).`,
    files: [path, ...with_.map(({ name }) => name)],
    relations: with_.map(({ name, sessions, of }) => ({
      kind: 'required_with' as const,
      to: name,
      confidence: sessions / of,
    })),
    trigger: { tool: 'change', command: null, match: 'same', file: path, given: null, expects: null },
  };
}
