import { dirname } from 'node:path/posix';
import type { GitOptions } from '@sqrl/base/git/process.ts';
import type { GitCommit } from '@sqrl/base/model/git.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { CodeGraph } from '../graph/graph.ts';
import { filesTied } from '../graph/near.ts';
import {
  addGitCommit,
  gitTips,
  newestCommitAt,
  setGitTips,
  sharedCommits,
  touchesIn,
} from '../tables/cochange.ts';
import { codeFile, codeFiles } from '../tables/files.ts';
import { symbolsById } from '../tables/symbols.ts';
import {
  type Companion,
  type CompanionClues,
  companionsOf,
  kinOf,
  MAX_FILES,
  weightOf,
} from './companions.ts';
import { commitsSince } from './git-history.ts';

export interface HistoryOptions extends GitOptions {
  onProgress?: (commits: number) => void;
}

/**
 * Reads the commits that are new since the last time into the store, and says how many there were. It may be
 * interrupted: what was read stays, and the next time goes on from there.
 */
export async function readHistory(
  store: Store,
  repository: string,
  options: HistoryOptions,
): Promise<number> {
  const tips = new Set(gitTips(store));
  let commits = 0;
  let batch: GitCommit[] = [];
  const keep = (): void => {
    for (const { hash, parents } of batch) {
      for (const parent of parents) tips.delete(parent);
      tips.add(hash);
    }
    store.transaction(() => {
      for (const commit of batch) addGitCommit(store, commit);
      // Where thousands of branches lie about, some are read twice rather than remembered.
      setGitTips(store, [...tips].slice(-MAX_TIPS));
    });
    commits += batch.length;
    batch = [];
    options.onProgress?.(commits);
  };
  for await (const commit of commitsSince(repository, [...tips], options)) {
    batch.push(commit);
    if (batch.length >= BATCH_COMMITS) keep();
  }
  if (batch.length > 0) keep();
  return commits;
}

/** What else changes with a file, by the history that was read, the imports of the graph and the names. Best first. */
export function companionsIn(store: Store, graph: CodeGraph, path: string, limit: number): Companion[] {
  const node = graph.nodeOf(codeFile(store, path)?.id ?? -1);
  const tied = (way: 'into' | 'out'): string[] =>
    symbolsById(
      store,
      filesTied(graph, node, way)
        .filter(({ kinds }) => kinds.imports)
        .map(({ file }) => graph.idOf(file)),
    ).map(({ file }) => file);
  const kin = kinOf(codeFiles(store).map((file) => file.path));
  return changesWith(store, path, { kin, imports: tied('out'), importedBy: tied('into'), limit });
}

/** The same, with what is known of its imports and of the files of the repository. */
export function changesWith(
  store: Store,
  path: string,
  { limit, ...graph }: Pick<CompanionClues, 'kin' | 'imports' | 'importedBy'> & { limit: number },
): Companion[] {
  const until = newestCommitAt(store);
  const commits = sharedCommits(store, path, { most: MAX_FILES, limit: MAX_COMMITS });
  const busy = new Map<string, number>();
  for (const touch of touchesIn(store, dirname(path), MAX_FILES))
    busy.set(touch.path, (busy.get(touch.path) ?? 0) + weightOf(touch, until));
  return companionsOf(path, { ...graph, commits, until, busy }, limit);
}

// Changes of one file beyond this many add little, and would make the busiest slow.
const MAX_COMMITS = 1000;
const BATCH_COMMITS = 500;
const MAX_TIPS = 1000;
