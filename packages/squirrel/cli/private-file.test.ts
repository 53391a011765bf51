import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writePrivately } from './commands/setup/backup.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqrl-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const mode = (path: string) => statSync(path).mode & 0o777;

test('only the owner may read what is written, and nothing else is left in the folder', () => {
  const file = join(folder, 'out.json');
  writePrivately(file, 'text', { replace: false });
  expect(readFileSync(file, 'utf8')).toBe('text');
  expect(mode(file)).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['out.json']);
});

test('an older file stays unless it is to be replaced, and then becomes private', () => {
  const file = join(folder, 'out.json');
  writeFileSync(file, 'older');
  chmodSync(file, 0o644);
  expect(() => writePrivately(file, 'newer', { replace: false })).toThrow('already exists');
  expect(readFileSync(file, 'utf8')).toBe('older');
  writePrivately(file, 'newer', { replace: true });
  expect(readFileSync(file, 'utf8')).toBe('newer');
  expect(mode(file)).toBe(0o600);
});

test('replacing writes through a link and keeps the link', () => {
  writeFileSync(join(folder, 'real'), 'older');
  symlinkSync('real', join(folder, 'link'));
  writePrivately(join(folder, 'link'), 'newer', { replace: true });
  expect(readFileSync(join(folder, 'real'), 'utf8')).toBe('newer');
  expect(readdirSync(folder).sort()).toEqual(['link', 'real']);
});

test('a folder or a device is never replaced, and a missing folder is named', () => {
  mkdirSync(join(folder, 'sub'));
  expect(() => writePrivately(join(folder, 'sub'), 'x', { replace: true })).toThrow(
    'is not an ordinary file',
  );
  expect(() => writePrivately('/dev/null', 'x', { replace: true })).toThrow('is not an ordinary file');
  expect(() => writePrivately(join(folder, 'no', 'x'), 'x', { replace: false })).toThrow('does not exist');
});

test.each([
  ['a store', Buffer.from('SQLite format 3\0 and so on')],
  ['the log of a store', Buffer.from('377f068200000000', 'hex')],
])('%s is never replaced, nor through a link', (_, bytes) => {
  writeFileSync(join(folder, 'user.db'), bytes);
  symlinkSync('user.db', join(folder, 'link'));
  for (const name of ['user.db', 'link'])
    expect(() => writePrivately(join(folder, name), 'x', { replace: true })).toThrow('is a database');
  expect(readFileSync(join(folder, 'user.db')).equals(bytes)).toBe(true);
  expect(readdirSync(folder).sort()).toEqual(['link', 'user.db']);
});
