import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIndexer } from '@sqrl/code-graph/index/indexer.ts';
import { edgesOfFile, kindNumber } from '@sqrl/code-graph/tables/edges.ts';
import { codeFiles } from '@sqrl/code-graph/tables/files.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';

/** Who imports whom. */
export interface Imports {
  imports(path: string): string[];
  importedBy(path: string): string[];
}

/** Indexes a repository as it was at a commit, in a folder of its own. */
export async function importsAt(repository: string, commit: string): Promise<Imports> {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-'));
  try {
    const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') };
    const root = join(folder, 'tree');
    execFileSync('git', ['-C', repository, 'read-tree', commit], { env });
    execFileSync('git', ['-C', repository, 'checkout-index', '--all', `--prefix=${root}/`], { env });
    using store = openStore(':memory:', { now: Date.now });
    using indexer = openIndexer(store, { root, env: process.env, now: Date.now });
    await indexer.update();
    const files = codeFiles(store);
    const paths = new Map(files.map(({ id, path }) => [id, path]));
    const edges = files.flatMap(({ id, path }) =>
      edgesOfFile(store, id)
        .filter(({ kind, target }) => kind === kindNumber('imports') && paths.has(target))
        .map(({ target }) => ({ from: path, to: paths.get(target)! })),
    );
    const bySource = Map.groupBy(edges, ({ from }) => from);
    const byTarget = Map.groupBy(edges, ({ to }) => to);
    return {
      imports: (path) => [...new Set((bySource.get(path) ?? []).map(({ to }) => to))],
      importedBy: (path) => [...new Set((byTarget.get(path) ?? []).map(({ from }) => from))],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
