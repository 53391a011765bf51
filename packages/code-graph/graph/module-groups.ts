import { basename, dirname } from 'node:path/posix';
import { isManifest, packageName } from './manifests.ts';
import type { CodeMap } from './modules.ts';

export interface ModuleGroup {
  name: string;
  folder: string;
  files: string[];
}

/** Sorts every file into one module: by package, then by folder. Names are unique. */
export function groupFiles(code: CodeMap): ModuleGroup[] {
  const packages = new Set([...code.manifests.keys()].filter(isManifest).map(dirname));
  const paths = code.files.filter(({ test }) => !test).map(({ path }) => path);
  const byPackage = Map.groupBy(paths.sort(), (path) => packageOf(path, packages));
  const groups = [...byPackage].flatMap(([folder, files]) =>
    splitFolder(folder, files).map((group) => ({
      ...group,
      name: (isTop(folder, group.folder) && packageName(folder, code.manifests)) || basename(group.folder),
    })),
  );
  return placeTests(named(groups), code);
}

/** A folder with more files is split into the folders in it. */
const MAX_MODULE_FILES = 60;

/** Folders that only hold others. */
const CONTAINERS = new Set('src source lib packages apps crates internal pkg cmd modules'.split(' '));

/** The innermost folder around a file that has a manifest; the root is '.'. */
function packageOf(path: string, packages: ReadonlySet<string>): string {
  let folder = dirname(path);
  while (folder !== '.' && !packages.has(folder)) folder = dirname(folder);
  return folder;
}

/** Splits a folder by the folders in it; containers, large folders and one that holds nearly all files are split again. */
function splitFolder(folder: string, paths: readonly string[]): ModuleGroup[] {
  const start = folder === '.' ? 0 : folder.length + 1;
  const children = Map.groupBy(paths, (path) => {
    const slash = path.indexOf('/', start);
    return slash < 0 ? folder : path.slice(0, slash);
  });
  return [...children].flatMap(([child, files]) => {
    const isWhole =
      CONTAINERS.has(basename(child)) ||
      files.length > MAX_MODULE_FILES ||
      files.length >= paths.length * 0.8;
    return child !== folder && isWhole ? splitFolder(child, files) : [{ name: '', folder: child, files }];
  });
}

/** Whether only containers lie between a package's folder and this one. */
const isTop = (packageFolder: string, folder: string): boolean =>
  folder === packageFolder || (CONTAINERS.has(basename(folder)) && isTop(packageFolder, dirname(folder)));

/** Gives modules that share a name the name of their folder. */
function named(groups: readonly ModuleGroup[]): ModuleGroup[] {
  const sharing = Map.groupBy(groups, ({ name }) => name);
  const used = new Set<string>();
  return groups.map((group) => {
    const name = sharing.get(group.name)!.length === 1 ? group.name : group.folder;
    return { ...group, name: unlike(name === '.' ? 'root' : name, used) };
  });
}

function unlike(name: string, used: Set<string>): string {
  let unique = name;
  for (let n = 2; used.has(unique); n++) unique = `${name} ${n}`;
  used.add(unique);
  return unique;
}

/** Sorts tests into the module of their folder, or the one they import most of; the others make a module. */
function placeTests(groups: readonly ModuleGroup[], { files, ties }: CodeMap): ModuleGroup[] {
  const moduleOf = new Map(groups.flatMap((group) => group.files.map((file) => [file, group])));
  const byFolder = new Map([...moduleOf].map(([file, group]) => [dirname(file), group]));
  const imports = Map.groupBy(
    ties.filter((tie) => tie.imports > 0),
    ({ from }) => from,
  );
  const tests = files.filter(({ test }) => test).map(({ path }) => path);
  const placed = Map.groupBy(tests.sort(), (path) => {
    const imported = (imports.get(path) ?? []).flatMap(({ to }) => moduleOf.get(to) ?? []);
    const counts = [...Map.groupBy(imported, (group) => group)].sort(([, a], [, b]) => b.length - a.length);
    return byFolder.get(dirname(path)) ?? counts[0]?.[0];
  });
  const all = groups.map((group) => ({ ...group, files: [...group.files, ...(placed.get(group) ?? [])] }));
  const rest = placed.get(undefined);
  if (!rest) return all;
  const name = unlike('tests', new Set(groups.map((group) => group.name)));
  return [...all, { name, folder: dirname(rest[0]!), files: rest }];
}
