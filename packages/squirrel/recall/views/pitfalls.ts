import type { Memory } from '@sqrl/base/model/memory.ts';
import { printedHeading } from '@sqrl/base/model/printed.ts';
import { listed, mostImportant, type ViewHead, type ViewItem, type ViewPlace, viewHead } from './view.ts';

/** What to look out for, in the whole project or about some paths. */
export interface PitfallsView extends ViewHead<'pitfalls_view'> {
  scope_paths: string[];
  task_description: string | null;
  items: (ViewItem & { files: string[] })[];
}

export const PITFALLS = ['gotcha', 'dead_end', 'error_pattern'] as const satisfies Memory['type'][];

/** Sums up traps; `first` are those that have to do with the task, in order. */
export function pitfalls(
  { traps, first }: { traps: readonly Memory[]; first: readonly Memory[] },
  { paths, task, ...place }: ViewPlace & { paths: readonly string[]; task: string | null },
): PitfallsView {
  const { items, sections } = listed([...first, ...traps.toSorted(mostImportant)], (memory) =>
    headingOf(memory, paths),
  );
  return {
    ...viewHead('pitfalls_view', 'Pitfalls', sections, place),
    scope_paths: [...paths],
    task_description: task,
    items,
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
function headingOf({ files }: Memory, paths: readonly string[]): string {
  const file = files.find((file) => paths.some((path) => isWithin(file, path))) ?? files[0];
  return file === undefined ? 'Whole project' : printedHeading(file);
}
