import { expect, test } from 'vitest';
import { testLinks } from '../../testing/small-world.ts';

/** The calls of a repository of one or more files. */
async function callsOf(files: Readonly<Record<string, string>> | string): Promise<string[]> {
  const links = await testLinks(typeof files === 'string' ? { 'a.ts': files } : files);
  return links.filter((link) => link.includes('-calls->'));
}

test('a call finds a function of its file, through scopes that do not hide it', async () => {
  const calls = await callsOf(`
    function outer() { inner(); function inner() {} }
    function hidden(outer: () => void) { outer(); }
    const arrow = () => outer();
  `);
  expect(calls).toEqual(['a.ts:outer -calls-> a.ts:inner (local)', 'a.ts:arrow -calls-> a.ts:outer (local)']);
});

test.each([
  ['a name', `import { run } from "./b.js"; export function go() { run(); }`],
  ['a name renamed', `import { run as start } from "./b.js"; export function go() { start(); }`],
  ['a namespace', `import * as b from "./b.js"; export function go() { b.run(); }`],
  ['a default', `import run from "./b.js"; export function go() { run(); }`],
  ['a re-export', `import { again } from "./c"; export function go() { again(); }`],
  ['a star', `import { run } from "./c"; export function go() { run(); }`],
  ['a namespace exported by another file', `import { all } from "./c"; export function go() { all.run(); }`],
  ['a dynamic import', `export async function go() { const b = await import("./b.js"); b.run(); }`],
  [
    'a dynamic import taken apart',
    `export async function go() { const { run } = await import("./b.js"); run(); }`,
  ],
  ['the callback of a dynamic import', `export function go() { import("./b.js").then((b) => b.run()); }`],
  ['an import of TypeScript', `import b = require("./b.js"); export function go() { b.run(); }`],
])('an imported function is found through %s', async (_, source) => {
  const calls = await callsOf({
    'a.ts': source,
    'b.ts': 'export function run() {}\nexport default run;',
    'c/index.ts': `export * from "../b"; export { run as again } from "../b.js"; export * as all from "../b";`,
  });
  expect(calls).toEqual(['a.ts:go -calls-> b.ts:run (import)']);
});

test.each([
  [
    'exports.name',
    `exports.run = function () {};`,
    `const { run } = require("./b"); function go() { run(); }`,
  ],
  [
    'module.exports',
    `function run() {}\nmodule.exports = { run };`,
    `const b = require("./b"); function go() { b.run(); }`,
  ],
  [
    'a function alone',
    `module.exports = function run() {};`,
    `const run = require("./b"); function go() { run(); }`,
  ],
  [
    'a member of require',
    `function run() {}\nmodule.exports = { run };`,
    `const run = require("./b").run; function go() { run(); }`,
  ],
])('CommonJS is followed through %s', async (_, b, a) => {
  const calls = await callsOf({ 'a.js': a, 'b.js': b });
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatch(/^a\.js:go -calls-> b\.js:run \((?:import|type)\)$/);
});

test('`this` and `super` find members of the class, of what it extends, and of no other', async () => {
  const calls = await callsOf({
    'base.ts':
      'export class Base { constructor() {} save() {} static make() {} }\nexport class Other { load() {} }',
    'a.ts': `import { Base } from "./base";
      class Store extends Base {
        constructor() { super(); }
        load() {
          this.save();
          super.save();
          this.check(); [1].forEach(() => this.check()); }
        check() {}
        static open() { this.make(); }
      }`,
  });
  expect(calls).toEqual([
    'a.ts:constructor -calls-> base.ts:Base (super)',
    'a.ts:load -calls-> base.ts:save (this)',
    'a.ts:load -calls-> base.ts:save (super)',
    'a.ts:load -calls-> a.ts:check (this)',
    'a.ts:open -calls-> base.ts:make (this)',
  ]);
});

test.each([
  ['a parameter', 'function go(cart: Cart) { cart.add(); }'],
  ['a type in parentheses and with nothing', 'function go(cart: (Cart | undefined)) { cart?.add(); }'],
  ['new', 'function go() { const cart = new Cart(); cart.add(); }'],
  ['new at once', 'function go() { new Cart().add(); }'],
  ['a return type', 'declare function make(): Cart; function go() { make().add(); }'],
  ['what a function returns', 'const make = () => new Cart();\nfunction go() { make().add(); }'],
  [
    'a promise',
    'async function make() { return new Cart(); }\nasync function go() { (await make()).add(); }',
  ],
  ['a field', 'class Shop { cart = new Cart(); }\nfunction go(shop: Shop) { shop.cart.add(); }'],
  ['a parameter property', 'class Shop { constructor(private cart: Cart) {} go() { this.cart.add(); } }'],
  ['a destructured parameter', 'function go({ cart }: { cart: Cart }) { cart.add(); }'],
  ['a destructured method', 'declare const cart: Cart;\nfunction go() { const { add } = cart; add(); }'],
  ['an element of an array', 'function go(carts: Cart[]) { for (const cart of carts) cart.add(); }'],
  ['a callback of map', 'function go(carts: Cart[]) { carts.map((cart) => cart.add()); }'],
  [
    'a callback after filter',
    'function go(carts: readonly Cart[]) { carts.filter(Boolean).forEach((cart) => cart.add()); }',
  ],
  ['a value of a map', 'function go(carts: Map<string, Cart>) { carts.get("a")!.add(); }'],
  [
    'an entry of a map',
    'function go(carts: Map<string, Cart>) { for (const [, cart] of carts) cart.add(); }',
  ],
  ['a record', 'function go(carts: Record<string, Cart>, key: string) { carts[key].add(); }'],
  ['a type parameter', 'function go<T extends Cart>(cart: T) { cart.add(); }'],
  ['an alias', 'type Mine = Readonly<Cart>;\nfunction go(cart: Mine) { cart.add(); }'],
  ['typeof', 'const cart = new Cart();\nfunction go(other: typeof cart) { other.add(); }'],
  ['a cast', 'function go(cart: unknown) { (cart as Cart).add(); }'],
  ['the type of a callback', 'type Use = (cart: Cart) => void;\nconst go: Use = (cart) => cart.add();'],
  [
    'what a function takes',
    'declare function each(use: (cart: Cart) => void): void;\nfunction go() { each((cart) => cart.add()); }',
  ],
  [
    'what a function returns as its type',
    'type Use = (cart: Cart) => void;\nfunction go(): Use { return (cart) => cart.add(); }',
  ],
  [
    'an object of a type',
    'interface Rule { check(cart: Cart): void }\nconst rule: Rule = { check(cart) { cart.add(); } };',
  ],
  ['a fluent method', 'function go(cart: Cart) { cart.also().add(); }'],
  ['an assignment', 'function go() { let cart; cart = new Cart(); cart.add(); }'],
  ['either of two', 'function go(a: boolean) { (a ? new Cart() : undefined)?.add(); }'],
  ['an import type', `function go(cart: import("./cart").Cart) { cart.add(); }`],
  [
    'an await of a call with types',
    'declare function get<T>(): Promise<T>;\nasync function go() { (await get<Cart>()).add(); }',
  ],
])('a method is found by light types: %s', async (_, source) => {
  const calls = await callsOf({
    'a.ts': `import { Cart } from "./cart";\n${source}`,
    'cart.ts': 'export class Cart { add(): void {} also(): this { return this; } }',
  });
  expect(calls.filter((call) => call.includes('cart.ts:add'))).toEqual([
    expect.stringMatching(/^a\.ts:\w+ -calls-> cart\.ts:add \((?:type|import|local)\)$/),
  ]);
});

test('types in the comments of JavaScript count like those that are written', async () => {
  const calls = await callsOf({
    'cart.d.ts': 'export interface Cart { add(): void }\nexport interface Rule { create(cart: Cart): void }',
    'a.js': `
      /** @typedef {import("./cart").Cart} Cart */
      /** @param {Cart} cart */
      function first(cart) { cart.add(); }
      /** @type {import("./cart").Rule} */
      module.exports = { create(cart) { cart.add(); } };
    `,
  });
  expect(calls).toEqual([
    'a.js:first -calls-> cart.d.ts:add (type)',
    'a.js:create -calls-> cart.d.ts:add (type)',
  ]);
});

test('members given by assignment are members', async () => {
  const calls = await callsOf({
    'a.js': `
      function Cart() { }
      Cart.prototype.add = function () {};
      Cart.make = function () { return new Cart(); };
      function go() { Cart.make().add(); }
    `,
  });
  expect(calls).toContain('a.js:go -calls-> a.js:make (type)');
  expect(calls).toContain('a.js:go -calls-> a.js:add (type)');
});

test('`this` in a function that was assigned to a member is what has the member', async () => {
  const calls = await callsOf({
    'a.js': `
      function Cart() { this.init(); }
      Cart.prototype.init = function () { this.shop = new Shop(); return this; };
      Cart.prototype.shut = function () { this.shop.close(); };
      Cart.prototype.add = function () { this.init().settle(); };
      Cart.prototype.settle = () => {};
      function Shop() {}
      Shop.prototype = { open() { this.close(); }, close() {} };
      const app = {};
      app.start = function () { this.stop(); };
      app.stop = function () {};
      unknown.start = function () { this.stop(); };
      function go() { new Shop().open(); }
    `,
  });
  expect(calls).toEqual([
    'a.js:Cart -calls-> a.js:init (this)',
    'a.js:init -calls-> a.js:Shop (local)',
    'a.js:shut -calls-> a.js:close (type)',
    'a.js:add -calls-> a.js:init (this)',
    'a.js:add -calls-> a.js:settle (type)',
    'a.js:open -calls-> a.js:close (this)',
    'a.js:start -calls-> a.js:stop (this)',
    'a.js:go -calls-> a.js:Shop (local)',
    'a.js:go -calls-> a.js:open (type)',
  ]);
});

test.each([
  [
    'a function',
    'function Cart() {}\nfunction empty() {}\nmodule.exports = Cart;\nmodule.exports.empty = empty;',
  ],
  ['an object', 'const all = {};\nfunction empty() {}\nmodule.exports = all;\nmodule.exports.empty = empty;'],
  ['a function without a name', 'module.exports = function () {};\nmodule.exports.empty = function () {};'],
])('%s that is a whole module has the members that the module is given', async (_, source) => {
  const calls = await callsOf({
    'a.js': `
      const cart = require('./b');
      const { empty } = require('./b');
      function whole() { cart.empty(); }
      function taken() { empty(); }
    `,
    'b.js': source,
  });
  expect(calls.map((call) => call.replace(/ \(.*/, ''))).toEqual([
    'a.js:whole -calls-> b.js:empty',
    'a.js:taken -calls-> b.js:empty',
  ]);
});

test('a function that is handed on is used: as an argument, in an object, by `call` and `bind`', async () => {
  const links = await testLinks({
    'a.js': `
      const b = require('./b');
      const { tick } = require('./b');
      function first() { setTimeout(b.tick); }
      function second() { b.tock.call(null); }
      function third() { return { run: b.tock.bind }; }
      function fourth() { setTimeout(tick, Math.max); }
      function fifth() { register({ tock: b.tock }); }
    `,
    'b.js': 'exports.tick = function () {};\nexports.tock = function () {};',
  });
  const uses = links.filter((link) => /-uses-> b\.js/.test(link)).map((link) => link.replace(/ \(.*/, ''));
  expect(uses.sort()).toEqual([
    'a.js:fifth -uses-> b.js:tock',
    'a.js:first -uses-> b.js:tick',
    'a.js:fourth -uses-> b.js:tick',
    'a.js:second -uses-> b.js:tock',
  ]);
});

test('a method of an unknown value is not taken for the only one of its name', async () => {
  const calls = await callsOf({
    'a.ts': `import "./b"; export function go(cart: any) { cart.checkOutAll(); }`,
    'b.ts': 'export class Cart { checkOutAll() {} }',
  });
  expect(calls).toEqual([]);
});

test('every call says how it was found', async () => {
  const calls = await callsOf({
    'cart.ts': 'export class Cart { add() {} }\nexport function make() { return new Cart(); }',
    'a.ts': `import { make } from "./cart";
      function local() { const { add } = make(); add(); }
      function other() { local(); make().add(); }`,
  });
  expect(calls.slice(1)).toEqual([
    'a.ts:local -calls-> cart.ts:make (import)',
    'a.ts:local -calls-> cart.ts:add (type)',
    'a.ts:other -calls-> a.ts:local (local)',
    'a.ts:other -calls-> cart.ts:make (import)',
    'a.ts:other -calls-> cart.ts:add (type)',
  ]);
});

test.each([
  ['a parameter', 'function run() {} function go(run: () => void) { run(); }'],
  ['a method of a string', 'class A { trim() {} } function go(text: string) { text.trim(); }'],
  ['a method of the platform', 'class A { log() {} } function go() { console.log(1); }'],
  ['a package', `import { run } from 'elsewhere'; class A { start() {} } function go() { run().start(); }`],
  [
    'a class of a package',
    `import { Base } from 'elsewhere'; class B { startAll() {} } class A extends Base { go() { this.startAll(); } }`,
  ],
  [
    'an array',
    'class A { pushAll() {} map() {} } function go(list: string[]) { list.map(String).push(""); }',
  ],
  ['a type of the same name', 'type run = string; function go() { run(); } declare const other: number;'],
  ['a member that the type does not have', 'class A { sum() {} } class B {} function go(b: B) { b.sum(); }'],
  ['a local of another function', 'function one() { function two() {} } function go() { two(); }'],
  ['a static member of an instance', 'class A { static make() {} } function go(a: A) { a.make(); }'],
])('a call leads nowhere through %s', async (_, source) => {
  expect((await callsOf(source)).filter((call) => call.startsWith('a.ts:go'))).toEqual([]);
});

test('imports that go round in circles end', async () => {
  const calls = await callsOf({
    'a.ts': `export * from "./b"; export { lost } from "./b"; import x from "./b"; export default x;`,
    'b.ts': `export * from "./a"; export { lost } from "./a"; import x from "./a"; export default x;`,
    'c.ts': `import y, { lost } from "./a"; lost(); y(); y.lost();`,
    'd.ts':
      'const f = () => f(); type T = T[]; class A extends A { go() { this.none(); } } declare const t: T; t[0][0].x();',
  });
  expect(calls).toEqual(['d.ts:f -calls-> d.ts:f (local)']);
});

test('classes inherit, types are referred to, elements too, and variables are used', async () => {
  const links = await testLinks({
    'b.tsx':
      'export interface Props {}\nexport class Base {}\nexport const LIMIT = 3;\nexport function Button() { return null; }',
    'a.tsx': `import { Base, Button, LIMIT, type Props } from "./b";
      class Page extends Base implements Props {}
      function view(props: Props) { return <Button size={LIMIT} />; }
      const list = [view];`,
  });
  expect(links).toEqual([
    'a.tsx -imports-> b.tsx (import)',
    'a.tsx:Page -inherits-> b.tsx:Base (import)',
    'a.tsx:Page -inherits-> b.tsx:Props (import)',
    'a.tsx:Page -uses-> b.tsx:Base (import)',
    'a.tsx:Page -references-> b.tsx:Props (import)',
    'a.tsx:view -references-> b.tsx:Props (import)',
    'a.tsx:view -references-> b.tsx:Button (import)',
    'a.tsx:view -uses-> b.tsx:LIMIT (import)',
    'a.tsx:list -uses-> a.tsx:view (local)',
  ]);
});

test('a function that goes on as a namespace is called, and so are its members', async () => {
  const calls = await callsOf({
    'a.ts': `import { sql } from "./b"; export function go() { sql(); sql.raw(); }`,
    'b.ts': `
      export function sql() {}
      export namespace sql { export function raw() {} }
    `,
  });
  expect(calls).toEqual(['a.ts:go -calls-> b.ts:sql (import)', 'a.ts:go -calls-> b.ts:raw (type)']);
});

test('declarations written by hand lead to the JavaScript next to them', async () => {
  const links = await testLinks({
    'a.js': 'export { run } from "./run.js";\nexport class Cart { add() {} static of() {} }',
    'a.d.ts':
      'export function run(): void;\nexport class Cart { add(): void; static of(): Cart }\nexport type Id = string;',
    'run.js': 'export function run() {}',
  });
  expect(links.filter((link) => link.startsWith('a.d.ts') && link.includes('-uses->'))).toEqual([
    'a.d.ts -uses-> a.js (import)',
    'a.d.ts:run -uses-> run.js:run (import)',
    'a.d.ts:Cart -uses-> a.js:Cart (import)',
  ]);
});
