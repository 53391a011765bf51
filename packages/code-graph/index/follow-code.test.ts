import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchFolders } from '@sqrl/base/watch.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { codeFiles } from '../tables/files.ts';
import { followCode } from './follow-code.ts';
import { openIndexer } from './indexer.ts';

/** A system that has no watches left, from the start or after the first `good` folders. */
const withoutWatches =
  (good: number): typeof watchFolders =>
  (options) => {
    const watcher = watchFolders(options);
    let added = 0;
    return {
      ...watcher,
      add: (folder) =>
        added++ < good
          ? watcher.add(folder)
          : options.onFailure(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
    };
  };

async function following(files: Readonly<Record<string, string>>, good: number) {
  const root = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  const store = openStore(':memory:', { now: () => 0 });
  const indexer = openIndexer(store, { root, env: { PATH: process.env.PATH }, now: () => 0 });
  await indexer.update();
  const look = indexer.update;
  const update = vi.spyOn(indexer, 'update');
  const troubles: string[] = [];
  const told: { added: number; changed: number; removed: number }[] = [];
  const stop = new AbortController();
  const ready = Promise.withResolvers<void>();
  const ended = followCode(store, indexer, {
    root,
    stop: stop.signal,
    tell: (news) => told.push(news),
    watching: ready.resolve,
    trouble: (text) => troubles.push(text),
    debounceMs: 10,
    pollMs: 50,
    watch: withoutWatches(good),
  });
  onTestFinished(async () => {
    stop.abort();
    await ended;
    indexer[Symbol.dispose]();
    store.close();
    rmSync(root, { recursive: true, force: true });
  });
  await ready.promise;
  const paths = () => codeFiles(store).map(({ path }) => path);
  return { root, write, troubles, told, stop, ended, look, update, paths };
}

test.each([
  ['at once', 0],
  ['after some', 2],
])(
  'where the system has no watches left, %s, files are looked at now and then, and that is said',
  async (_, good) => {
    const { root, write, troubles, told, paths } = await following(
      { 'a.ts': 'export const a = 1;\n', 'src/b.ts': 'export const b = 1;\n', 'src/deep/c.ts': 'let c;\n' },
      good,
    );
    expect(troubles).toEqual(['Watching failed (ENOSPC); polling files every 0.05 s instead.']);
    write('src/deep/d.ts', 'export const d = 1;\n');
    await vi.waitFor(() => expect(paths()).toContain('src/deep/d.ts'), 600_000);
    rmSync(join(root, 'src/b.ts'));
    write('a.ts', 'export const another = 1;\n');
    await vi.waitFor(() => expect(paths()).not.toContain('src/b.ts'), 600_000);
    await vi.waitFor(() => expect(told.reduce((sum, { changed }) => sum + changed, 0)).toBe(1), 600_000);
    expect(troubles).toHaveLength(1);
  },
);

test('looking now and then waits for itself where it takes long, and ends when it is stopped', async () => {
  const { stop, ended, look, update } = await following({ 'a.ts': 'export const a = 1;\n' }, 0);
  let [running, mostAtOnce] = [0, 0];
  update.mockImplementation(async (given) => {
    mostAtOnce = Math.max(mostAtOnce, ++running);
    await sleep(300);
    const found = await look(given);
    running--;
    return found;
  });
  update.mockClear();
  await vi.waitFor(() => expect(update.mock.calls.length).toBeGreaterThan(2), 600_000);
  stop.abort();
  await ended;
  expect(mostAtOnce).toBe(1);
  const looks = update.mock.calls.length;
  await sleep(300);
  expect(update.mock.calls.length).toBe(looks);
});
