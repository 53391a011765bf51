import { expect, test } from 'vitest';
import type { FileFacts } from '../../facts/facts.ts';
import { openCodeReader } from '../../parse/parse.ts';

async function factsOf(source: string, path = 'a.ts'): Promise<FileFacts> {
  const reader = await openCodeReader();
  try {
    return reader.read(path, source) as FileFacts;
  } finally {
    reader.close();
  }
}

async function outline(source: string, path?: string): Promise<string[]> {
  const { symbols } = await factsOf(source, path);
  const depth = (parent: number): number => (parent === -1 ? 0 : 1 + depth(symbols[parent]!.parent));
  return symbols.map(
    ({ kind, name, parent, exported, line }) =>
      `${'  '.repeat(depth(parent))}${exported ? 'export ' : ''}${kind} ${name} ${line}`,
  );
}

test('symbols are what a reader of the file would look for', async () => {
  const found = await outline(`
    export const LIMIT = 3, { a, b: [c] } = other;
    @Injectable()
    export class Cart<T> extends Base {
      static #count = 0;
      constructor(private readonly store: Store, plain: number) { super(); }
      get size(): number { const local = 1; return local; }
      add = (item: T) => { function inner() {} };
    }
    export interface Shape { area(): number; readonly name: string }
    type Pair = { first: string; second(): void };
    export enum Color { Red, Blue = 2 }
    namespace Deep { export function inside() {} }
    export default function () {}
    const table = { run() {}, stop: () => {}, plain: 1 };
  `);
  expect(found).toEqual([
    'export variable LIMIT 2',
    'export variable a 2',
    'export variable c 2',
    'export class Cart 4',
    '  field #count 5',
    '  method constructor 6',
    '  field store 6',
    '  field size 7',
    '  method add 8',
    '    function inner 8',
    'export interface Shape 10',
    '  method area 10',
    '  field name 10',
    'type Pair 11',
    '  field first 11',
    '  method second 11',
    'export enum Color 12',
    '  field Red 12',
    '  field Blue 12',
    'namespace Deep 13',
    '  export function inside 13',
    'export function default 14',
    'variable table 15',
    '  method run 15',
    '  method stop 15',
  ]);
});

test('symbols come in the order of their start, the outer one first', async () => {
  const { symbols } = await factsOf(
    'class A { constructor(public a: { b(): void }) {} c = { d() {} } }\ntype E = { f: { g(): 1 } }',
  );
  for (const [i, { start, parent }] of symbols.entries()) {
    expect(start).toBeGreaterThanOrEqual(symbols[i - 1]?.start ?? 0);
    expect(parent).toBeLessThan(i);
  }
});

test('a broken file yields what parses', async () => {
  const facts = await factsOf('export function good() {}\nfunction ( { oops\nexport function also() {}\n');
  expect(facts.broken).toBe(true);
  expect(facts.symbols.map(({ name }) => name)).toContain('good');
});

test('signatures that only the end of a line parts do not cost the types around them', async () => {
  const { symbols } = await factsOf(
    'export interface A<T> {\n  <U>(a: U): B<T>\n\n  <V>(a: V): B<T>\n}\nexport type C = { d(): void }\nexport class E { f() {} }\n',
  );
  expect(symbols.map(({ name }) => name)).toEqual(['A', 'C', 'd', 'E', 'f']);
});

test.each([
  [
    'the body of a function',
    'export function f(): A { return 1; }',
    'export function f(): A { g(); return 2; }',
  ],
  ['a private function', 'export const a = 1;', 'function b() {}\nexport const a = 1;'],
  ['lines', 'export class A { b() {} }', '\n\n// more\nexport class A {\n b() {} }'],
  [
    'a local variable',
    'export function f(): void { const a = 1; }',
    'export function f(): void { const b = { c: 2 }; }',
  ],
])('what others see stays the same when %s changes', async (_, before, after) => {
  expect((await factsOf(after)).surface).toBe((await factsOf(before)).surface);
});

test.each([
  ['a name that is exported', 'export const a = 1;', 'export const b = 1;'],
  ['a return type', 'export function f(): A {}', 'export function f(): B {}'],
  ['what a function returns', 'export const f = () => new A();', 'export const f = () => new B();'],
  [
    'a variable behind what is returned',
    'export function f() { const a = new A(); return a; }',
    'export function f() { const a = new B(); return a; }',
  ],
  ['a member', 'export class A { b() {} }', 'export class A { c() {} }'],
  ['a re-export', `export * from "./a";`, `export * from "./b";`],
  ['what a class extends', 'export class A extends B {}', 'export class A extends C {}'],
])('others see it when %s changes', async (_, before, after) => {
  expect((await factsOf(after)).surface).not.toBe((await factsOf(before)).surface);
});

test('imports are all files that are named, once for each place', async () => {
  const { imports } = await factsOf(`
    import a from "./a"; import type { B } from "./b"; import "./c"; export * from "./d";
    const e = require("./e"); const f = import("./f"); let g: import("./g").G; import h = require("./h");
    require(variable); import(\`./\${name}\`);
  `);
  expect(imports.map(({ specifier }) => specifier)).toEqual([
    './a',
    './b',
    './c',
    './d',
    './e',
    './f',
    './g',
    './h',
  ]);
});
