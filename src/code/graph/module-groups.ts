import { basename, dirname } from 'node:path/posix';
import { isManifest, packageName } from '../index/manifests.ts';
import { communitiesOf } from './communities.ts';
import type { CodeMap } from './modules.ts';

/** Files that make a module. */
export interface ModuleGroup {
  name: string;
  folder: string;
  files: string[];
}

/**
 * Sorts files that are no tests into modules: by package, in a package by folder, a large folder by the folders in it, and a large one
 * without folders by who imports whom. No file is in two; names are unlike.
 */
export function groupFiles({ files, importEdges, manifests }: CodeMap): ModuleGroup[] {
  const packages = new Set([...manifests.keys()].filter(isManifest).map(dirname));
  const byPackage = Map.groupBy(
    files
      .filter(({ test }) => !test)
      .map(({ path }) => path)
      .sort(),
    (path) => foldersOf(path).find((folder) => packages.has(folder)) ?? '.',
  );
  const groups = [...byPackage].flatMap(([folder, paths]) => {
    const top = descend(folder, paths);
    // What lies at the top of a package goes by the name of the package.
    const own = packageName(folder, manifests) ?? top;
    const below = paths.filter((path) => isBelow(path, top));
    const beside = paths.filter((path) => !isBelow(path, top));
    return [...splitFolder(top, below, importEdges), ...splitFolder(folder, beside, importEdges)].map(
      (group) => ({
        ...group,
        own: group.folder === top ? own : group.folder,
      }),
    );
  });
  return named(groups);
}

/** More files than this are too many to see as one. */
const MAX_MODULE_FILES = 60;

/** A folder in a large one with fewer than this is no module of its own. */
const SMALL = 5;

/** Folders that only hold others. */
const CONTAINERS = new Set([
  'src',
  'source',
  'lib',
  'packages',
  'apps',
  'crates',
  'internal',
  'pkg',
  'cmd',
  'modules',
]);

/** The folders a file lies in, innermost first; the root is '.'. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(path); ; at = dirname(at)) {
    folders.push(at);
    if (at === '.') return folders;
  }
}

/** Goes down where a folder holds all or nearly all there is, as `src` does. */
function descend(folder: string, paths: readonly string[]): string {
  const below = childrenOf(folder, paths);
  const [most] = [...below].sort(([, a], [, b]) => b.length - a.length);
  if (!most || most[0] === folder || most[1].length < paths.length * 0.8) return folder;
  return descend(most[0], most[1]);
}

const isBelow = (path: string, folder: string): boolean => folder === '.' || path.startsWith(`${folder}/`);

/** The files of a folder by the folder right below it; those that lie in it directly are under itself. */
function childrenOf(folder: string, paths: readonly string[]): Map<string, string[]> {
  const start = folder === '.' ? '' : `${folder}/`;
  return Map.groupBy(paths, (path) => {
    const slash = path.indexOf('/', start.length);
    return slash < 0 ? folder : path.slice(0, slash);
  });
}

function splitFolder(
  folder: string,
  paths: readonly string[],
  imports: CodeMap['importEdges'],
): ModuleGroup[] {
  return [...childrenOf(folder, paths)].flatMap(([child, files]): ModuleGroup[] => {
    const hasFolders = child !== folder && files.some((path) => dirname(path) !== child);
    if (hasFolders && CONTAINERS.has(basename(child))) return splitFolder(child, files, imports);
    if (files.length <= MAX_MODULE_FILES) return [{ name: '', folder: child, files }];
    return hasFolders ? splitLarge(child, files, imports) : splitFlat(child, files, imports);
  });
}

/** What is worth a module of its own becomes one; the rest of the folder stays together. */
function splitLarge(
  folder: string,
  paths: readonly string[],
  imports: CodeMap['importEdges'],
): ModuleGroup[] {
  const groups = splitFolder(folder, paths, imports);
  const isOwn = (group: ModuleGroup): boolean => group.folder !== folder && group.files.length >= SMALL;
  const rest = groups.filter((group) => !isOwn(group)).flatMap(({ files }) => files);
  const own = groups.filter(isOwn);
  return rest.length > 0 ? [...own, { name: '', folder, files: rest.sort() }] : own;
}

const splitFlat = (
  folder: string,
  paths: readonly string[],
  imports: CodeMap['importEdges'],
): ModuleGroup[] =>
  communitiesOf(paths, imports).map(({ centre, files }) => ({
    name: centre === null ? '' : basename(centre).replace(/\..*$/, ''),
    folder,
    files,
  }));

/** Names each after its package or folder, with as much of the path as tells it from the others. */
function named(groups: readonly (ModuleGroup & { own: string })[]): ModuleGroup[] {
  const short = ({ name, folder, own }: (typeof groups)[number]): string => {
    const first = own === folder ? basename(folder) : own;
    return name === '' ? first : `${first}/${name}`;
  };
  const sharing = Map.groupBy(groups, short);
  const used = new Set<string>();
  return groups.map((group) => {
    const name = sharing.get(short(group))!.length === 1 ? short(group) : group.folder;
    let unlike = name === '.' ? 'root' : name;
    for (let n = 2; used.has(unlike); n++) unlike = `${name} ${n}`;
    used.add(unlike);
    return { name: unlike, folder: group.folder, files: group.files };
  });
}
