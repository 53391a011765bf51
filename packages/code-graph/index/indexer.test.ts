import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { expect, onTestFinished, test } from 'vitest';
import { chunksByWords } from '../tables/chunks.ts';
import { codeFiles, openCodeFiles } from '../tables/files.ts';
import { symbolsNamed } from '../tables/symbols.ts';
import { dump } from '../testing/dump.ts';
import { indexOf, repository } from '../testing/repository.ts';
import { openIndexer } from './indexer.ts';

const BODY = `{
  // Long enough to be told from any other by its text alone.
  return items.reduce((sum, item) => sum + item.price * item.count, 0);
}`;

const idOf = (store: Store, name: string): number | undefined => symbolsNamed(store, name, 1)[0]?.id;
const pathsOf = (store: Store): string[] => codeFiles(store).map(({ path }) => path);

test('a symbol is the same one after lines were put before it, and after its body changed', async () => {
  const { root, write } = repository({ 'a.ts': `export function total(items) ${BODY}\n` });
  const { store, indexer } = indexOf({ root });
  await indexer.update();
  const id = idOf(store, 'total');
  write('a.ts', `const first = 1;\n\nexport function total(items) {\n  return first;\n}\n`);
  expect(await indexer.update()).toMatchObject({ added: 0, changed: 1, removed: 0 });
  expect(symbolsNamed(store, 'total', 9)).toMatchObject([{ id, line: 3 }]);
});

test('a function that is renamed, or moves to another file, stays the same symbol', async () => {
  const { root, write, remove } = repository({
    'a.ts': `export function total(items) ${BODY}\nexport const other = 1;\n`,
    'b.ts': 'export const b = 1;\n',
  });
  const { store, indexer } = indexOf({ root });
  await indexer.update();
  const id = idOf(store, 'total');
  write('a.ts', `export function sumOf(items) ${BODY}\nexport const other = 1;\n`);
  await indexer.update();
  expect([idOf(store, 'sumOf'), idOf(store, 'total')]).toEqual([id, undefined]);
  write('a.ts', 'export const other = 1;\n');
  write('b.ts', `export const b = 1;\nexport function sumOf(items) ${BODY}\n`);
  await indexer.update();
  expect(symbolsNamed(store, 'sumOf', 9)).toMatchObject([{ id, file: 'b.ts' }]);
  remove('b.ts');
  write('lib/c.ts', `import x from 'x';\nexport function sumOf(items) ${BODY}\n`);
  expect(await indexer.update()).toMatchObject({ added: 1, removed: 1 });
  expect(symbolsNamed(store, 'sumOf', 9)).toMatchObject([{ id, file: 'lib/c.ts' }]);
});

test('what was found on the way is not used again once places have shifted', async () => {
  const { root, write } = repository({
    'a.ts': 'export function one() {}\nexport function two() {}',
    'b.ts': 'import { one } from "./a";\none();',
    'c.ts': 'import "./b";',
  });
  const { store, indexer } = indexOf({ root });
  await indexer.update();
  // The same names in another order.
  write('a.ts', 'export function two() {}\nexport function one() {}');
  await indexer.update();
  write('c.ts', 'import { two } from "./a";\ntwo();');
  await indexer.update();
  expect(dump(store).edges.filter((edge) => edge.includes('calls'))).toEqual([
    'b.ts|calls|a.ts function one 0|2|import|',
    'c.ts|calls|a.ts function two 0|2|import|',
  ]);
});

test('only files are linked again that looked at what changed', async () => {
  const { root, write } = repository({
    'a.ts': 'export function one() {}',
    'b.ts': 'import { one } from "./a";\none();',
    'c.ts': 'export function three() {}',
    'd.go': 'package d\nfunc three() { four() }',
  });
  const { indexer } = indexOf({ root });
  await indexer.update();
  write('a.ts', 'export function one(to: number) {}');
  expect(await indexer.update({ only: ['a.ts'] })).toMatchObject({ changed: 1, linked: 2 });
  // Nobody imports it, but one looked for the name.
  write('e.go', 'package d\nfunc four() {}');
  expect(await indexer.update({ only: ['e.go'] })).toMatchObject({ added: 1, linked: 2 });
});

test('a file that changed is pending at once, and no longer once it is read', async () => {
  const { root, write } = repository({ 'a.ts': 'const one = 1;' });
  const { store, indexer } = indexOf({ root });
  await indexer.update();
  write('a.ts', 'const two = 2;');
  indexer.stale(['a.ts', 'unknown.ts']);
  expect(openCodeFiles(store, 5)).toEqual({ paths: ['a.ts'], total: 1 });
  await indexer.update({ only: ['a.ts'] });
  expect(openCodeFiles(store, 5)).toEqual({ paths: [], total: 0 });
});

test('a kill in the middle loses a batch at most, and the next run ends with the same index', async () => {
  const { root, write } = repository();
  for (let i = 0; i < 400; i++)
    write(
      `m${i}.ts`,
      `import { f${i + 1} } from "./m${i + 1}.ts";\nexport function f${i}() { return f${i + 1}(); }\n`,
    );
  const database = join(repository().root, 'project.db');
  const child = spawn(process.execPath, ['--no-warnings', '-e', KILLED, root, database], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((heard) => child.stdout.once('data', heard));
  child.kill('SIGKILL');
  await new Promise((gone) => child.once('close', gone));
  using store = openStore(database, { now: () => 1 });
  const { total } = openCodeFiles(store, 0);
  expect(total).toBeGreaterThan(0);
  expect(codeFiles(store).filter(({ hash }) => hash !== null).length).toBeGreaterThanOrEqual(100);
  using indexer = openIndexer(store, { root, env: {}, now: () => 1 });
  const resumed = await indexer.update();
  expect(resumed.added).toBeLessThanOrEqual(300);
  const fresh = indexOf({ root });
  await fresh.indexer.update();
  expect(dump(store)).toEqual(dump(fresh.store));
});

const module = (name: string): string => new URL(name, import.meta.url).href;
const KILLED = `
  const [{ openStore }, { openIndexer }] = await Promise.all([
    import(${JSON.stringify(module('../../squirrel/store/open.ts'))}), import(${JSON.stringify(module('./indexer.ts'))}),
  ]);
  const [root, database] = process.argv.slice(1);
  const indexer = openIndexer(openStore(database, { now: () => 1 }), { root, env: {}, now: () => 1 });
  await indexer.update({ onProgress: (done) => { if (done === 150) process.stdout.write('now'); } });
`;

test('links in a circle, a repository without commits, and a submodule are no trouble', async () => {
  const { root, write } = repository({ 'src/a.ts': 'export const a = 1;\n' });
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { stdio: 'ignore' });
  git('init', '-q');
  symlinkSync(root, join(root, 'src', 'round'));
  symlinkSync('a.ts', join(root, 'src', 'again.ts'));
  mkdirSync(join(root, 'inner'));
  execFileSync('git', ['init', '-q', join(root, 'inner')], { stdio: 'ignore' });
  write('inner/theirs.ts', 'export const theirs = 1;\n');
  const { store, indexer } = indexOf({ root });
  expect(await indexer.update()).toMatchObject({ stopped: false, troubles: [] });
  expect(pathsOf(store)).toEqual(['src/a.ts']);
});

test('bytes that are no text, endless files and deep nesting cost nobody else anything', async () => {
  const { root, write } = repository({
    'good.ts': 'export const good = 1;\n',
    'long.ts': Array.from({ length: 50_000 }, (_, i) => `export const v${i} = ${i};`).join('\n'),
    'deep.ts': `export const deep = ${'['.repeat(20_000)}${']'.repeat(20_000)};\n`,
    'binary.ts': 'a\0b',
  });
  write('latin.ts', Buffer.from('export const caf\xe9 = 1;\nexport const after = 2;\n', 'latin1'));
  const { store, indexer } = indexOf({ root });
  await indexer.update();
  expect(pathsOf(store)).toEqual(['binary.ts', 'deep.ts', 'good.ts', 'latin.ts', 'long.ts']);
  expect(openCodeFiles(store, 9).total).toBe(0);
  expect([idOf(store, 'good'), idOf(store, 'after')]).not.toContain(undefined);
});

test('a file that goes while it is being read is as if it had never been', async () => {
  const { root, remove } = repository({ 'a.ts': '', 'b.ts': 'import "./a";', 'c.ts': '' });
  const { store, indexer } = indexOf({ root });
  const done = await indexer.update({ onProgress: (_, total) => total > 0 && remove('c.ts') });
  expect(done).toMatchObject({ files: 2, stopped: false });
  expect(pathsOf(store)).toEqual(['a.ts', 'b.ts']);
});

test('names that differ in case alone are two files', async () => {
  const { root } = repository({ 'Case.ts': 'const one = 1;', 'case.ts': 'const two = 2;' });
  const { store, indexer } = indexOf({ root });
  await indexer.update();
  expect(pathsOf(store)).toEqual(['Case.ts', 'case.ts']);
});

test('secrets in code are kept neither in signatures nor among the words', async () => {
  const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
  const { root } = repository({
    'a.ts': `export const key = '${secret}';\nexport function usesKey() { return key; }\n`,
  });
  const { store, indexer } = indexOf({ root });
  await indexer.update();
  expect(symbolsNamed(store, 'key', 1)[0]!.signature).not.toContain('A1b2C3');
  expect(chunksByWords(store, 'uses key', 5)).toHaveLength(1);
  const rows = store.sql('select words from code_chunk').all();
  expect(JSON.stringify(rows)).not.toMatch(/a1b2c3/i);
});
