import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Notice, OnProgress } from '@sqrl/base/messages.ts';
import type { Project } from '@sqrl/base/model/project.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { type IndexReport, scan } from '@sqrl/code-graph/index.ts';
import { codeFiles, countCodeFiles } from '@sqrl/code-graph/tables/files.ts';
import { codeState } from '@sqrl/code-graph/tables/state.ts';
import type { Engine } from '../workspace/workspace.ts';
import { NOTHING, readInThread } from './graph-thread.ts';
import type { GraphNews } from './graph-worker.ts';

export interface GraphIndexOptions {
  /** Goes on reading what changes, until the signal says stop. */
  watch?: boolean;
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
}

type Notices = Notice[];

/** Stores that a thread of this process keeps like the files: it marks a changed file at once, and nobody need look. */
const watched = new Set<string>();

/** Stores that such a thread compares with the files before it watches them. */
const comparing = new Set<string>();

/**
 * Whether answers come from the index as it was stored. Listing the files of a large repository takes seconds after a
 * start, so questions do not wait until a thread of this process has compared them.
 */
export const isUnchecked = (store: Store): boolean =>
  comparing.has(store.path) && countCodeFiles(store) > MAX_COMPARED_FILES;

/** A question waits until this many files are compared. */
const MAX_COMPARED_FILES = 5_000;

/** Reads the code of the project, in a thread of its own. Stopped by the signal it goes on from there next time. */
export async function graphIndex(
  engine: Engine,
  { watch = false, onProgress, signal }: GraphIndexOptions,
): Promise<IndexReport & { busy: boolean; notices: Notices }> {
  const notices: Notices = [];
  const order = { store: engine.own.store.path, root: requireProject(engine).root, watch };
  const onNews = (news: GraphNews): void => {
    if ('progress' in news) onProgress?.(...news.progress);
    if ('news' in news) onProgress?.(1, 1, newsOf(news.news));
    if ('trouble' in news) notices.push({ message: news.trouble, hint: '' });
    if ('watched' in news) {
      watched[news.watched ? 'add' : 'delete'](order.store);
      comparing.delete(order.store);
    }
  };
  if (watch) comparing.add(order.store);
  const done = await readInThread(engine, { order, onNews, signal }).finally(() => {
    watched.delete(order.store);
    if (watch) comparing.delete(order.store);
  });
  if (done !== 'busy') return { ...done, busy: false, notices };
  notices.push({
    message: 'Another process is indexing this code.',
    hint: '`sqrl graph status` shows its progress.',
  });
  return { ...NOTHING, files: codeFiles(engine.own.store).length, busy: true, notices };
}

/** Brings what is known of the code up to its files, where they changed; reads them all where nothing is known yet. */
export async function freshen(engine: Engine, options: Omit<GraphIndexOptions, 'watch'>): Promise<void> {
  const { root } = requireProject(engine);
  const { store } = engine.own;
  if (store.readOnly) return;
  if (codeState(store, 'version') === undefined && !existsSync(join(root, '.git')))
    throw new Problem(
      `The code in ${root} is not indexed yet.`,
      'Run `sqrl graph index` there once; outside a repository Squirrel does not index by itself.',
      'not_found',
    );
  if (codeState(store, 'indexed_at') !== undefined) {
    if (watched.has(store.path)) return;
    // A request that makes the daemon follow the project gets here before the thread is started.
    await setImmediate();
    if (isUnchecked(store) || !(await isBehind(engine, root))) return;
  }
  const { stopped } = await graphIndex(engine, options);
  if (stopped)
    throw new Problem(
      'Interrupted.',
      'Files already read are kept; `sqrl graph index` continues from there.',
      'cancelled',
    );
}

export function requireProject({ project }: Engine): Project {
  if (!project) throw new Problem('Not in a project.', 'Change to its folder, or pass --project.', 'usage');
  if (!existsSync(project.root))
    throw new Problem(
      `${project.root} no longer exists.`,
      'Pass an existing folder with --project.',
      'not_found',
    );
  if (isBare(project.root))
    throw new Problem(
      `${project.root} is a bare repository: it has no files to read.`,
      'Pass the folder of a work tree with --project.',
      'not_found',
    );
  return project;
}

const isBare = (root: string): boolean =>
  !existsSync(join(root, '.git')) &&
  ['HEAD', 'objects', 'refs'].every((name) => existsSync(join(root, name)));

const newsOf = ({ added, changed, removed, linked, paths }: IndexReport & { paths: string[] }): string =>
  paths.length === 0 || paths.length > 3
    ? added + changed + removed === 1
      ? `read 1 file; linked ${linked}`
      : `read ${added + changed + removed} files; linked ${linked}`
    : `read ${paths.join(', ')}; linked ${linked}`;

/** Whether a file is not as it was read, or something was left undone. */
async function isBehind({ own, env }: Engine, root: string): Promise<boolean> {
  const known = new Map(codeFiles(own.store).map((file) => [file.path, file]));
  const files = await scan(root, { env });
  return (
    files.length !== known.size ||
    files.some(({ path, size, changedAt }) => {
      const file = known.get(path);
      return !file || file.size !== size || file.changedAt !== changedAt || file.state !== 'linked';
    })
  );
}
