import { expect, test } from 'vitest';
import { testLinks } from '../testing/small-world.ts';
import { readByLines } from './by-lines.ts';

test.each([
  [
    'Scala',
    'a.scala',
    'class Cart { def add() = {} }',
    'object Shop { def go() = { val cart = new Cart(); cart.add() }; def end() = 1 }',
  ],
  [
    'Kotlin',
    'a.kt',
    'class Cart { fun add() {} }',
    'object Shop { fun go() { val cart = Cart(); cart.add() }; fun end() = 1 }',
  ],
])('in %s what stands on one line is found, and calls belong to it', async (_, path, ...lines) => {
  const symbols = readByLines(path, lines.join('\n'))!.symbols.map(
    ({ kind, name, parent }) => `${kind} ${name} in ${parent}`,
  );
  expect(symbols).toEqual([
    'class Cart in -1',
    'method add in 0',
    'class Shop in -1',
    'method go in 2',
    'method end in 2',
  ]);
  const links = await testLinks({ [path]: lines.join('\n') });
  expect(links).toContain(`${path}:go -calls-> ${path}:add (type)`);
});

test('in Lua a function of a module is found by the name of its file', async () => {
  const links = await testLinks({
    'shop/cart.lua': 'local M = {}\nfunction M.add(n) end\nreturn M',
    'a.lua': 'local cart = require("shop.cart")\nfunction go() cart.add(1) end',
  });
  expect(links).toContain('a.lua:go -calls-> shop/cart.lua:add (import)');
});
