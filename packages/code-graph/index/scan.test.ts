import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ScanOptions, scan } from './scan.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sqrl-scan-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const env = { PATH: process.env.PATH };

function write(files: Readonly<Record<string, string>>, folder = root): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const git = (folder: string, ...args: string[]): void => {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'protocol.file.allow=always'];
  execFileSync('git', [...who, ...args], { cwd: folder, env: { ...env, HOME: root }, stdio: 'ignore' });
};

const paths = async (options: Partial<ScanOptions> = {}, folder = root): Promise<string[]> =>
  (await scan(folder, { env, ...options })).map(({ path }) => path);

/** As where git is not installed. */
const walked = { git: '/nowhere/git' };

const SHOP = {
  'src/a.ts': 'a',
  'src/deep/b.ts': 'b',
  'node_modules/x/index.js': 'x',
  'logs/today.txt': 'log',
  '.gitignore': '/logs\n*.tmp\n!keep.tmp\n',
  'src/.gitignore': 'local.ts\n',
  'src/local.ts': 'l',
  'a.tmp': 't',
  'keep.tmp': 'k',
  'package-lock.json': '{}',
};
const LEFT = ['.gitignore', 'keep.tmp', 'src/.gitignore', 'src/a.ts', 'src/deep/b.ts'];

test('a repository without commits has the files that git would track', async () => {
  write(SHOP);
  git(root, 'init');

  expect(await paths()).toEqual(LEFT);
});

test('a folder that is no repository is read by the same rules', async () => {
  write(SHOP);

  expect(await paths()).toEqual(LEFT);
  expect(await paths(walked)).toEqual(LEFT);
});

test.each([
  ['git', {}],
  ['a walk', walked],
])('.sqrlignore and attributes leave files out: by %s', async (_, by) => {
  write({
    '.sqrlignore': 'fixtures/\n',
    '.gitattributes':
      'gen/** linguist-generated=true\n*.sql linguist-vendored\nmine.sql -linguist-vendored\n',
    'src/.sqrlignore': 'old.ts\n!kept.ts\n',
    'fixtures/a.ts': '',
    'gen/b.ts': '',
    'c.sql': '',
    'mine.sql': '',
    'src/old.ts': '',
    'src/new.ts': '',
  });
  git(root, 'init');

  const left = (await paths(by)).filter((path) => !path.includes('/.') && !path.startsWith('.'));
  expect(left).toEqual(['mine.sql', 'src/new.ts']);
});

test('links are not followed: neither in circles, nor to elsewhere, nor from a folder that became one', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'sqrl-outside-'));
  try {
    write({ 'secret.ts': 's', 'a.ts': 's' }, outside);
    write({ 'src/a.ts': 'a', 'moved/a.ts': 'm' });
    git(root, 'init');
    git(root, 'add', '.');
    symlinkSync('.', join(root, 'src/circle'));
    symlinkSync(join(outside, 'secret.ts'), join(root, 'secret.ts'));
    rmSync(join(root, 'moved'), { recursive: true });
    symlinkSync(outside, join(root, 'moved'));

    expect(await paths()).toEqual(['src/a.ts']);
    expect(await paths(walked)).toEqual(['src/a.ts']);
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test('a file that is gone since git listed it is not there', async () => {
  write({ 'a.ts': 'a', 'b.ts': 'b' });
  git(root, 'init');
  git(root, 'add', '.');
  unlinkSync(join(root, 'b.ts'));

  expect(await paths()).toEqual(['a.ts']);
});

test('submodules and repositories within are left to themselves, a worktree is read like any other', async () => {
  const [main, inner, tree] = ['main', 'inner', 'tree'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  write({ 'inner/i.ts': 'i', 'main/a.ts': 'a', 'main/nested/n.ts': 'n' });
  git(inner, 'init');
  git(inner, 'add', '.');
  git(inner, 'commit', '-m', 'one');
  git(main, 'init');
  git(join(main, 'nested'), 'init');
  git(main, 'submodule', 'add', inner, 'sub');
  git(main, 'add', 'a.ts');
  git(main, 'commit', '-m', 'one');
  git(main, 'worktree', 'add', tree);

  expect(await paths({}, main)).toEqual(['.gitmodules', 'a.ts']);
  expect(await paths({}, tree)).toEqual(['.gitmodules', 'a.ts']);
});

test('nothing that the configuration of a repository names is run', async () => {
  write({ 'a.ts': 'a' });
  git(root, 'init');
  git(root, 'config', 'core.fsmonitor', `touch ${join(root, 'ran.ts')}; false`);

  expect(await paths()).toEqual(['a.ts']);
});

test('names that are hard to write are kept as they are', async () => {
  write({ 'ein Wort.ts': '', 'überall.ts': '', 'a"b.ts': '', 'line\nbreak.ts': '' });
  git(root, 'init');

  expect(await paths()).toEqual(['a"b.ts', 'ein Wort.ts', 'line\nbreak.ts', 'überall.ts'].sort());
});

test('a scan tells how far it is, and can be stopped', async () => {
  write(Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`f${i}.ts`, ''])));
  const seen: number[] = [];

  expect(await paths({ onProgress: (files) => seen.push(files) })).toHaveLength(600);
  expect(seen).toEqual([0, 256, 512, 600]);

  const stop = new AbortController();
  await expect(paths({ signal: stop.signal, onProgress: () => stop.abort() })).rejects.toThrow('abort');
  await expect(paths({ signal: AbortSignal.abort() })).rejects.toThrow('abort');
});

test('git is not asked again about known files, and is where one became a folder', async () => {
  git(root, 'init');
  write({ '.gitignore': 'a.ts\n', 'a.ts': 'a', 'b/c.ts': 'c' });
  const known = new Set(['a.ts', 'b', 'gone.ts']);
  const isKnown = (path: string) => known.has(path);
  expect(await paths({ only: ['a.ts', 'gone.ts'], isKnown })).toEqual(['a.ts']);
  expect(await paths({ only: ['a.ts', 'b'], isKnown })).toEqual(['b/c.ts']);
  expect(await paths({ only: ['a.ts', 'new.ts'], isKnown })).toEqual([]);
});
