import { commitDay, gitRepository } from '@sqrl/base/testing/git-repository.ts';
import { expect, test } from 'vitest';
import { open } from './support/home.ts';

const CART = 'export function add(line: number): number {\n  return Math.round(line);\n}\n';
const CHANGED = CART.replace('round', 'floor');

async function shop() {
  const repository = gitRepository();
  let day = 0;
  const commit = (files: Readonly<Record<string, string | null>>): string => {
    day++;
    return repository.commit(files);
  };
  const first = commit({ 'cart.ts': CART, 'other.ts': 'export const other = 1;\n' });
  // An hour after the last commit.
  const { client } = open({ project: repository.root, now: () => commitDay(day) + 3_600_000 });
  await client.call('graphIndex', {});
  return {
    ...repository,
    commit,
    first,
    client,
    get: (id: string) => client.call('get', { id }),
    remembered: async (files: string[], symbols: string[] = []) =>
      (await client.call('remember', { text: 'Prices are rounded', files, symbols })).id,
  };
}

test('a memory knows the commit at which it was last seen right', async () => {
  const { client, commit, first, get, remembered } = await shop();
  const id = await remembered(['cart.ts']);
  expect(await get(id)).toMatchObject({ anchors: [{ seenIn: first }] });
  const second = commit({ 'cart.ts': CHANGED });
  await client.call('change', { id, to: { verified: true } });
  expect(await get(id)).toMatchObject({ anchors: [{ seenIn: second, state: 'fresh' }] });
});

test('whoever asks for a memory hears of a change to the code that nobody has read yet', async () => {
  const { write, get, remembered } = await shop();
  const id = await remembered([], ['add']);
  expect(await get(id)).toMatchObject({ staleness: { stale: false } });
  write({ 'cart.ts': CHANGED });
  expect(await get(id)).toMatchObject({ anchors: [{ state: 'stale' }], staleness: { stale: true } });
  write({ 'cart.ts': null });
  expect(await get(id)).toMatchObject({ anchors: [{ state: 'gone' }], staleness: { review: true } });
  write({ 'cart.ts': CART });
  expect(await get(id)).toMatchObject({ anchors: [{ state: 'fresh' }], staleness: { stale: false } });
});

test('a memory that was set aside is stale', async () => {
  const { client, get, remembered } = await shop();
  const id = await remembered(['cart.ts']);
  await client.call('change', { id, to: { status: 'deprecated' } });
  expect((await get(id)).staleness).toMatchObject({
    stale: true,
    why: expect.arrayContaining(['it was archived']),
  });
});

test('a merge that brings older commits counts as a change since', async () => {
  const { git, commit, client, get, remembered } = await shop();
  git('checkout', '-q', '-b', 'side');
  commit({ 'cart.ts': CHANGED });
  git('checkout', '-q', 'main');
  commit({ 'other.ts': 'export const other = 2;\n' });
  await client.call('graphIndex', {});
  const id = await remembered(['cart.ts'], ['add']);
  await client.call('graphIndex', {});
  expect((await get(id)).staleness.trust).toBe(1);
  // Committed before it was seen, and not part of what was seen.
  git('merge', '-q', '--no-edit', 'side');
  expect((await get(id)).staleness).toMatchObject({
    trust: 0.5,
    why: expect.arrayContaining([`1 of its 1 files have changed since`]),
  });
});

test('a memory that holds in every project is tied to none', async () => {
  const { client, write, get } = await shop();
  const { id } = await client.call('remember', { text: 'Round prices', files: ['cart.ts'], scope: 'global' });
  write({ 'cart.ts': CHANGED });
  expect(await get(id)).toMatchObject({ anchors: [], staleness: { stale: false } });
});
