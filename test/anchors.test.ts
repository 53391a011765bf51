import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commitDay, gitRepository } from '@sqrl/base/testing/git-repository.ts';
import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';
import { countAnchors } from '@sqrl/squirrel/store/memory/anchors.ts';
import { checkStore } from '@sqrl/squirrel/store/testing/check-store.ts';
import { expect, onTestFinished, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';
import { over, typing } from './support/typing.ts';

const CART = `export class Cart {
  add(line: number): number {
    const rounded = Math.round(line * 100) / 100;
    return rounded;
  }
}
`;
const COSTLY = CART.replace('line * 100', 'line * 1000');
const SUM = `import { Cart } from './cart.ts';

export function sum(lines: number[]): number {
  // The order of the lines does not matter here.
  return lines.reduce((all, one) => all + new Cart().add(one), 0);
}
`;

test('a memory about a symbol is stale with the commit that changed it, and fresh when that is taken back', async () => {
  const { remembered, commit, index, get, sqrl } = await shop();
  const { id } = await remembered({ symbols: ['Cart.add'] });
  expect(await get(id)).toMatchObject({
    anchors: [{ path: 'cart.ts', symbol: 'Cart.add', state: 'fresh' }],
    staleness: { stale: false },
  });
  expect((await sqrl('show', id)).out).toContain('cart.ts:Cart.add  fresh');

  const hash = commit({ 'cart.ts': COSTLY });
  await index();
  expect(await get(id)).toMatchObject({
    anchors: [{ state: 'stale', changedIn: hash }],
    staleness: {
      stale: true,
      why: [expect.stringContaining(`the body of \`Cart.add\` in cart.ts in ${hash.slice(0, 12)}`)],
    },
  });
  const { out } = await sqrl('show', id);
  expect(out).toContain(`cart.ts:Cart.add  stale since ${hash.slice(0, 12)}`);
  expect(out).toContain('its code has changed');

  commit({ 'cart.ts': CART });
  await index();
  expect(await get(id)).toMatchObject({
    anchors: [{ state: 'fresh', changedIn: null }],
    staleness: { stale: false },
  });
});

test('other changes of its file leave a memory about a symbol fresh', async () => {
  const { remembered, commit, index, get } = await shop();
  const { id } = await remembered({ symbols: ['add()'] });
  commit({ 'cart.ts': `// Carts.\n${CART}` });
  await index();
  expect(await get(id)).toMatchObject({ anchors: [{ symbol: 'Cart.add', state: 'fresh' }] });
});

test('what is renamed or moved takes its memories along, and they show the new names', async () => {
  const { remembered, commit, index, get, sqrl, client } = await shop();
  const { id } = await remembered({ files: ['cart.ts'], symbols: ['sum', 'cart.ts:Cart.add'] });
  const { updatedAt } = await get(id);
  commit({
    'cart.ts': null,
    'src/basket.ts': CART,
    'sum.ts': SUM.replace('sum(', 'total(').replace('./cart', './src/basket'),
  });
  await index();
  expect(await get(id)).toMatchObject({
    files: ['src/basket.ts'],
    symbols: ['total', 'src/basket.ts:Cart.add'],
    staleness: { stale: false },
    updatedAt,
  });
  expect((await sqrl('show', id)).out).toContain('src/basket.ts  fresh · moved here from cart.ts');
  const { memories } = await client.call('list', { filter: { file: 'src' } });
  expect(memories).toMatchObject([{ id }]);
});

test('a memory about what is deleted waits for review until that comes back', async () => {
  const { remembered, commit, index, get, sqrl, client } = await shop();
  const { id } = await remembered({ files: ['sum.ts'], symbols: ['sum'] });
  const other = await remembered({ files: ['sum.ts'], text: 'Sums may be wrong', needsReview: true });
  const hash = commit({ 'sum.ts': null });
  await index();
  expect(await get(id)).toMatchObject({
    needsReview: true,
    files: ['sum.ts'],
    anchors: [
      { state: 'gone', changedIn: hash },
      { state: 'gone', changedIn: hash },
    ],
    staleness: { stale: true, review: true },
  });
  expect((await sqrl('show', id)).out).toContain(`sum.ts:sum  gone since ${hash.slice(0, 12)}`);
  expect((await client.call('list', { filter: { needsReview: true } })).total).toBe(2);
  // `sqrl status` counts them as stale and names this command.
  expect((await sqrl('list', '--stale')).out).toContain(id);

  commit({ 'sum.ts': SUM });
  await index();
  expect(await get(id)).toMatchObject({ needsReview: false, staleness: { stale: false } });
  expect(await get(other.id)).toMatchObject({ needsReview: true, staleness: { stale: false } });
});

test('confirmed, a memory is fresh for the code as it is now, and no longer tied to what is gone', async () => {
  const { remembered, commit, index, get, sqrl } = await shop();
  const { id } = await remembered({ files: ['sum.ts'], symbols: ['Cart.add'] });
  commit({ 'cart.ts': COSTLY, 'sum.ts': null });
  await index();
  // Not read yet when it is confirmed: a person speaks of the code as they see it.
  commit({ 'cart.ts': COSTLY.replace('1000', '10000') });
  await sqrl('edit', id, '--verified');
  expect(await get(id)).toMatchObject({
    needsReview: false,
    files: ['sum.ts'],
    anchors: [{ symbol: 'Cart.add', state: 'fresh' }],
    staleness: { stale: false },
  });
  await index();
  expect(await get(id)).toMatchObject({ anchors: [{ state: 'fresh' }] });
});

test('a function named in the text alone is tied when the memory is stored', async () => {
  const { remembered, commit, index, get } = await shop();
  const { id } = await remembered({ text: 'Call `sum` after Cart.add(), never before; see cart.ts' });
  expect((await get(id)).anchors).toMatchObject([
    { path: 'sum.ts', symbol: 'sum' },
    { path: 'cart.ts', symbol: 'Cart.add' },
    { path: 'cart.ts', symbol: null },
  ]);
  const plain = await remembered({ text: 'The sum of all lines is rounded' });
  expect((await get(plain.id)).anchors).toEqual([]);
  commit({ 'cart.ts': COSTLY });
  await index();
  expect((await get(id)).anchors).toMatchObject([{ state: 'fresh' }, { state: 'stale' }, { state: 'fresh' }]);
});

test('a memory about a deleted function does not move to a field of the same name', async () => {
  const { remembered, commit, index, get, sqrl } = await shop();
  const { id } = await remembered({ symbols: ['sum'] });
  const early = await remembered({ symbols: ['total'], text: 'Totals exclude tax' });
  commit({ 'sum.ts': null, 'purse.ts': 'export class Purse {\n  sum = 3;\n  total = 4;\n}\n' });
  await index();
  expect((await get(id)).anchors).toMatchObject([{ path: 'sum.ts', kind: 'function', state: 'gone' }]);
  await sqrl('edit', id, '--reviewed');
  commit({ 'late.ts': 'export function sum() {\n  return 5;\n}\n' });
  await index();
  expect((await get(id)).anchors).toEqual([]);
  expect((await get(early.id)).anchors).toEqual([]);
});

test('a rename with an edited line is told with the new name', async () => {
  const { remembered, commit, index, get, sqrl } = await shop();
  const { id } = await remembered({ symbols: ['sum'] });
  const renamed = SUM.replace('sum(', 'addUp(').replace('all + new', '2 * all + new');
  commit({ 'sum.ts': `${renamed}\nexport function other(): string {\n  return 'nothing of the kind';\n}\n` });
  await index();
  expect((await get(id)).anchors).toMatchObject([{ symbol: 'sum', state: 'gone', nowIs: 'sum.ts:addUp' }]);
  expect((await sqrl('show', id)).out).toContain('it may be `sum.ts:addUp` now');
  await index();
  expect((await get(id)).anchors).toMatchObject([{ state: 'gone', nowIs: 'sum.ts:addUp' }]);
});

test('a function that moved and was edited is followed, and an old duplicate never taken for it', async () => {
  const { remembered, commit, index, get } = await shop();
  const { id } = await remembered({ symbols: ['sum'] });
  commit({ 'copy.ts': SUM.replace('lines: ', 'rows: ') });
  await index();
  commit({ 'sum.ts': 'export const nothing = 1;\n', 'maths.ts': SUM.replace('all + new', '2 * all + new') });
  await index();
  expect((await get(id)).anchors).toMatchObject([{ path: 'maths.ts', symbol: 'sum', state: 'stale' }]);
  commit({ 'maths.ts': 'export const nothing = 2;\n' });
  await index();
  expect((await get(id)).anchors).toMatchObject([{ path: 'maths.ts', state: 'gone' }]);
});

test('a memory about a file goes stale when that moves and changes, not on any edit of it', async () => {
  const { remembered, commit, index, get } = await shop();
  const { id } = await remembered({ files: ['cart.ts'] });
  commit({ 'cart.ts': `${COSTLY}export const tax = 2;\n` });
  await index();
  expect(await get(id)).toMatchObject({ anchors: [{ state: 'fresh' }], staleness: { stale: false } });
  commit({ 'cart.ts': null, 'src/cart.ts': COSTLY });
  await index();
  expect((await get(id)).staleness).toMatchObject({
    stale: true,
    why: expect.arrayContaining([expect.stringContaining('cart.ts was moved to src/cart.ts and edited')]),
  });
});

test('reviewed, a memory about what is gone is kept as it is', async () => {
  const { remembered, commit, index, get, sqrl } = await shop();
  const { id } = await remembered({ files: ['sum.ts'] });
  commit({ 'sum.ts': null });
  await index();
  await sqrl('edit', id, '--reviewed');
  expect(await get(id)).toMatchObject({ needsReview: false, anchors: [], staleness: { review: false } });
  await index();
  expect(await get(id)).toMatchObject({ needsReview: false });
});

test('what was remembered before the code was read is tied when it is', async () => {
  const { remembered, index, get } = await shop({ indexed: false });
  const { id } = await remembered({
    files: ['cart.ts', 'gone.ts'],
    symbols: ['sum', 'Nobody.knows', 'cart.ts'],
  });
  expect(await get(id)).toMatchObject({ anchors: [] });
  await index();
  expect(await get(id)).toMatchObject({
    files: ['cart.ts', 'gone.ts'],
    symbols: ['sum', 'Nobody.knows', 'cart.ts'],
    anchors: [
      { path: 'cart.ts', symbol: null },
      { path: 'sum.ts', symbol: 'sum' },
    ],
  });
});

test('a memory about a change that was not read yet is tied to the code with that change', async () => {
  const { remembered, write, index, get } = await shop();
  write({ 'cart.ts': COSTLY });
  const { id } = await remembered({ files: ['cart.ts'], symbols: ['Cart.add'] });
  expect(await get(id)).toMatchObject({ anchors: [{ state: 'fresh' }, { state: 'fresh' }] });
  await index();
  expect(await get(id)).toMatchObject({ anchors: [{ state: 'fresh' }, { state: 'fresh' }] });
});

test('a name that several have means the one in the files of the memory; else one is taken, and said', async () => {
  const { remembered, commit, index, get } = await shop();
  commit({ 'purse.ts': CART.replace('Cart', 'Purse') });
  await index();
  const either = await remembered({ symbols: ['add'], text: 'Adding rounds' });
  expect(await get(either.id)).toMatchObject({ anchors: [{ symbol: 'Cart.add' }] });
  expect(either.notices.filter(({ message }) => message.includes('symbols'))).toMatchObject([
    {
      message: '2 symbols are called `add`: tied to cart.ts:Cart.add; also purse.ts:Purse.add.',
      hint: expect.stringContaining('--symbol cart.ts:Cart.add'),
    },
  ]);
  const { id } = await remembered({ symbols: ['add'], files: ['purse.ts'] });
  expect((await get(id)).anchors.map(({ symbol }) => symbol)).toEqual([null, 'Purse.add']);
});

test('what a memory is tied to follows a change of what it names, and goes when it is forgotten', async () => {
  const { remembered, get, client, engine } = await shop();
  const { id } = await remembered({ files: ['cart.ts'] });
  await client.call('change', { id, to: { files: ['sum.ts'], symbols: ['Cart'] } });
  expect((await get(id)).anchors).toMatchObject([
    { path: 'sum.ts', symbol: null },
    { path: 'cart.ts', symbol: 'Cart' },
  ]);
  await client.call('change', { id, to: { scope: 'global' } });
  expect((await get(id)).anchors).toEqual([]);
  await client.call('change', { id, to: { scope: 'project' } });
  expect((await get(id)).anchors).toHaveLength(2);
  await client.call('forget', { ids: [id] });
  expect(countAnchors(engine.own.store)).toBe(0);
});

test('lists and answers mark what is stale', async () => {
  const { remembered, commit, index, sqrl } = await shop();
  const { id } = await remembered({ symbols: ['Cart.add'] });
  await remembered({ files: ['sum.ts'], text: 'Sums are rounded last' });
  expect((await sqrl('list', '--stale')).out).toBe('');
  commit({ 'cart.ts': COSTLY });
  await index();
  const { memories } = JSON.parse((await sqrl('list', '--stale', '--json')).out);
  expect(memories).toMatchObject([{ id, stale: true }]);
  const { out } = await sqrl('ask', '--hits', 'rounded');
  expect(out.match(/· stale/g)).toHaveLength(1);
});

test('questions about the code tell what is remembered about it', async () => {
  const { remembered, commit, sqrl, client } = await shop();
  const { id } = await remembered({ symbols: ['Cart.add'] });
  expect((await client.call('graphContents', { path: 'cart.ts' })).memories).toMatchObject([
    { id, path: 'cart.ts', symbol: 'Cart.add', state: 'fresh' },
  ]);
  commit({ 'cart.ts': COSTLY });
  const { out } = await sqrl('graph', 'contents', 'cart.ts');
  expect(out).toContain('Prices are rounded');
  expect(out).toContain(`${id} · documents cart.ts:Cart.add · stale`);
  await client.call('change', { id, to: { status: 'deprecated' } });
  expect((await client.call('graphContents', { path: 'cart.ts' })).memories).toEqual([]);
});

test('an export brings anchors back as they were, and nothing is left when all is forgotten', async () => {
  const { remembered, commit, index, get, client, engine } = await shop();
  const { id } = await remembered({ files: ['sum.ts'], symbols: ['Cart.add'] });
  commit({ 'cart.ts': COSTLY });
  await index();
  const before = (await get(id)).anchors;
  const { text } = await client.call('export', {});
  await client.call('forgetAll', { of: 'both' });
  expect(countAnchors(engine.own.store)).toBe(0);
  await client.call('import', { mine: true, text });
  expect((await get(id)).anchors).toEqual(before);
  await index();
  expect((await get(id)).anchors).toEqual(before);
  expect(checkStore(engine.own.store).problems).toEqual([]);
});

test('a backup brings anchors back as they were', async () => {
  const { remembered, commit, index, get, client } = await shop();
  const { id } = await remembered({ symbols: ['Cart.add'] });
  commit({ 'cart.ts': COSTLY });
  await index();
  const { anchors } = await get(id);
  const file = join(temporaryFolder(), 'all.sqrl');
  await client.call('backup', { file });
  await client.call('forgetAll', { of: 'both' });
  await client.call('restore', { file });
  expect((await get(id)).anchors).toEqual(anchors);
});

test('an index that was made anew leaves memories as they were', async () => {
  const { remembered, index, get, engine } = await shop();
  const { id } = await remembered({ files: ['sum.ts'], symbols: ['Cart.add'] });
  for (const table of ['code_file', 'code_symbol', 'code_facts', 'code_edge', 'code_look'])
    engine.own.store.sql(`delete from ${table}`).run();
  engine.own.store.sql(`delete from mark where kind = 'code'`).run();
  expect(await get(id)).toMatchObject({ anchors: [{ state: 'fresh' }, { state: 'fresh' }] });
  await index();
  expect(await get(id)).toMatchObject({ anchors: [{ state: 'fresh' }, { state: 'fresh' }] });
});

test('while the code is watched memories go along with it', async () => {
  const { remembered, write, get, client } = await shop();
  const { id } = await remembered({ symbols: ['Cart.add'] });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  let watches = false;
  const watching = client.call(
    'graphIndex',
    { watch: true },
    { signal: stop.signal, onProgress: (_, __, what) => (watches ||= what === 'watching') },
  );
  await until(async () => watches);
  write({ 'cart.ts': COSTLY });
  await until(async () => (await get(id)).staleness.stale);
  expect((await get(id)).anchors).toMatchObject([{ state: 'stale', changedIn: null }]);
  stop.abort();
  await watching;
});

async function shop({ indexed = true } = {}) {
  const repository = gitRepository();
  let day = 0;
  const commit = (files: Readonly<Record<string, string | null>>): string => {
    day++;
    return repository.commit(files);
  };
  commit({ 'cart.ts': CART, 'sum.ts': SUM });
  // An hour after the last commit.
  const now = () => commitDay(day) + 3_600_000;
  const { client, engine } = open({ project: repository.root, now });
  const index = () => client.call('graphIndex', {});
  if (indexed) await index();
  return {
    client,
    engine,
    commit,
    write: repository.write,
    index,
    get: (id: string) => client.call('get', { id }),
    remembered: (draft: Partial<Input<'remember'>>) =>
      client.call('remember', { text: 'Prices are rounded', ...draft }),
    sqrl: (...argv: string[]) => typing(repository.root, over(client), now)(argv),
  };
}

async function until(true_: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 6000; i++) {
    if (await true_()) return;
    await sleep(10);
  }
  throw new Error('It did not happen within a minute.');
}
