import { existsSync } from 'node:fs';
import { checkedOut } from '@sqrl/base/git/head.ts';
import { rootCommit } from '@sqrl/base/git/root-commit.ts';
import type { Project } from '@sqrl/base/model/project.ts';
import { pauseAt, readPauses } from '@sqrl/base/pauses.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { writeIncidental } from '../store/failures.ts';
import { openStore } from '../store/open.ts';
import {
  folderSeen,
  noteSameProject,
  projectFolders,
  projectOfKey,
  projectSeen,
  type SeenFolder,
  seeFolder,
} from '../store/projects.ts';
import { homeOf } from './home.ts';
import { type LocatedFolder, locateFolder, locateProject } from './locate.ts';

export interface ResolveContext {
  now: number;
  /** What git needs to start; without it no repository is asked for its first commit. */
  env?: Readonly<Record<string, string | undefined>>;
}

/**
 * The project that a folder belongs to, by what the user's store knows. Clones with the same origin or, without one, the
 * same first commit are one project. A folder that is known stays with its project when its origin gets another address.
 */
export const resolveProject = (user: Store, folder: string, context: ResolveContext): Project =>
  settleFolder(user, locateFolder(folder), context);

/** The same for a home whose store is not open. */
export function resolveProjectIn(home: string, folder: string, context: ResolveContext): Project {
  const { user } = homeOf(home);
  // To look for a project makes no home.
  if (!existsSync(user)) return locateProject(folder);
  using store = openStore(user, { now: () => context.now });
  return resolveProject(store, folder, context);
}

/** Finds the project of a located folder, and notes that it was seen there. */
export function settleFolder(user: Store, located: LocatedFolder, context: ResolveContext): Project {
  const { root } = located;
  const known = folderSeen(user, root);
  const key = located.key ?? known?.key ?? firstCommit(located, context);
  const id = located.belongsTo ?? (key ? projectOfKey(user, key) : undefined) ?? known?.project ?? located.id;
  const seen: SeenFolder = { root, project: id, key, seenAt: context.now };
  if (isNews(known, seen))
    writeIncidental(user, () =>
      user.transaction(() => {
        if (known && known.project !== id && isOnly(user, known, key))
          noteSameProject(user, known.project, id);
        seeFolder(user, seen);
      }),
    );
  return asProject(user, { ...located, id }, context.now);
}

/** The first commit stands for an origin; null as long as nothing is committed. */
function firstCommit({ root, isRepository }: LocatedFolder, { env }: ResolveContext): string | null {
  if (!env || !isRepository || checkedOut(root) === null) return null;
  const commit = rootCommit(root, { env });
  return commit === null ? '' : `commit:${commit}`;
}

const isNews = (known: SeenFolder | undefined, { project, key, seenAt }: SeenFolder): boolean =>
  known?.project !== project || known.key !== key || seenAt - known.seenAt > NOTE_AFTER_MS;

const NOTE_AFTER_MS = 3600_000;

/** Whether all of a project is the repository of one key. A project with clones of another origin only loses a folder. */
const isOnly = (user: Store, { project, root }: SeenFolder, key: string | null): boolean =>
  projectFolders(user, project).every(
    (each) => each.root === root || each.key === null || each.key === '' || each.key === key,
  );

function asProject(user: Store, { id, name, root, remote }: LocatedFolder, now: number): Project {
  const main = projectSeen(user, id);
  const folders = projectFolders(user, id);
  const isMain = main === undefined || (main.root !== root && isLeft(main.root, root, { folders, now }));
  // It may have got a remote since it was seen.
  const news = main?.root === root && remote !== null ? { remote } : {};
  const project = isMain ? { id, name, root, remote } : { ...main, ...news };
  const clones = folders.flatMap((each) => (each.root === project.root ? [] : each.root));
  return clones.length > 0 ? { ...project, clones } : project;
}

/** Whether work moved on from the main clone to another: it is gone, or idle for long. */
function isLeft(
  main: string,
  other: string,
  { folders, now }: { folders: readonly SeenFolder[]; now: number },
): boolean {
  if (!existsSync(other)) return false;
  const seenAt = folders.find(({ root }) => root === main)?.seenAt ?? 0;
  return !existsSync(main) || now - seenAt > LEFT_AFTER_MS;
}

const LEFT_AFTER_MS = 14 * 24 * 3600_000;

/** Whether a person has paused Squirrel in a folder's project, or in all. */
export function isPaused(home: string, folder: string, now: number): boolean {
  const pauses = readPauses(home);
  return pauses.length > 0 && pauseAt(pauses, resolveProjectIn(home, folder, { now }).id, now) !== undefined;
}
