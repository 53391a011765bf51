import { dirname } from 'node:path/posix';
import { kinOf } from '../facts/kin.ts';
import type { ModuleGroup } from './module-groups.ts';
import type { CodeMap } from './modules.ts';

/**
 * Sorts tests into the modules they are about: the one they lie in, that of the file they are called
 * after, or the one they import most of. What is about
 * none, such as fixtures, makes a module of its own.
 */
export function placeTests(groups: readonly ModuleGroup[], { files, importEdges }: CodeMap): ModuleGroup[] {
  const moduleOf = new Map(groups.flatMap((group) => group.files.map((file) => [file, group])));
  const byFolder = new Map([...moduleOf].map(([file, group]) => [dirname(file), group]));
  const imports = Map.groupBy(importEdges, ({ from }) => from);
  const kin = kinOf(moduleOf.keys());
  const tests = files.filter(({ test }) => test).map(({ path }) => path);
  const placed = Map.groupBy(tests.sort(), (path) => {
    const imported = (imports.get(path) ?? []).map(({ to }) => to);
    const named = kin.namesakes(path).find((other) => imported.includes(other));
    const beside = byFolder.get(dirname(path));
    return beside ?? moduleOf.get(named ?? '') ?? most(imported.flatMap((to) => moduleOf.get(to) ?? []));
  });
  const rest = placed.get(undefined) ?? [];
  const all = groups.map((group) => ({ ...group, files: [...group.files, ...(placed.get(group) ?? [])] }));
  return rest.length > 0 ? [...all, { name: nameFor(groups), folder: commonFolder(rest), files: rest }] : all;
}

/** The one that is there most often; the first of several. */
function most(groups: readonly ModuleGroup[]): ModuleGroup | undefined {
  const counts = [...Map.groupBy(groups, (group) => group)].sort(([, a], [, b]) => b.length - a.length);
  return counts[0]?.[0];
}

function nameFor(groups: readonly ModuleGroup[]): string {
  const taken = new Set(groups.map(({ name }) => name));
  let name = 'tests';
  for (let n = 2; taken.has(name); n++) name = `tests ${n}`;
  return name;
}

function commonFolder(paths: readonly string[]): string {
  let folder = dirname(paths[0]!);
  while (folder !== '.' && !paths.every((path) => path.startsWith(`${folder}/`))) folder = dirname(folder);
  return folder;
}
