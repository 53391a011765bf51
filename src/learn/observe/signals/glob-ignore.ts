import { remembered } from '../../../base/memo.ts';
import { keptIn } from '../bounded.ts';
import { type Mark, markOf, seenAt } from '../mark.ts';
import type { Signal } from '../signal.ts';
import { changedBy, displayPath, foreignFolder, listedInProse, readBy } from './files.ts';
import { sharesOf, stringsUnder } from './shares.ts';

interface FloodedFolder {
  mark: Mark;
  pattern: string;
  times: number;
}

interface GlobIgnoreState {
  folders: Map<string, FloodedFolder>;
  /** The parts of the repository that work went on in. */
  parts: Map<string, number>;
}

/** Searches whose findings are drowned by what a package manager or a build put there. */
export const globIgnore: Signal<GlobIgnoreState> = {
  name: 'glob_ignore',
  worth: { diagnostic: 0.6, acrossSessions: 0.7, falseAlarms: 0.35 },
  minSessions: 2,
  begin: () => ({ folders: new Map(), parts: new Map() }),
  see(state, step) {
    if (step.kind !== 'result' || step.outcome !== 'ok') return;
    if (step.files.length > 0)
      for (const path of [...changedBy(step), ...readBy(step)])
        if (state.parts.size < 30) state.parts.set(partOf(path), (state.parts.get(partOf(path)) ?? 0) + 1);
    if ((step.tool !== 'list' && step.tool !== 'search') || step.command === null) return;
    const folder = floodedBy(step.text);
    if (folder === undefined || step.command.includes(folder)) return;
    const own = keptIn(
      state.folders,
      folder,
      () => ({ mark: markOf(step), pattern: step.command!, times: 0 }),
      10,
    );
    own.times++;
    own.mark = markOf(step);
  },
  finish: ({ folders, parts }) =>
    [...folders].map(([matter, { mark, pattern, times }]) =>
      seenAt([mark], {
        matter,
        proof: 'glob_ignore',
        strength: times > 1 ? 0.6 : 0.4,
        facts: {
          pattern,
          times,
          parts: [...parts]
            .filter(([, n]) => n >= 2)
            .map(([part]) => part)
            .sort(),
        },
      }),
    ),
  propose(seen) {
    const pattern = seen
      .map(({ facts }) => String(facts.pattern))
      .filter((each) => each.length <= 40 && !each.includes('`'))
      .at(-1);
    const parts = sharesOf(seen, (facts) => stringsUnder(facts, 'parts'))
      .filter(({ sessions }) => sessions >= 2)
      .slice(0, 3);
    if (pattern === undefined || parts.length === 0) return null;
    return {
      type: 'gotcha',
      text: `Repository-wide searches (such as \`${pattern}\`) mostly find files in ${displayPath(`${seen[0]!.matter}/`)}: limit the search to ${listedInProse(parts.map(({ name }) => displayPath(name)))}.`,
    };
  },
};

/** The foreign folder most of what was found lies in. Lines that say how much was left out are no findings. */
function floodedBy(text: string): string | undefined {
  const lines = text
    .slice(0, 4000)
    .split('\n')
    .filter((line) => /^[\w@./-]+\/[^\s:]+(?::|$)/.test(line));
  if (lines.length < 3) return undefined;
  const foreign = lines.map((line) => foreignFolder(line)).filter((folder) => folder !== undefined);
  if (foreign.length < lines.length * 0.8) return undefined;
  const counts = new Map<string, number>();
  for (const folder of foreign) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))[0]![0];
}

const partOf = remembered((path) => {
  const folders = path.split('/').slice(0, -1);
  return folders[1] === 'src' || folders[1] === 'lib' ? folders.slice(0, 2).join('/') : (folders[0] ?? '.');
}, 5000);
