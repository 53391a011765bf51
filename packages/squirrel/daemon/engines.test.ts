import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DELETE_UNDO_MS } from '../learn/verbs/delete.ts';
import { deletedUntil } from '../store/memory/changes.ts';
import { openStore } from '../store/open.ts';
import { scratch } from '../store/testing/scratch.ts';
import { Engines, type EnginesOptions } from './engines.ts';
import { careWork } from './jobs/care-work.ts';

function machine(options?: EnginesOptions) {
  const root = scratch();
  const projects = ['alpha', 'beta'].map((name) => join(root, name));
  const home = join(root, 'home');
  for (const folder of [home, ...projects]) mkdirSync(folder);
  const surroundings = { home, env: {}, freeMemory: 1e9, now: Date.now, timeZone: 'UTC' };
  const engines = new Engines(surroundings, options);
  onTestFinished(() => engines.close());
  const [alpha, beta] = projects as [string, string];
  return { home, alpha, beta, engines };
}

test('all projects share the user store, and callers of the same project get the same engine', async () => {
  const { alpha, beta, engines } = machine();
  using a = await engines.lease({ project: alpha });
  using again = await engines.lease({ project: alpha });
  using b = await engines.lease({ project: beta });
  using user = await engines.lease({ global: true });
  expect(again.engine).toBe(a.engine);
  expect(new Set([a, b, user].map(({ engine }) => engine.user))).toHaveLength(1);
  await a.client.call('remember', { text: 'I like short functions', scope: 'global' });
  await a.client.call('remember', { text: 'Alpha ships on Fridays' });
  const texts = async (of: typeof b) => (await of.client.call('list', {})).memories.map(({ text }) => text);
  expect(await texts(b)).toEqual(['I like short functions']);
  expect(engines.open()).toHaveLength(2);
});

test('an idle engine is closed after a while, and opened again when needed', async () => {
  const onClosed = vi.fn();
  const { alpha, engines } = machine({ idleMs: 30, onClosed });
  {
    using lease = await engines.lease({ project: alpha });
    await lease.client.call('remember', { text: 'Alpha ships on Fridays' });
    await new Promise((later) => setTimeout(later, 100));
    expect(engines.open()).toHaveLength(1);
  }
  await vi.waitFor(() => expect([engines.open(), onClosed.mock.calls.length]).toEqual([[], 1]), 600_000);
  using lease = await engines.lease({ project: alpha });
  expect((await lease.client.call('list', {})).total).toBe(1);
});

test('changed settings apply to the next call; running calls are not disturbed', async () => {
  const onNewSettings = vi.fn();
  const { home, alpha, engines } = machine({ onNewSettings });
  using before = await engines.lease({ project: alpha });
  writeFileSync(join(home, 'config.toml'), '[search]\nmeaning = 0.5\n');
  using after = await engines.lease({ project: alpha });
  expect(onNewSettings).toHaveBeenCalledOnce();
  expect([before, after].map(({ engine }) => engine.settings.search.meaning)).toEqual([0.7, 0.5]);
  await before.client.call('remember', { text: 'Still at work' });
  expect((await after.client.call('list', {})).total).toBe(1);
});

test('a daemon that ends erases what was deleted, and one that was killed leaves it to the next', async () => {
  const { home, alpha, engines } = machine();
  using lease = await engines.lease({ project: alpha });
  const { id } = await lease.client.call('remember', { text: 'The safe opens with 4711' });
  await lease.client.call('bulk', { action: 'forget', ids: [id] });
  const { path } = lease.engine.own.store;
  expect(deletionsIn(path)).toEqual([id]);
  await engines.close();
  expect(deletionsIn(path)).toEqual([]);
  expect(readFileSync(path).includes('4711')).toBe(false);

  const killed = new Engines({ home, env: {}, freeMemory: 1e9, now: Date.now, timeZone: 'UTC' });
  onTestFinished(() => killed.close());
  using again = await killed.lease({ project: alpha });
  const { id: next } = await again.client.call('remember', { text: 'The shed opens with 0815' });
  await again.client.call('bulk', { action: 'forget', ids: [next] });
  await careWork(
    {
      surroundings: { home, env: {}, freeMemory: 1e9, timeZone: 'UTC' },
      ...{ projects: [], all: true, unlearnedOnly: true, embedAll: false },
    },
    {
      ...{ tell() {}, now: () => Date.now() + DELETE_UNDO_MS },
      ...{ signal: new AbortController().signal, otherWork: new AbortController().signal },
    },
  );
  expect(deletionsIn(path)).toEqual([]);
  expect((await again.client.call('list', { filter: { statuses: ['deprecated'] } })).total).toBe(0);
});

function deletionsIn(path: string): string[] {
  using store = openStore(path, { now: Date.now });
  return deletedUntil(store, Date.now()).map(({ memory }) => memory);
}

test('an engine may be closed more than once', async () => {
  const { engines } = machine();
  using lease = await engines.lease({ global: true });
  await Promise.all([lease.engine.close(), lease.engine.close()]);
  await lease.engine.close();
});

test('a remote that a repository gets is known at the next call', async () => {
  const { alpha, engines } = machine();
  mkdirSync(join(alpha, '.git'));
  writeFileSync(join(alpha, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  using before = await engines.lease({ project: alpha });
  expect(before.engine.project?.remote).toBeNull();
  const remote = 'https://git.example.com/acme/alpha.git';
  writeFileSync(join(alpha, '.git', 'config'), `[remote "origin"]\n\turl = ${remote}\n`);
  using after = await engines.lease({ project: alpha });
  expect(after.engine).toBe(before.engine);
  expect(after.engine.project?.remote).toBe(remote);
});

test('a folder that is not there is no project', async () => {
  const { alpha, engines } = machine();
  await expect(engines.lease({ project: join(alpha, 'nowhere') })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect(engines.open()).toEqual([]);
});

test('who closes all of them waits for what is being put away already', async () => {
  const put: string[] = [];
  const { alpha, engines } = machine({ idleMs: 0, onClosed: () => put.push('away') });
  {
    using lease = await engines.lease({ project: alpha });
    await lease.client.call('remember', { text: 'Alpha ships on Fridays' });
    expect(engines.embedderLoaded()).toBe(true);
  }
  // The embedder takes a moment to end.
  while (engines.open().length > 0) await new Promise(setImmediate);
  await engines.close();
  expect(put).toEqual(['away']);
});
