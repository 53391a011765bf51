import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { onTestFinished } from 'vitest';
import { type Indexer, type IndexerOptions, openIndexer } from '../index/indexer.ts';

/** A folder of files for one test, gone when the test is. */
export interface TestRepository {
  root: string;
  write(path: string, source: string | Uint8Array): void;
  remove(path: string): void;
}

let time = 1_000_000;

/** Makes a folder of files. */
export function repository(files: Readonly<Record<string, string>> = {}): TestRepository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-test-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, source: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), source);
    // Two changes within a millisecond must not look like one.
    utimesSync(join(root, path), ++time, time);
  };
  for (const [path, source] of Object.entries(files)) write(path, source);
  return { root, write, remove: (path) => rmSync(join(root, path), { recursive: true, force: true }) };
}

/** Opens an index in memory over a folder. */
export function indexOf(
  { root }: Pick<TestRepository, 'root'>,
  options: Partial<IndexerOptions> = {},
): { store: Store; indexer: Indexer } {
  const store = openStore(':memory:', { now: () => 1 });
  const indexer = openIndexer(store, { root, env: { PATH: '/usr/bin:/bin' }, now: () => 1, ...options });
  onTestFinished(() => {
    indexer[Symbol.dispose]();
    store.close();
  });
  return { store, indexer };
}
