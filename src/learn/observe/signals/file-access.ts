import type { Signal } from '../signal.ts';
import { addOnce, keptIn } from './bounded.ts';
import { changedBy, displayPath, isConfig, isTest, listedInProse, parentFolder, readBy } from './files.ts';
import { type Mark, markOf, seenAt } from './mark.ts';
import { sharesOf, stringsUnder } from './shares.ts';

interface EpisodeTouches {
  changed: Map<string, Mark>;
  read: string[];
}

type FileAccessState = { episodes: Map<string, EpisodeTouches> };

/** Files that work in a folder begins with reading, whatever file in it is changed. */
export const fileAccess: Signal<FileAccessState> = {
  name: 'file_access',
  worth: { diagnostic: 0.6, acrossSessions: 0.9, falseAlarms: 0.25 },
  minSessions: 3,
  begin: () => ({ episodes: new Map() }),
  see(state, step) {
    if (step.kind !== 'result' || step.files.length === 0) return;
    const [changed, read] = [changedBy(step), readBy(step)];
    if (changed.length === 0 && read.length === 0) return;
    const own = keptIn(state.episodes, step.episode ?? '', begin, MAX_EPISODES);
    for (const path of read) addOnce(own.read, path, MAX_READ_FILES);
    for (const path of changed)
      if (own.changed.size < MAX_CHANGED_FILES && !isTest(path) && !isConfig(path))
        own.changed.set(path, markOf(step));
  },
  finish({ episodes }) {
    const folders = new Map<string, { mark: Mark; changed: string[]; read: string[] }>();
    for (const { changed, read } of episodes.values())
      for (const [path, mark] of changed) {
        const own = folders.get(parentFolder(path)) ?? { mark, changed: [], read: [] };
        own.mark = mark.at > own.mark.at ? mark : own.mark;
        addOnce(own.changed, path, MAX_CHANGED_FILES);
        // What is changed is read before, that is no news.
        for (const other of read)
          if (!changed.has(other) && !isTest(other)) addOnce(own.read, other, MAX_READ_FILES);
        folders.set(parentFolder(path), own);
      }
    return [...folders]
      .filter(([folder]) => folder.includes('/'))
      .map(([folder, { mark, changed, read }]) =>
        seenAt([mark], {
          matter: folder,
          proof: 'file_access',
          strength: 0.5,
          facts: { changed: changed.sort(), read: read.sort() },
        }),
      );
  },
  propose(seen) {
    const folder = seen[0]!.matter;
    // With one file it is about that file, which is another signal’s matter.
    if (sharesOf(seen, (facts) => stringsUnder(facts, 'changed')).length < 2) return null;
    const read = sharesOf(seen, (facts) => stringsUnder(facts, 'read'))
      .filter(({ sessions, of }) => sessions >= 4 && sessions >= of * 0.8)
      .slice(0, 3);
    if (read.length === 0) return null;
    return {
      type: 'prefetch_pattern',
      text: `Any change in ${displayPath(folder)} needs ${listedInProse(read.map(({ name }) => displayPath(name)))} (read in ${read.at(-1)!.sessions} of ${read[0]!.of} sessions).`,
      scope: 'path',
      scopeOf: folder,
      files: read.map(({ name }) => name),
      module: folder,
    };
  },
};

const begin = (): EpisodeTouches => ({ changed: new Map(), read: [] });

const MAX_CHANGED_FILES = 20;
const MAX_READ_FILES = 40;
const MAX_EPISODES = 20;
