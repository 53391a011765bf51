import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { folder } from '@sqrl/base/testing/folder.ts';
import { expect, test } from 'vitest';
import { loadNote, MAX_NOTE_BYTES } from './read-note.ts';

test('a note is loaded as bytes', () => {
  using notes = folder();
  notes.write('sub/a.md', 'größe');

  expect(loadNote(notes.path, 'sub/a.md')).toEqual({ bytes: Buffer.from('größe') });
});

test('what only looks like a note is refused with a reason, at once', () => {
  using notes = folder();
  using elsewhere = folder();
  elsewhere.write('private.md', 'not yours');
  notes.write('large.md', 'x'.repeat(MAX_NOTE_BYTES + 1));
  symlinkSync(elsewhere.at('private.md'), notes.at('link.md'));
  mkdirSync(notes.at('folder.md'));
  execFileSync('sh', ['-c', 'mkfifo "$0"', notes.at('pipe.md')]);
  const load = (path: string) => loadNote(notes.path, path);

  expect(load('large.md')).toEqual({
    because: `its size is 101 KB; the limit for a note is 100 KB`,
  });
  expect(load('link.md')).toEqual({ because: `it is a symbolic link that points outside ${notes.path}` });
  expect(load('folder.md')).toEqual({ because: 'it is not a file' });
  expect(load('pipe.md')).toEqual({ because: 'it is not a file' });
});

test('a note that is gone is gone', () => {
  using notes = folder();
  notes.write('a.md', 'a');

  expect(loadNote(notes.path, 'b.md')).toEqual({ gone: true });
  expect(loadNote(notes.path, 'a.md/b.md')).toEqual({ gone: true });
});
