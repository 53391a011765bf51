import { estimateTokens } from '../../base/text/tokens.ts';
import type { Memory } from '../../model/memory.ts';
import { printedHeading } from '../../model/printed.ts';
import {
  eachOnce,
  itemOf,
  markdownOf,
  mostImportant,
  type ViewHead,
  type ViewItem,
  type ViewMemory,
} from './view.ts';

/** What to look out for, in the whole project or about some paths. */
export interface PitfallsView extends ViewHead<'pitfalls_view'> {
  scope_paths: string[];
  task_description: string | null;
  items: (ViewItem & { files: string[] })[];
}

/** What tells of a trap. */
export const PITFALLS = ['gotcha', 'dead_end', 'error_pattern'] as const satisfies Memory['type'][];

const MAX_ITEMS = 20;

/** Sums up traps; `first` are those that have to do with the task, in order. */
export function pitfalls(
  { traps, first }: { traps: readonly ViewMemory[]; first: readonly ViewMemory[] },
  about: { project: string | null; paths: readonly string[]; task: string | null; at: string },
): PitfallsView {
  const kept = eachOnce([...first, ...traps.toSorted(mostImportant)]).slice(0, MAX_ITEMS);
  const groups = Map.groupBy(kept, ({ memory }) => placeOf(memory, about.paths));
  const markdown =
    kept.length === 0
      ? ''
      : markdownOf(
          'Pitfalls',
          [...groups].map(([place, some]) => [place, some.map(({ line }) => line)]),
        );
  return {
    type: 'pitfalls_view',
    project_id: about.project,
    generated_at: about.at,
    token_estimate: estimateTokens(markdown),
    scope_paths: [...about.paths],
    task_description: about.task,
    items: kept.map(({ memory }) => ({ ...itemOf(memory), files: memory.files })),
    markdown,
  };
}

/** Whether a memory is about one of some paths: a file, what lies below a folder, or what a subtree holds for. */
export const isAboutPaths = ({ files, tags, scope, scopeOf }: Memory, paths: readonly string[]): boolean =>
  paths.some(
    (path) =>
      path === '' ||
      path === '.' ||
      files.some((file) => isWithin(file, path) || isWithin(path, file)) ||
      (scope === 'path' && scopeOf !== null && (isWithin(path, scopeOf) || isWithin(scopeOf, path))) ||
      tags.includes(path),
  );

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The file that a trap is shown under: of those that were asked for, where it is about one. */
const placeOf = ({ files }: Memory, paths: readonly string[]): string =>
  placed(files.find((file) => paths.some((path) => isWithin(file, path))) ?? files[0]);

const placed = (file: string | undefined): string =>
  file === undefined ? 'Whole project' : printedHeading(file);
