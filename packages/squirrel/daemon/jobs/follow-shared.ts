import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Project } from '@sqrl/base/model/project.ts';
import { SHARED_FILE } from '@sqrl/base/model/sync/lines.ts';
import { messageOf } from '@sqrl/base/problem.ts';
import { watchFolders } from '@sqrl/base/watch.ts';
import { readNews } from '../../exchange/git/verbs.ts';
import type { Engines } from '../engines.ts';
import type { LogFile } from '../log-file.ts';

/**
 * Reads a project's shared file when it, or what git fetched, has changed since the last look. The look is a few calls of stat
 * at each use of the project, and one where nothing is shared; nobody needs the memories of a project that is not in use.
 */
export function followShared({
  engines,
  log,
  onRead,
}: {
  engines: Pick<Engines, 'leaseProject'>;
  log: Pick<LogFile, 'line'>;
  onRead: (project: string) => void;
}) {
  const seen = new Map<string, string>();
  const reading = new Map<string, Promise<void>>();
  const watched = new Map<string, Project>();
  const watcher = watchFolders({
    recursive: false,
    onChange(path) {
      for (const [folder, project] of watched) if (path === '' || path.startsWith(folder)) touch(project);
    },
    onFailure: (error) => log.line(`${FOLDER} cannot be watched: ${error.message}`),
  });
  let over = false;

  function touch(project: Project): void {
    if (over || reading.has(project.id)) return;
    const state = stateOf(project.root);
    if (state === undefined || seen.get(project.id) === state) return;
    seen.set(project.id, state);
    watched.set(join(project.root, FOLDER), project);
    if (watched.size > MAX_WATCHED) watched.delete(watched.keys().next().value!);
    watcher.set(new Set(watched.keys()));
    const work = read(project).finally(() => {
      reading.delete(project.id);
      // Git writes a file in several steps.
      touch(project);
    });
    reading.set(project.id, work);
  }

  async function read(project: Project): Promise<void> {
    try {
      using lease = await engines.leaseProject(project);
      if (lease.engine.own.store.readOnly) return;
      const news = await readNews(lease.engine);
      if (news && news.added + news.changed + news.removed > 0) onRead(project.id);
    } catch (error) {
      log.line(`reading shared memories of ${project.name} failed: ${messageOf(error)}`);
    }
  }

  return {
    touch,
    async stop(): Promise<void> {
      over = true;
      watcher.close();
      await Promise.all(reading.values());
    },
  };
}

const FOLDER = dirname(SHARED_FILE);
/** Of the projects that were in use last; others are looked at when they are used again. */
const MAX_WATCHED = 4;

/** What tells that there may be news; undefined where nothing is shared. */
function stateOf(root: string): string | undefined {
  const file = lookAt(join(root, SHARED_FILE));
  if (file === undefined) return undefined;
  const git = join(root, '.git');
  return [file, ...['FETCH_HEAD', 'HEAD', 'logs/HEAD'].map((name) => lookAt(join(git, name)))].join(' ');
}

function lookAt(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? `${found.mtimeMs}:${found.size}:${found.ino}` : undefined;
}
