import type { Anchor } from '@sqrl/base/model/anchor.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { commitDay, type GitRepository, gitRepository } from '@sqrl/base/testing/git-repository.ts';
import { readHistory } from '@sqrl/code-graph/history/cochange.ts';
import { openIndexer } from '@sqrl/code-graph/index/indexer.ts';
import { expect, test } from 'vitest';
import { anchorsIn, anchorsOf } from '../../store/memory/anchors.ts';
import { addMemory, removeMemory } from '../../store/memory/memories.ts';
import { openStore } from '../../store/open.ts';
import { aMemory } from '../../store/testing/a-memory.ts';
import { attachAnchor, confirmMemoryAnchors, keepAnchors } from './keep-anchors.ts';

const CART = `export class Cart {
  add(line: number): number {
    const rounded = Math.round(line * 100) / 100;
    return rounded;
  }
}
`;
const SUM = `export function sum(lines: number[]): number {
  // The order of the lines does not matter here.
  return lines.reduce((all, one) => all + one, 0);
}
`;

test('a memory stays fresh while other code of the file changes', async () => {
  await using shop = await aShop();
  shop.tie('cart.ts', 'Cart.add');
  shop.commit({ 'cart.ts': `// Carts.\n${CART}\nexport const size = 3;\n` });
  expect(await shop.look()).toEqual([]);
  expect(shop.anchors()).toMatchObject([{ state: 'fresh', symbol: 'Cart.add' }]);
});

test('when the symbol changes the memory is stale with the commit that did it', async () => {
  await using shop = await aShop();
  shop.tie('cart.ts', 'Cart.add');
  const hash = shop.commit({ 'cart.ts': CART.replace('line * 100', 'line * 1000') });
  expect(await shop.look()).toMatchObject([
    { state: 'stale', path: 'cart.ts', symbol: 'Cart.add', changedIn: hash, changedAt: shop.now() },
  ]);
});

test('a change that is not committed yet makes stale at once, and the commit is told when it comes', async () => {
  await using shop = await aShop();
  shop.tie('cart.ts', 'Cart.add');
  shop.repository.write({ 'cart.ts': CART.replace('line * 100', 'line * 1000') });
  expect(await shop.look()).toMatchObject([{ state: 'stale', changedIn: null }]);
  const hash = shop.commit({});
  expect(await shop.look()).toMatchObject([{ state: 'stale', changedIn: hash }]);
});

test('a change that is taken back makes the memory fresh again', async () => {
  await using shop = await aShop();
  shop.tie('cart.ts', 'Cart.add');
  shop.commit({ 'cart.ts': CART.replace('line * 100', 'line * 1000') });
  await shop.look();
  shop.commit({ 'cart.ts': CART });
  expect(await shop.look()).toMatchObject([{ state: 'fresh', changedAt: null, changedIn: null }]);
});

test('seen right again, a memory is fresh and about the code as it is now', async () => {
  await using shop = await aShop();
  shop.tie('cart.ts', 'Cart.add');
  shop.commit({ 'cart.ts': CART.replace('line * 100', 'line * 1000') });
  await shop.look();
  const before = shop.anchors()[0]!.hash;
  confirmMemoryAnchors(shop.store, shop.memory, { at: shop.now(), commit: null });
  expect(shop.anchors()).toMatchObject([{ state: 'fresh', seenAt: shop.now() }]);
  expect(shop.anchors()[0]!.hash).not.toBe(before);
  expect(await shop.look()).toEqual([]);
});

test('a symbol that moved to another file takes the memory along', async () => {
  await using shop = await aShop();
  shop.tie('sum.ts', 'sum');
  shop.commit({ 'sum.ts': 'export const nothing = 1;\n', 'src/maths.ts': `${SUM}\nexport const pi = 3;\n` });
  expect(await shop.look()).toMatchObject([{ state: 'fresh', path: 'src/maths.ts', symbol: 'sum' }]);
  expect(anchorsIn(shop.store, 'src/maths.ts')).toHaveLength(1);
});

test('a symbol that was only renamed takes the memory along', async () => {
  await using shop = await aShop();
  shop.tie('sum.ts', 'sum');
  shop.commit({ 'sum.ts': SUM.replace('sum(', 'total(') });
  expect(await shop.look()).toMatchObject([{ state: 'fresh', symbol: 'total' }]);
});

test('a file that was renamed and changed takes its memories along, and those about what changed are stale', async () => {
  await using shop = await aShop();
  shop.tie('cart.ts', 'Cart.add');
  shop.tie('cart.ts', null);
  const changed = CART.replace('line * 100', 'line * 1000');
  const hash = shop.commit({ 'cart.ts': null, 'src/basket.ts': changed });
  expect(await shop.look()).toMatchObject([
    { state: 'stale', path: 'src/basket.ts', symbol: 'Cart.add', changedIn: hash },
    { state: 'stale', path: 'src/basket.ts', symbol: null, changedIn: hash },
  ]);
});

test('the same holds when the index is made anew and knows no symbol by its id', async () => {
  await using shop = await aShop();
  shop.tie('cart.ts', 'Cart.add');
  shop.tie('sum.ts', 'sum');
  shop.commit({ 'cart.ts': null, 'src/basket.ts': CART, 'sum.ts': SUM.replace('all + one', 'one + all') });
  for (const table of ['code_file', 'code_symbol', 'code_facts', 'code_edge', 'code_look', 'code_chunk'])
    shop.store.sql(`delete from ${table}`).run();
  expect(await shop.look()).toMatchObject([
    { state: 'fresh', path: 'src/basket.ts' },
    { state: 'stale', path: 'sum.ts' },
  ]);
});

test('when the symbol or the file is deleted the memory is flagged', async () => {
  await using shop = await aShop();
  shop.tie('cart.ts', 'Cart.add');
  shop.tie('sum.ts', null);
  const hash = shop.commit({ 'cart.ts': 'export class Cart {}\n', 'sum.ts': null });
  expect(await shop.look()).toMatchObject([
    { state: 'gone', path: 'cart.ts', symbol: 'Cart.add', id: null, changedIn: hash },
    { state: 'gone', path: 'sum.ts', symbol: null, changedIn: hash },
  ]);
});

test('of two places with the same text neither is taken for the one that is gone', async () => {
  await using shop = await aShop();
  shop.tie('sum.ts', 'sum');
  // As if the index had been made anew: it would know the symbol by its id.
  shop.store.sql('update anchor set id = null').run();
  shop.commit({ 'sum.ts': 'export const none = 1;\n', 'a.ts': `// A.\n${SUM}`, 'b.ts': `// B.\n${SUM}` });
  expect(await shop.look()).toMatchObject([{ state: 'gone' }]);
});

test('what is not in the index cannot be anchored to; a forgotten memory leaves no anchor', async () => {
  await using shop = await aShop();
  expect(shop.tie('cart.ts', 'Cart.remove')).toBe(false);
  expect(shop.tie('cart.ts', 'Cart')).toBe(true);
  expect(shop.tie('cart.ts', 'Cart')).toBe(true);
  expect(shop.anchors()).toHaveLength(1);
  removeMemory(shop.store, shop.memory);
  expect(shop.anchors()).toEqual([]);
});

interface TestShop extends AsyncDisposable {
  store: Store;
  memory: number;
  repository: GitRepository;
  now(): number;
  commit(files: Readonly<Record<string, string | null>>): string;
  tie(path: string, symbol: string | null): boolean;
  /** Reads history and code, and follows the anchors. */
  look(): Promise<Anchor[]>;
  anchors(): Anchor[];
}

async function aShop(): Promise<TestShop> {
  const store = openStore(':memory:', { now: () => 0 });
  const repository = gitRepository();
  const { root, env } = repository;
  let day = 0;
  let lookedAt: number | null = null;
  // An hour after the last commit.
  const now = (): number => commitDay(day) + 3_600_000;
  const commit: TestShop['commit'] = (files) => {
    day++;
    return repository.commit(files);
  };
  const read = async (): Promise<void> => {
    await readHistory(store, root, { env });
    using indexer = openIndexer(store, { root, env, now });
    await indexer.update();
  };
  commit({ 'cart.ts': CART, 'sum.ts': SUM });
  await read();
  const memory = store.transaction(() =>
    addMemory(store, aMemory({ id: 'm1', text: 'Prices are rounded' }), 'h'),
  );
  return {
    store,
    memory,
    repository,
    now,
    commit,
    tie: (path, symbol) => attachAnchor(store, memory, { path, symbol, at: now(), commit: null }),
    async look() {
      await read();
      const changed = keepAnchors(store, { at: now(), lookedAt });
      lookedAt = now();
      return changed;
    },
    anchors: () => anchorsOf(store, memory),
    async [Symbol.asyncDispose]() {
      store.close();
    },
  };
}
