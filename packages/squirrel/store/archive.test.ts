import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isStoreFile, readArchive, writeArchive } from './archive.ts';
import { keepCopy } from './copies.ts';
import { keepMany, NOON, openAtNoon } from './testing/fill.ts';
import { scratch } from './testing/scratch.ts';

test('what goes into an archive comes out of it, whether or not it could be made smaller', () => {
  const path = join(scratch(), 'archive');
  const entries = [
    { name: 'empty', bytes: new Uint8Array() },
    { name: 'long', bytes: new Uint8Array(100_000).fill(7) },
    { name: 'short', bytes: Uint8Array.of(1, 2, 3) },
  ];
  writeArchive(path, entries, NOON);

  expect([...readArchive(path)].map(({ name, bytes }) => ({ name, bytes: Uint8Array.from(bytes) }))).toEqual(
    entries,
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a store and its copies are told from an archive and from anything else', () => {
  const folder = scratch();
  const at = (name: string) => join(folder, name);
  using store = openAtNoon(at('user.db'));
  keepMany(store, 3);
  writeArchive(at('archive'), [{ name: 'user.db', bytes: readFileSync(at('user.db')) }], NOON);
  writeFileSync(at('text'), 'SQLite format 3');

  expect(isStoreFile(at('user.db'))).toBe(true);
  expect(isStoreFile(keepCopy(store, { now: NOON, reason: 'daily' }).file)).toBe(true);
  for (const name of ['archive', 'text', 'missing', '.']) expect(isStoreFile(at(name))).toBe(false);
});
