import type { Signal } from '../signal.ts';
import { addOnce, keptIn } from './bounded.ts';
import { changedBy, folderOf, isConfig, isTest, listed, readBy, shown } from './files.ts';
import { type Mark, markOf, seenAt } from './mark.ts';
import { namesIn, sharesOf } from './shares.ts';

interface Work {
  changed: Map<string, Mark>;
  read: string[];
}

type State = { episodes: Map<string, Work> };

/** Files that work in a folder begins with reading, whatever file in it is changed. */
export const fileAccess: Signal<State> = {
  name: 'file_access',
  worth: { diagnostic: 0.6, acrossSessions: 0.9, falseAlarms: 0.25 },
  minSessions: 3,
  begin: () => ({ episodes: new Map() }),
  see(state, step) {
    if (step.kind !== 'result' || step.files.length === 0) return;
    const [changed, read] = [changedBy(step), readBy(step)];
    if (changed.length === 0 && read.length === 0) return;
    const own = keptIn(state.episodes, step.episode ?? '', begin, MOST_EPISODES);
    for (const path of read) addOnce(own.read, path, MOST_READ);
    for (const path of changed)
      if (own.changed.size < MOST_CHANGED && !isTest(path) && !isConfig(path))
        own.changed.set(path, markOf(step));
  },
  finish({ episodes }) {
    const folders = new Map<string, { mark: Mark; changed: string[]; read: string[] }>();
    for (const { changed, read } of episodes.values())
      for (const [path, mark] of changed) {
        const own = folders.get(folderOf(path)) ?? { mark, changed: [], read: [] };
        own.mark = mark.at > own.mark.at ? mark : own.mark;
        addOnce(own.changed, path, MOST_CHANGED);
        // What is changed is read before, that is no news.
        for (const other of read)
          if (!changed.has(other) && !isTest(other)) addOnce(own.read, other, MOST_READ);
        folders.set(folderOf(path), own);
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
    if (sharesOf(seen, (facts) => namesIn(facts, 'changed')).length < 2) return null;
    const read = sharesOf(seen, (facts) => namesIn(facts, 'read'))
      .filter(({ sessions, of }) => sessions >= 4 && sessions >= of * 0.8)
      .slice(0, 3);
    if (read.length === 0) return null;
    return {
      type: 'prefetch_pattern',
      text: `Work in ${shown(folder)} needs ${listed(read.map(({ name }) => shown(name)))}, whichever file there is changed: read in ${read.at(-1)!.sessions} of ${read[0]!.of} sessions.`,
      scope: 'path',
      scopeOf: folder,
      files: read.map(({ name }) => name),
      module: folder,
    };
  },
};

const begin = (): Work => ({ changed: new Map(), read: [] });

const MOST_CHANGED = 20;
const MOST_READ = 40;
const MOST_EPISODES = 20;
