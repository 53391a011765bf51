import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leadsOutOfTree, readForeignFile, readRegularFile, workTreeOf } from './foreign-file.ts';

let root: string;
let tree: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sqrl-foreign-'));
  tree = join(root, 'tree');
  mkdirSync(join(tree, '.git'), { recursive: true });
  mkdirSync(join(tree, 'sub'));
  writeFileSync(join(root, 'private'), 'private');
  writeFileSync(join(tree, 'a.md'), 'größe');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (name: string, maxBytes = 1024) =>
  readForeignFile(join(tree, name), { maxBytes, what: 'a note', below: tree });

test('a regular file below the root is read, also by a link that stays there', () => {
  symlinkSync('../a.md', join(tree, 'sub', 'b.md'));
  expect(read('a.md')).toEqual({ bytes: Buffer.from('größe') });
  expect(read('sub/b.md')).toEqual({ bytes: Buffer.from('größe') });
});

test('what leads out, blocks, never ends or is not there is not read', () => {
  symlinkSync('../private', join(tree, 'link'));
  symlinkSync('..', join(tree, 'up'));
  symlinkSync('/dev/zero', join(tree, 'zero'));
  symlinkSync('loop', join(tree, 'loop'));
  symlinkSync('nothing', join(tree, 'dangling'));
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(tree, 'pipe')]);
  writeFileSync(join(tree, 'large'), 'x'.repeat(1025));
  const out = { because: `it is a symbolic link that points outside ${tree}` };
  for (const name of ['link', 'up/private', 'zero']) expect(read(name)).toEqual(out);
  expect(read('pipe')).toEqual({ because: 'it is not a file' });
  expect(read('sub')).toEqual({ because: 'it is not a file' });
  expect(read('loop')).toEqual({ because: 'it is a symbolic link' });
  expect(read('large')).toEqual({ because: `its size is 2 KB; the limit for a note is 1 KB` });
  for (const name of ['dangling', 'none', 'a.md/b']) expect(read(name)).toEqual({ gone: true });
  const limits = { maxBytes: 10, what: 'a note' };
  // Without a root a device is met only when it is open.
  expect(readForeignFile('/dev/zero', limits)).toEqual({ because: 'it is not a file' });
  expect(readRegularFile(join(tree, 'link'), limits)).toEqual({ because: 'it is a symbolic link' });
  expect(readRegularFile(join(tree, 'pipe'), limits)).toEqual({ because: 'it is not a file' });
});

test('a file is read up to its limit, whatever its size says', () => {
  writeFileSync(join(tree, 'full'), 'x'.repeat(1024));
  expect(read('full')).toEqual({ bytes: Buffer.from('x'.repeat(1024)) });
  // Files of /proc have no size.
  expect(readForeignFile('/proc/self/maps', { maxBytes: 100, what: 'a note' })).toMatchObject({
    because: expect.stringContaining('KB; the limit for'),
  });
});

test('the work tree of a path is the nearest folder above it that git knows', () => {
  symlinkSync('../private', join(tree, 'link'));
  expect(workTreeOf(join(tree, 'sub', 'x'))).toBe(tree);
  expect(workTreeOf(join(root, 'private'))).toBeUndefined();
  expect([join(tree, 'link'), join(tree, 'a.md'), join(root, 'private')].map(leadsOutOfTree)).toEqual([
    true,
    false,
    false,
  ]);
});
