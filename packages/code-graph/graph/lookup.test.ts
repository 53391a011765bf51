import { expect, test } from 'vitest';
import { indexOf, repository } from '../testing/repository.ts';
import { findSymbols, qualifiedName } from './lookup.ts';

async function asking() {
  const { root } = repository({
    'src/cart.ts': 'export class Cart {\n  add(item) {}\n  total() {}\n}\nexport function add(a, b) {}\n',
    'src/shop.ts': 'export class Shop {\n  add(cart) {}\n}\nexport function checkoutEverything() {}\n',
    'lib/cart.ts': 'export const nothing = 1;\n',
  });
  const { store, indexer } = indexOf({ root });
  await indexer.update();
  return (asked: string) => {
    const { symbols, exactly } = findSymbols(store, asked, 10);
    return { exactly, names: symbols.map((each) => `${each.file}:${qualifiedName(store, each)}`) };
  };
}

test('a name finds what is called so: alone, in its class, in its file', async () => {
  const ask = await asking();
  expect(ask('add').names.sort()).toEqual([
    'src/cart.ts:Cart.add',
    'src/cart.ts:add',
    'src/shop.ts:Shop.add',
  ]);
  expect(ask('Cart.add')).toEqual({ exactly: true, names: ['src/cart.ts:Cart.add'] });
  expect(ask('Cart::add').names).toEqual(['src/cart.ts:Cart.add']);
  expect(ask('src/shop.ts:add').names).toEqual(['src/shop.ts:Shop.add']);
  expect(ask('shop.ts:Shop.add').names).toEqual(['src/shop.ts:Shop.add']);
  expect(ask('shop.ts').names).toEqual(['src/shop.ts:src/shop.ts']);
  expect(ask('cart').names).toEqual(['src/cart.ts:Cart']);
});

test('a name may begin with the folders and files of its path, as packages and modules are written', async () => {
  const ask = await asking();
  expect(ask('src::shop::checkoutEverything')).toEqual({
    exactly: true,
    names: ['src/shop.ts:checkoutEverything'],
  });
  expect(ask('src.shop.Shop.add').names).toEqual(['src/shop.ts:Shop.add']);
  expect(ask('lib::add').exactly).toBe(false);
  expect(ask('cart::src::add').exactly).toBe(false);
});

test('a name that nothing has finds what is called nearly so, and says that', async () => {
  const ask = await asking();
  expect(ask('checkout')).toEqual({ exactly: false, names: ['src/shop.ts:checkoutEverything'] });
  expect(ask('toatl')).toEqual({ exactly: false, names: ['src/cart.ts:Cart.total'] });
  expect(ask('zzzzzz')).toEqual({ exactly: false, names: [] });
  expect(ask('cart.ts:Nothing.total').exactly).toBe(false);
});
