import { expect, test } from 'vitest';
import { testLinks } from '../../testing/small-world.ts';

const CART = 'class Cart { add() {} static of() {} }\n';

/** Whom `go` calls in a file next to `cart.js`, whose whole module is a class, and `shop.js`, with its typedefs. */
async function calledBy(source: string, ...more: string[]): Promise<string[]> {
  const links = await testLinks({
    'a.js': [source, ...more].join('\n'),
    'cart.js': `${CART}module.exports = Cart;`,
    'shop.js': `const Cart = require("./cart");
      /** @typedef {object} Shop
       * @property {Cart} cart
       * @property {Cart[]=} [carts=[]]
       */
      /** @callback Check
       * @param {Cart} cart
       * @returns {Cart}
       */
      module.exports = () => {};`,
  });
  return links.flatMap((link) => /^a\.js:go -calls-> (\S+)/.exec(link)?.[1] ?? []);
}

const cart = '/** @import Cart from "./cart" */';

test.each([
  ['an import of a comment', cart, '/** @param {Cart} cart */\nfunction go(cart) { cart.add(); }'],
  [
    'names of a comment that imports over several lines',
    '/**\n * @import {\n *   Shop as Store,\n * } from "./shop"\n */',
    '/** @param {Store} shop */\nfunction go(shop) { shop.cart.add(); }',
  ],
  [
    'a namespace of a comment',
    '/** @import * as shops from "./shop" */',
    '/** @param {shops.Shop} shop */\nfunction go(shop) { shop.cart.add(); }',
  ],
  ['a typedef of a whole module', '/** @param {import("./cart")} cart */\nfunction go(cart) { cart.add(); }'],
  [
    'a property of a typedef of another file',
    '/** @param {import("./shop").Shop} shop */\nfunction go(shop) { shop.carts[0].add(); }',
  ],
  ['a callback of another file', '/** @type {import("./shop").Check} */\nconst go = (cart) => cart.add();'],
  [
    'a parameter taken apart',
    cart,
    '/** @param {{ cart: Cart }} shop */\nfunction go({ cart }) { cart.add(); }',
  ],
  [
    'members of a parameter',
    cart,
    '/** @param {Object} shop\n * @param {Cart} shop.cart */\nfunction go(shop) { shop.cart.add(); }',
  ],
  [
    'a comment that says what `this` is',
    cart,
    '/** @this {Cart} */\nfunction go() { [1].map(() => this.add()); }',
  ],
  [
    'a type over several lines',
    cart,
    '/**\n * @param {null |\n *   Cart} cart\n */\nfunction go(cart) { cart.add(); }',
  ],
])('JavaScript is seen through by %s', async (_, ...source) => {
  expect(await calledBy(source[0]!, ...source.slice(1))).toEqual(['cart.js:add']);
});

test.each([
  ['a type that says no more than the value', '/** @type {typeof Cart} */\nmodule.exports = Cart;'],
  ['a name for the exports', 'const all = module.exports;\nall.of = Cart.of;'],
])('what a module exports is found through %s', async (_, source) => {
  const links = await testLinks({
    'a.js': 'const b = require("./b"); function go() { b.of(); }',
    'b.js': CART + source,
  });
  expect(links.join()).toContain('a.js:go -calls-> b.js:of');
});

test('what is assigned to a member knows itself by its own name, and a module its exports', async () => {
  const links = await testLinks({
    'a.js': `exports.Template = class CartTemplate { static of() {} go() { CartTemplate.of(); exports.end(); } };
      exports.end = function end() { end(); };`,
  });
  expect(links.filter((link) => link.includes('-calls->'))).toEqual([
    'a.js:go -calls-> a.js:of (type)',
    'a.js:go -calls-> a.js:end (import)',
    'a.js:end -calls-> a.js:end (local)',
  ]);
});

test('names that are words of the language are exported and imported', async () => {
  const links = await testLinks({
    'a.js': `import { default as start, type } from "./b.js"; import * as b from "./b.js";
      function go() { start();\n b.const(); type(); }`,
    'b.js': 'function run() {}\nfunction type() {}\nexport { run as default, run as const, type };',
  });
  expect(links.filter((link) => link.includes('go -calls->'))).toEqual([
    'a.js:go -calls-> b.js:run (import)',
    'a.js:go -calls-> b.js:run (import)',
    'a.js:go -calls-> b.js:type (import)',
  ]);
});
