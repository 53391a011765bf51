import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chunksOf } from '../../../parse/chunks.ts';
import { flatTreeOf } from '../../../parse/copy-tree.ts';
import { openParsers, type Parsers } from '../../../parse/grammars.ts';
import { isFacts, openCodeReader } from '../../../parse/parse.ts';
import { treeWalk } from '../../../parse/tree-walk.ts';
import { CART, ORDER } from '../../../testing/shop.ts';
import { readerOf } from '../../languages.ts';
import { STACK_MB } from './stack.ts';

let parsers: Parsers;
beforeAll(async () => {
  parsers = await openParsers();
});
afterAll(() => parsers.close());

/** What is read of a text by way of the grammar. */
function slowly(path: string, source: string) {
  const reader = readerOf(path)!;
  const tree = parsers.parser(reader.grammar).parse(source)!;
  try {
    const facts = reader.read(path, source, tree);
    const walk = treeWalk(flatTreeOf(tree), tree.language.types);
    return { ...facts, chunks: chunksOf(source, walk, facts.symbols) };
  } finally {
    tree.delete();
  }
}

const quickly = (path: string, source: string) => readerOf(path)!.readQuickly!(path, source);

const PIECES: [string, string][] = [
  ['cart.ts', CART],
  ['order.ts', ORDER],
  [
    'imports.ts',
    `import a, { b as c, type d, default as e } from 'x';
import * as f from 'y';
import 'w';
import h = require('q');
import i = A.B.C;
export { a, c as g };
export * from 'x';
export * as n from 'y';
export { p as q } from 'z';
export const t = 1, u = () => t;
export default foo(a);
`,
  ],
  [
    'classes.ts',
    `@Injectable()
export abstract class A<T> extends B<T> implements C, D<T> {
  @Input() static readonly one?: Map<string, T> = new Map<string, T>();
  private two = (x: number) => this.one;
  #three!: string;
  ['four'] = 4;
  constructor(private readonly five: Five, public six = 6, seven?: T) { super(five); }
  static { A.one.clear(); }
  @Get('é') async *eight({ a, b: [c] = [] }: E, ...rest: T[]): AsyncGenerator<T> { yield* this.nine(rest); }
  get nine(): T { return this.#three as unknown as T; }
  abstract ten(): void;
  overload(a: string): void;
  overload(a: unknown) {}
}
export default class extends A<string> {}
`,
  ],
  [
    'types.ts',
    `export interface A<T> extends B<T>, C { a: string; b?(x: T): this; [key: string]: unknown }
export type D<T> = T extends infer U ? { [K in keyof U]: U[K] } : never;
export enum E { a, b = 1 << 2, 'c' }
declare global { interface Window { x: A<string> } }
declare module 'm' { export function f(a: D<string>): E; }
export namespace N.M { export const x: E = E.a; }
declare const y: typeof import('a').z;
export declare function isA(value: unknown): value is A<string>;
`,
  ],
  [
    'statements.ts',
    `'use strict';
label: for (const [a, , b = 1] of list) { if (a instanceof B) a.run(); else if (isC(a)) continue label; else break; }
for (let i = 0, n = 2; i < n; i++) f(i);
for (const key in object) delete object[key];
for await (const x of y) { await x?.z?.['w']!(x); }
while (a && b) c ||= d ?? e;
do { f(); } while (g());
switch (a) { case 1: b(); break; default: { c(); } }
try { a(); } catch ({ message }) { b(message); } finally { c(); }
const { d, e: { f: g = h() }, ...i } = j, k = <T>l, m = n satisfies O, p = q as const;
[d, k.x = 1] = [k.x, d];
({ a, b: c.d, e = 1, ...f } = g);
throw new Error(\`a \${b.c(d)} e\`);
`,
  ],
  [
    'page.tsx',
    `export const Page = ({ list }: Props): Element => (
  <Layout.Main title="a" {...rest} on:click={() => go(list)}>
    {list.map((each) => <Item key={each.id} {...each} />)}
    <>text &amp; {/* nothing */}</>
  </Layout.Main>
);
`,
  ],
  [
    'old.js',
    `#!/usr/bin/env node
/** @typedef {{ a: string }} A */
const fs = require('node:fs');
/**
 * @param {A} a
 * @returns {Promise<string>}
 */
exports.read = async function (a, b = 1, ...c) { return (await import('b')).c(a, /** @type {A} */ (b)); };
module.exports.D = class D extends fs.E { f = 1; static g() { return super.h; } };
var x = { undefined, a, 'b': 1, [c]: function d() {}, get e() { return undefined; }, async *f() {}, ...g };
x.y = (a, b) => a ? b : void 0;
`,
  ],
];

test.each(PIECES)('%s says the same by either way', (path, source) => {
  const quick = quickly(path, source);

  expect(quick).toBeDefined();
  expect(quick).toEqual(slowly(path, source));
});

test('so do the files of this folder', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const differ = globSync('*.ts', { cwd: folder }).filter((path) => {
    const source = readFileSync(`${folder}${path}`, 'utf8');
    // Those of tests may have what only the grammar stumbles over.
    const quick = path.includes('.test.') ? undefined : quickly(path, source);
    return quick && JSON.stringify(quick) !== JSON.stringify(slowly(path, source));
  });

  expect(differ).toEqual([]);
});

test('a file with a mistake is left to the grammar, which reads what is right in it', async () => {
  const source = 'export function a() {}\nconst = ;\nexport function b() {}\n';
  const reader = await openCodeReader();
  try {
    const facts = reader.read('a.ts', source)!;

    expect(quickly('a.ts', source)).toBeUndefined();
    expect(isFacts(facts) && facts.broken).toBe(true);
    expect(isFacts(facts) && facts.symbols.map(({ name }) => name)).toEqual(['a', 'b']);
  } finally {
    reader.close();
  }
});

test('offsets count as in strings, whatever the letters before them', () => {
  const facts = quickly('a.ts', "const face = '😀é';\nexport function after(a: string) {}\n")!;

  expect(facts.symbols.at(-1)).toMatchObject({ name: 'after', start: 27, line: 2 });
});

/** Ways to nest code, each by a start, what is repeated, what stands in the middle, and what closes each. */
const NESTED: [string, string, string, string, string][] = [
  ['a.ts', 'x=', '(', '1', ')'],
  ['a.ts', 'x=', '[', '', ']'],
  ['a.ts', 'x=', '{a:', '1', '}'],
  ['a.ts', 'x=', '{a(){return ', '1', '}}'],
  ['a.ts', '', '{', '', '}'],
  ['a.ts', 'x=', 'a?b:', 'c', ''],
  ['a.ts', 'x=', 'a?', 'b', ':c'],
  ['a.ts', 'x=a', '+a', '', ''],
  ['a.ts', 'x=a', '**a', '', ''],
  ['a.ts', 'x=a', '<a', '', ''],
  ['a.ts', 'x=a', "<'>'|a", '', ''],
  ['a.ts', 'x=a', '<{a:b;c:a', '', ''],
  ['a.ts', 'x=a', '<`${a', '', ''],
  ['a.ts', "x=a/b;y=/'/;z=a", '<a', '', ''],
  ['a.tsx', "x=<a>'</a>;y=a", '<a', '', ''],
  ['a.ts', 'x=', '!', 'a', ''],
  ['a.ts', 'x=', 'new ', 'a', ''],
  ['a.ts', 'x=', 'await ', 'a', ''],
  ['a.ts', 'x=', 'typeof ', 'a', ''],
  ['a.ts', '', 'a=', '1', ''],
  ['a.ts', 'x=', 'a=>', '1', ''],
  ['a.ts', 'x=', 'async a=>', '1', ''],
  ['a.ts', 'x=', '(a=', '1', ')=>1'],
  ['a.ts', 'x=', '`${', '1', '}`'],
  ['a.tsx', 'x=', '<a>', '', '</a>'],
  ['a.tsx', 'x=', '<a b=', '"1"', '/>'],
  ['a.ts', 'if(a)b;', 'else if(a)b;', '', ''],
  ['a.ts', '', 'while(a)', 'b', ''],
  ['a.ts', '', 'do ', 'b;', 'while(c);'],
  ['a.ts', '', 'function f(){', '', '}'],
  ['a.ts', '', 'class A{a(){', '', '}}'],
  ['a.ts', 'x=', 'class extends ', 'A', '{}'],
  ['a.ts', 'x=a', '.a', '', ''],
  ['a.ts', 'x=a', '()', '', ''],
  ['a.ts', 'x=', 'f(', '', ')'],
  ['a.ts', 'type A=', 'A<', 'B', '>'],
  ['a.ts', 'type A=', 'A extends B?C:', 'D', ''],
  ['a.ts', 'type A=', 'keyof ', 'D', ''],
  ['a.ts', 'type A=', '()=>', 'D', ''],
  ['a.ts', 'type A=', '{a:', 'B', '}'],
  ['a.ts', 'let ', '{a:', 'b', '}'],
  ['a.ts', '', 'namespace A{', '', '}'],
  ['a.ts', '', '@', 'a class A{}', ''],
  ['a.ts', 'namespace A', '.A', '{}', ''],
  ['a.ts', 'x=', '(', '', ''],
];

test('however deep code is nested, what is let through does not end the process', async () => {
  const worker = new Worker(
    `const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
    (async () => {
      const { hasRoom } = await import(workerData.stack);
      const { parseQuickly } = await import(workerData.parse);
      for (const [path, start, open, middle, close] of workerData.nested) {
        const text = (times) => start + open.repeat(times) + middle + close.repeat(times);
        let times = 1;
        while (text(2 * times).length < 1e6 && hasRoom(text(2 * times))) times *= 2;
        // The most that is let through, and no more.
        for (let step = times; step >= 1; step /= 2) if (hasRoom(text(times + step))) times += step;
        try { parseQuickly(path, text(times), path.endsWith('x') ? 'tsx' : 'typescript'); }
        catch (error) { if (!(error instanceof RangeError)) throw error; }
      }
      parentPort.postMessage('alive');
    })();`,
    {
      eval: true,
      workerData: { nested: NESTED, stack: fileOf('./stack.ts'), parse: fileOf('./front-end.ts') },
      // Less than what it has in the program: everything is a fraction of it, and quicker here.
      resourceLimits: { stackSizeMb: STACK_MB / 8 },
    },
  );
  try {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    worker.on('message', resolve).on('error', reject).on('exit', reject);
    expect(await promise).toBe('alive');
  } finally {
    await worker.terminate();
  }
});

const fileOf = (path: string): string => createRequire(import.meta.url).resolve(path);
