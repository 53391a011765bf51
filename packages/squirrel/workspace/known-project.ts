import { existsSync } from 'node:fs';
import type { Project } from '@sqrl/base/model/project.ts';
import { isAbsolutePath, wholePath } from '@sqrl/base/paths.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { openStore } from '../store/open.ts';
import { projectFolders, projectsSeen } from '../store/projects.ts';
import type { Home } from './home.ts';

/**
 * The project that a person calls by its name, id or folder, where that folder is not on this machine: it was removed,
 * or what is known of it was read from the logs of another one.
 */
export function knownProject(
  home: Home,
  { folder, called, now }: { folder: string; called: string; now: () => number },
): Project {
  const { known, folders } = projectsIn(home, now);
  const written = wholePath(called, null);
  const roots = [folder, isAbsolutePath(written) && !written.startsWith('/') ? `/${written}` : written];
  const found =
    known.find(({ id, root }) => id === called || roots.includes(root)) ??
    known.find(({ id }) => folders(id).some((root) => roots.includes(root))) ??
    onlyOne(
      known.filter(({ name }) => name === called),
      called,
    );
  if (found) return found;
  throw new Problem(
    `--project ${called} is neither a folder nor a known project.`,
    known.length === 0 ? '' : `Known: ${namesOf(known)}.`,
    'usage',
  );
}

function projectsIn(home: Home, now: () => number) {
  // To look for a project makes no home.
  if (!existsSync(home.user)) return { known: [], folders: () => [] };
  using store = openStore(home.user, { now });
  const known = projectsSeen(store);
  const folders = new Map(
    known.map(({ id }) => [id, projectFolders(store, id).map((folder) => folder.root)]),
  );
  return { known, folders: (id: string): string[] => folders.get(id) ?? [] };
}

function onlyOne(found: readonly Project[], called: string): Project | undefined {
  if (found.length < 2) return found[0];
  throw new Problem(
    `Several projects are named ${called}.`,
    `Pass one of: ${found.map(({ root }) => root).join(', ')}.`,
    'usage',
  );
}

const MAX_NAMED_ITEMS = 20;

function namesOf(known: readonly Project[]): string {
  const names = [...new Set(known.map(({ name }) => name))];
  const more = names.length - MAX_NAMED_ITEMS;
  return names.slice(0, MAX_NAMED_ITEMS).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
