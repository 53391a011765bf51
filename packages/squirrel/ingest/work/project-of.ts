import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hasBranch } from '@sqrl/base/git/head.ts';
import { remembered } from '@sqrl/base/memo.ts';
import type { Project } from '@sqrl/base/model/project.ts';
import {
  isAbsolutePath,
  liesIn,
  type NamedWorktree,
  placerIn,
  wholePath,
  worktreeAround,
} from '@sqrl/base/paths.ts';
import {
  goneFolder,
  isTopOf,
  type LocatedFolder,
  locateFolder,
  repositoryKey,
  worktreesOf,
} from '../../workspace/locate.ts';
import type { Destination, ProjectOf, ToldRepository } from '../intake.ts';
import { firstFolder, otherMachine } from '../other-machine.ts';

/** What is known of projects; without it a folder is what it tells of itself. */
export interface ProjectLookup {
  /** The project that a folder belongs to. */
  settle(located: LocatedFolder): Project;
  /** The key of the repository with an owner and a name. */
  keyOf(ownerAndName: string): string | undefined;
}

const UNKNOWN: ProjectLookup = {
  settle: ({ id, name, root, remote }) => ({ id, name, root, remote }),
  keyOf: () => undefined,
};

export function projectFinder(lookup: ProjectLookup = UNKNOWN): ProjectOf {
  const known = new Map<string, Destination>();
  const find: ProjectOf = (cwd, first, told) => {
    if (cwd === null) return { project: null, place: remembering(placerIn([]), null) };
    const { project, tops } = folderProject(cwd, first, told, lookup);
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
  lookup: ProjectLookup = UNKNOWN,
): { project: Project; tops: string[] } {
  const written = wholePath(cwd, null);
  const here = folderHere(written);
  if (here !== undefined) {
    const project = lookup.settle(locateFolder(here));
    return { project, tops: [...topsOf(project), topAbove(project, here)] };
  }
  // It is gone, or was never on this machine: a folder below the one the session began in belongs to the same project.
  const from = first === null ? undefined : repositoryOf(wholePath(first, null), told).base;
  const { base: folder, tops } = repositoryOf(written, told);
  const base = from !== undefined && liesIn(from, folder) ? from : folder;
  const there = folderHere(base);
  // Drives of another system become folders of no system, so that nothing here is taken for them.
  const located =
    there === undefined
      ? goneFolder(base.startsWith('/') ? base : `/${base}`, keyTold(told.repository, lookup))
      : locateFolder(there);
  const project = lookup.settle(located);
  // A worktree keeps its project when a later session in it is on another branch.
  for (const top of tops)
    if (folderHere(top) === undefined)
      lookup.settle({ ...goneFolder(top, located.key), belongsTo: project.id });
  return { project, tops: [...topsOf(project), base, ...tops] };
}

const topsOf = (project: Project): string[] =>
  [project.root, ...(project.clones ?? [])].flatMap((root) => [root, ...worktreesOf(root)]);

function keyTold(repository: string | undefined, { keyOf }: ProjectLookup): string | null {
  if (repository === undefined) return null;
  return /^[\w.-]+\/[\w.-]+$/.test(repository) ? (keyOf(repository) ?? null) : repositoryKey(repository);
}

/** The folder of the repository that a folder lay in, as far as names and the log tell, and the worktree's top. */
function repositoryOf(folder: string, told: ToldRepository): { base: string; tops: string[] } {
  const root = rootTold(folder, told.root);
  const worktree = worktreeAround(folder, told.branch) ?? siblingWorktree(folder, told.branch);
  if (worktree && (liesIn(worktree.root, worktree.top) || !isAnother(worktree.root, told.repository)))
    return { base: worktree.root, tops: [root ?? worktree.top] };
  return { base: root ?? folderNamed(folder, repositoryName(told.repository)) ?? folder, tops: [] };
}

/**
 * The worktree next to its repository that a folder lay in: `shop-fix-cart` next to `shop`, where the log says that the
 * branch was `fix-cart` or `ann/fix-cart`, or where `shop` is here and has that branch or knew that worktree.
 */
function siblingWorktree(folder: string, branch: string | undefined): NamedWorktree | undefined {
  const said = branch === undefined || COMMON_BRANCHES.has(branch) ? undefined : branch;
  const names = said === undefined ? [] : branchNames(said);
  const parts = folder.split('/');
  for (let i = parts.length - 1; i >= firstFolder(folder); i--) {
    const above = parts.slice(0, i).join('/');
    const top = `${above}/${parts[i]}`;
    for (const { index } of parts[i]!.matchAll(/(?<=[^-_.+@])[-_.+@](?=[^-_.+@])/g)) {
      const root = `${above}/${parts[i]!.slice(0, index)}`;
      const name = slugOf(parts[i]!.slice(index + 1));
      if (names.includes(name) || isWorktreeHere(root, top, said)) return { root, top };
    }
  }
  return undefined;
}

/** What a folder is called after a branch: all of it, or without its first parts. */
const branchNames = (branch: string): string[] =>
  branch
    .split('/')
    .map((_, i, parts) => slugOf(parts.slice(i).join('/')))
    .filter((name) => name.length >= MIN_BRANCH_CHARS);

const MIN_BRANCH_CHARS = 3;

/** Branches of every repository, which say nothing of a folder. */
const COMMON_BRANCHES: ReadonlySet<string> = new Set(
  'main master trunk develop development dev staging production release next HEAD'.split(' '),
);

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function isWorktreeHere(root: string, top: string, branch: string | undefined): boolean {
  const here = folderHere(root);
  if (here === undefined || !existsSync(join(here, '.git'))) return false;
  return worktreesOf(here).includes(top) || (branch !== undefined && hasBranch(here, branch));
}

function rootTold(folder: string, root: string | undefined): string | undefined {
  const whole = root === undefined ? '' : wholePath(root, null);
  return isAbsolutePath(whole) && liesIn(whole, folder) ? whole : undefined;
}

/** The folder above that is called like the repository; none where two are, since nothing tells which one it is. */
function folderNamed(folder: string, name: string | undefined): string | undefined {
  const parts = folder.split('/');
  const begin = firstFolder(folder);
  const found = parts.flatMap((part, i) => (i >= begin && part.toLowerCase() === name ? [i] : []));
  return found.length === 1 ? parts.slice(0, found[0]! + 1).join('/') : undefined;
}

/** Whether a folder is another repository than the one that a log names, by its remote or, where it is gone, its name. */
function isAnother(root: string, repository: string | undefined): boolean {
  const name = repositoryName(repository);
  const here = folderHere(root);
  if (name === undefined) return false;
  const remote = here === undefined ? undefined : repositoryName(locateFolder(here).remote ?? undefined);
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

/** Few files are touched many times. */
const remembering = (place: ReturnType<typeof placerIn>, cwd: string | null): Destination['place'] =>
  remembered((path) => place(path.slice(0, 4096), cwd), 5000);
