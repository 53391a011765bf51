import { expect, test } from 'vitest';
import { openStore } from '../open.ts';
import { noteFile, noteFiles, removeNoteFile, setNoteFile } from './rule-files.ts';

const read = (path: string) => ({ path, hash: `hash of ${path}`, indexedAt: 5 });

test('how far a note was read is remembered, and the last reading counts', () => {
  using store = openStore(':memory:', { now: () => 0 });

  setNoteFile(store, read('a.md'));
  setNoteFile(store, { ...read('a.md'), indexedAt: 6 });

  expect(noteFile(store, 'a.md')).toEqual({ path: 'a.md', hash: 'hash of a.md', indexedAt: 6 });
  expect(noteFile(store, 'b.md')).toBeUndefined();
});

test('the notes of one folder are found by how their paths begin, whatever stands in them', () => {
  using store = openStore(':memory:', { now: () => 0 });
  for (const path of ['/n/b.md', '/n/a.md', '/n%/a.md', '/nn/a.md', '/größe/ü.md'])
    setNoteFile(store, read(path));

  expect(noteFiles(store, '/n/').map(({ path }) => path)).toEqual(['/n/a.md', '/n/b.md']);
  expect(noteFiles(store, '/n%/').map(({ path }) => path)).toEqual(['/n%/a.md']);
  expect(noteFiles(store, '/größe/').map(({ path }) => path)).toEqual(['/größe/ü.md']);
  expect(noteFiles(store)).toHaveLength(5);
});

test('a note that is gone is forgotten', () => {
  using store = openStore(':memory:', { now: () => 0 });
  setNoteFile(store, read('a.md'));

  removeNoteFile(store, 'a.md');

  expect(noteFiles(store)).toEqual([]);
});
