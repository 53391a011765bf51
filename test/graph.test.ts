import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addCodeFile } from '@sqrl/code-graph/tables/files.ts';
import { connect } from '@sqrl/squirrel/store/connect.ts';
import { holdLock } from '@sqrl/squirrel/store/lock.ts';
import { expect, onTestFinished, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';
import { over, typing } from './support/typing.ts';

const SHOP = {
  'src/cart.ts': `import { priceOf } from './price.ts';

export class Cart {
  total(items: string[]): number {
    return items.reduce((sum, item) => sum + priceOf(item), 0);
  }
}
`,
  'src/price.ts': `/** Looks up what an item costs in cents. */
export function priceOf(item: string): number {
  return item.length * 100;
}
`,
  'src/shop.ts': `import { Cart } from './cart.ts';

export function checkout(items: string[]): string {
  const cart = new Cart();
  return \`pay \${cart.total(items)}\`;
}
`,
  'test/shop.test.ts': `import { checkout } from '../src/shop.ts';

export function paysAll() {
  return checkout(['tea']);
}
`,
};

let time = 2_000_000;

function shop(files: Readonly<Record<string, string>> = SHOP, git = true) {
  const root = join(temporaryFolder(), 'shop');
  mkdirSync(root);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    utimesSync(join(root, path), ++time, time);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  if (git) execFileSync('git', ['init', '-q', root]);
  const { client, engine } = open({ project: root });
  return { root, write, client, engine, sqrl: (...argv: string[]) => typing(root, over(client))(argv) };
}

test('the first question reads the repository, and is answered', async () => {
  const { sqrl } = shop();
  const { exit, out } = await sqrl('graph', 'callers', 'priceOf');
  expect({ exit, out }).toEqual({
    exit: 0,
    out: 'priceOf  function  src/price.ts:2\n1 caller\n  src/cart.ts:5  Cart.total\n',
  });
});

test('impact tells what may break, code before tests, with the way it is felt', async () => {
  const { sqrl } = shop();
  const { out } = await sqrl('graph', 'impact', 'priceOf');
  expect(out).toMatch(
    /^priceOf {2}function {2}src\/price\.ts:2\n\d places in 3 files may break, including 1 test/,
  );
  const [, first, second, tests] = out.split('\n\n');
  expect(tests).toMatch(
    /^Tests\n {2}test\/shop\.test\.ts:4 {2}paysAll {2}calls ← checkout ← Cart\.total ← priceOf\n/,
  );
  expect(first).toMatch(/^Depth 1\n {2}src\/cart\.ts:5 {2}Cart\.total {2}calls/);
  expect(second).toMatch(/^Depth 2\n {2}src\/shop\.ts:5 {2}checkout {2}calls ← Cart\.total ← priceOf/);
});

test('an impact has the tests that are told for the name itself', async () => {
  const { client } = shop();
  const { hits } = await client.call('graphImpact', { symbol: 'priceOf', depth: 1 });
  const { hits: tests } = await client.call('graphTests', { symbol: 'priceOf' });
  expect(hits.filter(({ symbol }) => symbol.test)).toEqual(tests);
  expect(tests).toHaveLength(1);
});

test('what differs from a commit leads to the tests to run, and to those that may run it', async () => {
  const { root, write, sqrl } = shop({ ...SHOP, 'test/other.test.ts': 'export function other() {}\n' });
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args]);
  git('add', '.');
  git('commit', '-qm', 'Shop');
  expect(await sqrl('graph', 'affected')).toMatchObject({
    exit: 3,
    err: expect.stringContaining('No symbol changed since HEAD.'),
  });
  write('src/price.ts', SHOP['src/price.ts'].replace('* 100', '* 120'));
  const { out, exit } = await sqrl('graph', 'affected');
  expect({ out, exit }).toEqual({
    exit: 0,
    out: `1 changed symbol: priceOf

Run what changed (1)
  test/shop.test.ts:3  paysAll  ← priceOf
`,
  });
  write('test/other.test.ts', 'export function other() { return 1; }\n');
  rmSync(join(root, 'src/cart.ts'));
  const { err, ...more } = await sqrl('graph', 'affected', 'HEAD');
  expect(more.out).toContain('test/other.test.ts:1  other\n');
  expect(err + more.out).toContain('Deleted since HEAD, and not followed: src/cart.ts.');
  expect((await sqrl('graph', 'affected', '--', '--output=/tmp/x')).exit).not.toBe(0);
});

test('a name counts once in an impact, however many overloads it has', async () => {
  const { sqrl, write } = shop();
  write(
    'src/gift.ts',
    `export interface Gift {}
export function wrap(gift: Gift): string;
export function wrap(gift: Gift, twice: boolean): string;
export function wrap(gift: Gift) { return String(gift); }
`,
  );
  const { out } = await sqrl('graph', 'impact', 'Gift', '--json');
  expect(JSON.parse(out)).toMatchObject({
    total: 1,
    byDepth: [1],
    hits: [{ symbol: { qualified: 'wrap' } }],
  });
});

test('an answer is that of the files as they are now', async () => {
  const { sqrl, write, root } = shop();
  await sqrl('graph', 'index');
  write('src/gift.ts', `import { priceOf } from './price.ts';\nexport const gift = () => priceOf('box');\n`);
  expect((await sqrl('graph', 'callers', 'priceOf')).out).toContain('src/gift.ts:2  gift');
  rmSync(join(root, 'src/cart.ts'));
  const { out } = await sqrl('graph', 'callers', 'priceOf');
  expect(out).not.toContain('Cart');
});

test('every question has an answer for people and one for programs', async () => {
  const { sqrl } = shop();
  const asked = async (...argv: string[]) => {
    const { exit, out, err } = await sqrl('graph', ...argv);
    expect({ argv, exit, err }).toEqual({ argv, exit: 0, err: '' });
    const told = await sqrl('graph', ...argv, '--json');
    expect(told.exit).toBe(0);
    return { out, json: JSON.parse(told.out) };
  };
  expect((await asked('status')).json).toMatchObject({ files: 0, indexed: false });
  expect((await asked('index')).json).toMatchObject({ files: 4, added: 0, linked: 0 });
  expect((await asked('status')).json).toMatchObject({
    files: 4,
    languages: { typescript: 4 },
    pending: { total: 0 },
  });
  expect((await asked('contents', 'src/cart.ts')).json.symbols).toMatchObject([
    { qualified: 'Cart', depth: 0 },
    { qualified: 'Cart.total', depth: 1, users: 1 },
  ]);
  expect((await asked('define', 'Cart.total')).out).toContain('src/cart.ts:4');
  expect((await asked('callees', 'checkout')).out).toContain('Cart.total');
  expect((await asked('deps', 'src/shop.ts')).json.files).toMatchObject([{ path: 'src/cart.ts' }]);
  expect((await asked('dependents', 'src/cart.ts')).json.files).toMatchObject([{ path: 'src/shop.ts' }]);
  expect((await asked('tests', 'priceOf')).json).toMatchObject({ files: ['test/shop.test.ts'] });
  expect((await asked('modules')).json.modules).toMatchObject([
    { files: expect.arrayContaining(['src/cart.ts']) },
  ]);
  expect((await asked('together', 'src/cart.ts')).json.together[0].path).toMatch(/^src\//);
  expect((await asked('search', 'cents cost')).json.hits[0]).toMatchObject({ path: 'src/price.ts', line: 1 });
});

test('a name that nothing has is met with the nearest, and a file with why it may be missing', async () => {
  const { sqrl } = shop();
  expect(await sqrl('graph', 'callers', 'pirceOf')).toMatchObject({
    exit: 3,
    err: expect.stringContaining('Did you mean priceOf?'),
  });
  expect(await sqrl('graph', 'deps', 'nowhere.ts')).toMatchObject({ exit: 3 });
  expect(await sqrl('graph', 'wherefrom')).toMatchObject({ exit: 2 });
  expect(await sqrl('graph')).toMatchObject({ exit: 2 });
});

test('outside of a repository nothing is read unasked', async () => {
  const { sqrl } = shop(SHOP, false);
  expect(await sqrl('graph', 'callers', 'priceOf')).toMatchObject({
    exit: 3,
    err: expect.stringContaining('`sqrl graph index`'),
  });
  expect((await sqrl('graph', 'index')).exit).toBe(0);
  expect((await sqrl('graph', 'callers', 'priceOf')).exit).toBe(0);
});

test('while another process reads, answers name the files that are pending', async () => {
  const { sqrl, write, engine } = shop();
  await sqrl('graph', 'index');
  write('src/price.ts', `export function priceOf(item: string): number {\n  return 7;\n}\n`);
  using lock = holdLock(`${engine.own.store.path}.indexing`);
  expect(lock).toBeDefined();
  engine.own.store.sql(`update code_file set state = 'waiting' where path = 'src/price.ts'`).run();
  const { exit, out, err } = await sqrl('graph', 'callers', 'priceOf');
  expect(exit).toBe(0);
  expect(out).toContain('Cart.total');
  expect(err).toContain('src/price.ts');
});

test('watching reads what changes until it is stopped, and others hear of it at once', async () => {
  const { client, write } = shop();
  await client.call('graphIndex', {});
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const told: string[] = [];
  const watching = client.call(
    'graphIndex',
    { watch: true },
    { signal: stop.signal, onProgress: (_, __, what) => told.push(what) },
  );
  await until(async () => told.includes('watching'));
  let price = 7;
  // It is read half a second after the last change, which a busy machine lets pass between two looks.
  await until(async () => {
    write(
      'src/price.ts',
      `export function priceOf(item: string): number {\n  return ${price++};\n}\nexport const tax = 2;\n`,
    );
    return (await client.call('graphStatus', {})).pending.paths.includes('src/price.ts');
  });
  await until(async () => told.some((what) => what.startsWith('read src/price.ts')));
  write('src/deep/new/tax.ts', 'export const vat = 19;\n');
  await until(async () => (await client.call('graphStatus', {})).files === 5);
  stop.abort();
  await watching;
  expect((await client.call('graphDefine', { symbol: 'vat' })).symbols).toMatchObject([
    { file: 'src/deep/new/tax.ts' },
  ]);
});

test('a large repository answers from its stored index while its files are compared, and says so', async () => {
  const { client, engine, sqrl } = shop();
  const { store } = engine.own;
  await client.call('graphIndex', {});
  const fresh = await client.call('graphCalls', { symbol: 'priceOf' });
  store.transaction(() => {
    for (let i = 0; i < 5_000; i++) addCodeFile(store, `gone/${i}.ts`);
  });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  using other = connect(store.path);
  other.exec('begin immediate');
  const watching = client.call('graphIndex', { watch: true }, { signal: stop.signal });
  const { err } = await sqrl('graph', 'callers', 'priceOf');
  expect(err).toContain('Answered from the stored index');
  // Until then what the comparison found could not be written.
  other.exec('rollback');
  await until(async () => !(await client.call('graphCalls', { symbol: 'priceOf' })).pending.unchecked);
  expect(await client.call('graphCalls', { symbol: 'priceOf' })).toEqual(fresh);
  stop.abort();
  await watching;
});

async function until(true_: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 6000; i++) {
    if (await true_()) return;
    await sleep(10);
  }
  throw new Error('It did not happen within a minute.');
}

test('packages from outside are told with what imports them and what is remembered about them', async () => {
  const { sqrl, client, write } = shop({
    'package.json': '{ "name": "shop", "workspaces": ["lib/*"] }',
    'lib/money/package.json': '{ "name": "@shop/money", "main": "index.ts" }',
    'lib/money/index.ts': 'export const cents = 100;\n',
    'src/form.ts': `import { readFileSync } from 'node:fs';\nimport { join } from 'path';\nimport { z } from 'zod';\nimport * as mini from 'zod/mini';\nimport { cents } from '@shop/money';\nimport './price.ts';\nexport const form = [z, mini, cents, join, readFileSync];\n`,
    'src/price.ts': `import type { Money } from '@acme/money/types';\nexport type Price = Money;\n`,
    'test/form.test.ts': `import { z } from 'zod';\nexport const t = z;\n`,
    'tools/report.py': 'import os.path\nimport requests\nfrom yaml.loader import Loader\n',
    'main.go':
      'package main\n\nimport (\n\t"fmt"\n\t"github.com/acme/kit/log"\n)\n\nfunc main() { fmt.Println(log.X) }\n',
  });
  for (const text of [
    'Parse forms with zod: its errors name the field',
    'The zodiac page is cached for a day',
    'src/form.ts is the only file that checks what people typed',
  ])
    await client.call('remember', { text });
  expect((await client.call('graphPackages', {})).packages).toEqual([
    { name: 'zod', files: 2, tests: 1 },
    { name: '@acme/money', files: 1, tests: 0 },
    { name: 'github.com/acme/kit', files: 1, tests: 0 },
    { name: 'requests', files: 1, tests: 0 },
    { name: 'yaml', files: 1, tests: 0 },
  ]);
  const { out } = await sqrl('graph', 'packages', 'zod');
  expect(out).toContain('zod is imported by 2 files\n  src/form.ts:3,4\n  test/form.test.ts:1  test\n');
  expect(out).toContain('Parse forms with zod');
  expect(out).not.toContain('zodiac');
  // Of more than are shown, all are counted.
  expect((await sqrl('graph', 'packages', 'zod', '--limit', '1')).out).toContain(
    'zod is imported by 2 files',
  );
  write('tools/run.zig', 'pub fn main() void {}\n');
  const none = await sqrl('graph', 'packages', 'left-pad');
  expect(none).toMatchObject({ exit: 3, err: expect.stringContaining('Source files not read: 1 in Zig.') });
  write('src/form.ts', 'export const form = [];\n');
  expect((await client.call('graphPackages', { name: 'zod' })).total).toBe(1);
});

test('a memory documents the code it is tied to, or is a pattern that the code applies', async () => {
  const { client } = shop();
  await client.call('graphIndex', {});
  for (const type of ['pattern', 'decision', 'gotcha'] as const)
    await client.call('remember', {
      text: `Prices are looked up once per item (${type})`,
      type,
      files: ['src/price.ts'],
    });
  const { memories } = await client.call('graphContents', { path: 'src/price.ts' });
  expect(Object.fromEntries(memories.map(({ type, tie }) => [type, tie]))).toEqual({
    pattern: 'applies_pattern',
    decision: 'documents',
    gotcha: 'about',
  });
});
