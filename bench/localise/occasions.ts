import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { embedderFor } from '@sqrl/embedder/provider.ts';
import { graphIndex } from '@sqrl/squirrel/codebase/graph-index.ts';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { readSettings } from '@sqrl/squirrel/workspace/config.ts';
import { locateProject } from '@sqrl/squirrel/workspace/locate.ts';
import { type Engine, openEngine } from '@sqrl/squirrel/workspace/workspace.ts';
import { openTree, timeOf } from './tree.ts';

/** An issue, the commit it was met at, and the files that were changed for it. */
export interface Task {
  base_commit: string;
  problem_statement: string;
  files: string[];
}

/** The tasks of a file, a line each. */
export const tasksIn = (file: string): Task[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Task);

/**
 * Every task with the engine as it was at its commit: code and history of that commit and of none after it. In the order
 * of their commits, so that from one to the next only what changed is read.
 */
export async function* tasksAt(
  repository: string,
  tasks: readonly Task[],
  folder: string,
): AsyncGenerator<{ task: Task; engine: Engine; root: string }> {
  const tree = openTree(repository, folder);
  let now = 0;
  await using engine = openEngine({
    home: join(folder, 'home'),
    project: locateProject(tree.root),
    settings: readSettings('[notes]\ndaily_log = false', 'bench'),
    embedder: embedderFor({ provider: 'bundled' }),
    env: process.env,
    now: () => now,
    timeZone: 'UTC',
  });
  const timed = tasks.map((task) => ({ task, at: timeOf(repository, task.base_commit) }));
  timed.sort((a, b) => a.at - b.at || (a.task.base_commit < b.task.base_commit ? -1 : 1));
  let shown = '';
  for (const { task } of timed) {
    if (task.base_commit !== shown) {
      now = tree.show(task.base_commit);
      shown = task.base_commit;
      await graphIndex(engine, {});
      await ingest(engine, { clients: ['git'] });
    }
    yield { task, engine, root: tree.root };
  }
}
