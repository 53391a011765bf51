import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { filesBelow } from './files-below.ts';

function folderWith(...files: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return folder;
}

test('logs that were moved to another disk are found through the links left in their place', () => {
  const disk = folderWith('a.jsonl', 'shop/b.jsonl');
  const folder = folderWith('c.jsonl');
  symlinkSync(join(disk, 'a.jsonl'), join(folder, 'a.jsonl'));
  symlinkSync(join(disk, 'shop'), join(folder, 'shop'));
  symlinkSync('/nowhere', join(folder, 'gone'));
  symlinkSync(folder, join(folder, 'itself'));
  expect(filesBelow(folder, 5)).toEqual(
    ['a.jsonl', 'c.jsonl', 'shop/b.jsonl'].map((file) => join(folder, file)),
  );
});

test('a link in a repository leads nowhere outside it', () => {
  const outside = folderWith('private.md');
  const clone = folderWith('.git/config', 'history/own.md');
  symlinkSync(join(outside, 'private.md'), join(clone, 'history/private.md'));
  symlinkSync(outside, join(clone, 'history/folder'));
  expect(filesBelow(join(clone, 'history'), 3)).toEqual([join(clone, 'history/own.md')]);
});
