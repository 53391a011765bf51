import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { foreignText } from '../../base/foreign-file.ts';
import {
  isAbsolutePath,
  liesIn,
  placerIn,
  type RepositoryPath,
  wholePath,
  worktreeAround,
} from '../../base/paths.ts';
import type { Project } from '../../model/project.ts';
import { isTopOf, locateProject } from '../../workspace/locate.ts';
import type { Destination, ProjectOf, ToldRepository } from '../intake.ts';
import { otherMachine } from '../other-machine.ts';

/** Finds the projects of folders that stand in logs; each is told to `seen` when it is first met. */
export function projectFinder(seen: (project: Project) => void): ProjectOf {
  const known = new Map<string, Destination>();
  const met = new Set<string>();
  const find: ProjectOf = (cwd, first, told) => {
    if (cwd === null) return { project: null, place: remembering(placerIn([]), null) };
    const { project, tops } = folderProject(cwd, first, told);
    if (!met.has(project.id)) seen(project);
    met.add(project.id);
    const [place, elsewhere] = [placerIn(tops), otherMachine(project.root)];
    const placeAnywhere: typeof place = (path, from) => {
      const found = place(path, from);
      return (found.outside ? elsewhere(found.path) : undefined) ?? found;
    };
    return { project: project.id, place: remembering(placeAnywhere, cwd) };
  };
  return (cwd, first, told) => {
    const key = [cwd, first, told?.root, told?.repository, told?.branch].join('\0');
    let found = known.get(key);
    if (!found) {
      found = find(cwd, first, told);
      if (known.size >= 1000) known.delete(known.keys().next().value!);
      known.set(key, found);
    }
    return found;
  };
}

/** The project of a folder as a log writes it, and every folder that is the top of it. */
export function folderProject(
  cwd: string,
  first: string | null,
  told: ToldRepository = {},
): { project: Project; tops: string[] } {
  const written = wholePath(cwd, null);
  const here = folderHere(written);
  if (here !== undefined) {
    const project = locateProject(here);
    return { project, tops: [project.root, topAbove(project, here), ...worktreesOf(project)] };
  }
  // It is gone, or was never on this machine: a folder below the one the session began in belongs to the same project.
  const from = first === null ? undefined : goneFolder(wholePath(first, null), told).base;
  const { base: folder, tops } = goneFolder(written, told);
  const base = from !== undefined && liesIn(from, folder) ? from : folder;
  // Drives of another system become folders of no system, so that nothing here is taken for them.
  const project = locateProject(folderHere(base) ?? (base.startsWith('/') ? base : `/${base}`));
  return { project, tops: [project.root, base, ...tops, ...worktreesOf(project)] };
}

/** The folder of the repository that a folder lay in, as far as names and the log tell, and the worktree's top. */
function goneFolder(folder: string, told: ToldRepository): { base: string; tops: string[] } {
  const root = rootTold(folder, told.root);
  const worktree = worktreeAround(folder, told.branch);
  if (worktree && (liesIn(worktree.root, worktree.top) || !isAnother(worktree.root, told.repository)))
    return { base: worktree.root, tops: [root ?? worktree.top] };
  return { base: root ?? folderNamed(folder, repositoryName(told.repository)) ?? folder, tops: [] };
}

function rootTold(folder: string, root: string | undefined): string | undefined {
  const whole = root === undefined ? '' : wholePath(root, null);
  return isAbsolutePath(whole) && liesIn(whole, folder) ? whole : undefined;
}

/** The folder above that is called like the repository; none where two are, since nothing tells which one it is. */
function folderNamed(folder: string, name: string | undefined): string | undefined {
  const parts = folder.split('/');
  // Whose home it is says nothing of a repository.
  const begin = /^\/(?:home|Users)\//.test(folder) ? 3 : 1;
  const found = parts.flatMap((part, i) => (i >= begin && part.toLowerCase() === name ? [i] : []));
  return found.length === 1 ? parts.slice(0, found[0]! + 1).join('/') : undefined;
}

/** Whether a folder is another repository than the one that a log names, by its remote or, where it is gone, its name. */
function isAnother(root: string, repository: string | undefined): boolean {
  const name = repositoryName(repository);
  const here = folderHere(root);
  if (name === undefined) return false;
  const remote = here === undefined ? undefined : repositoryName(locateProject(here).remote ?? undefined);
  return here === undefined ? name !== basename(root).toLowerCase() : remote !== undefined && remote !== name;
}

/** `shop` of `https://example.com/ann/shop.git`, `git@example.com:ann/shop` and `ann/shop`. */
const repositoryName = (repository: string | undefined): string | undefined =>
  /([^/:]+?)(?:\.git)?\/*$/.exec(repository ?? '')?.[1]?.toLowerCase();

/** The folder on this machine that a path means; undefined where there is none. */
function folderHere(written: string): string | undefined {
  if (!isAbsolutePath(written)) return undefined;
  const drive = /^([A-Z]):(\/.*)?$/.exec(written);
  const mounted = /^\/(?:mnt\/|cygdrive\/)?([a-zA-Z])(\/.*)?$/.exec(written);
  const names = [
    // A drive means something on Windows and, mounted, on a Linux next to it; never as a relative name.
    ...(drive && process.platform !== 'win32'
      ? [`/mnt/${drive[1]!.toLowerCase()}${drive[2] ?? ''}`]
      : [written]),
    ...(mounted && process.platform === 'win32' ? [`${mounted[1]!.toUpperCase()}:${mounted[2] ?? '/'}`] : []),
  ];
  return names.find((name) => existsSync(name));
}

/** The top of the worktree a folder lies in, as the log names it: by way of a link it has another name. */
function topAbove(project: Project, folder: string): string {
  for (let top = folder; ; top = dirname(top)) {
    if (isTopOf(project, top)) return top;
    if (dirname(top) === top) return folder;
  }
}

/** Every worktree that git knows of, also of those that are gone. */
function worktreesOf({ root }: Project): string[] {
  const folder = join(root, '.git', 'worktrees');
  try {
    return readdirSync(folder).map((name) =>
      (foreignText(join(folder, name, 'gitdir'), { maxBytes: 2 ** 16 }) ?? '')
        .trim()
        .replace(/[\\/]\.git$/, ''),
    );
  } catch {
    return [];
  }
}

const MAX_PATHS = 5000;

/** Few files are touched many times. */
function remembering(place: ReturnType<typeof placerIn>, cwd: string | null): Destination['place'] {
  const known = new Map<string, RepositoryPath>();
  return (path) => {
    let found = known.get(path);
    if (!found) {
      found = place(path.length > 4096 ? path.slice(0, 4096) : path, cwd);
      if (known.size >= MAX_PATHS) known.delete(known.keys().next().value!);
      known.set(path, found);
    }
    return found;
  };
}
