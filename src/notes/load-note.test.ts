import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadNote } from './load-note.ts';
import { LARGEST_NOTE } from './read-note.ts';
import { folder } from './testing/folder.ts';

test('a note is loaded as bytes', async () => {
  using notes = folder();
  notes.write('sub/a.md', 'größe');

  expect(await loadNote(notes.path, 'sub/a.md')).toEqual({ bytes: Buffer.from('größe') });
});

test('what only looks like a note is refused with a reason, at once', async () => {
  using notes = folder();
  using elsewhere = folder();
  elsewhere.write('private.md', 'not yours');
  notes.write('large.md', 'x'.repeat(LARGEST_NOTE + 1));
  symlinkSync(elsewhere.at('private.md'), notes.at('link.md'));
  mkdirSync(notes.at('folder.md'));
  execFileSync('sh', ['-c', 'mkfifo "$0"', notes.at('pipe.md')]);
  const load = (path: string) => loadNote(notes.path, path);

  expect(await load('large.md')).toEqual({ because: 'it has 101 KB, more than the 100 KB a note may have' });
  expect(await load('link.md')).toEqual({ because: 'it is a link' });
  expect(await load('folder.md')).toEqual({ because: 'it is not a file' });
  expect(await load('pipe.md')).toEqual({ because: 'it is not a file' });
});

test('a note that is gone is gone', async () => {
  using notes = folder();
  notes.write('a.md', 'a');

  expect(await loadNote(notes.path, 'b.md')).toEqual({ gone: true });
  expect(await loadNote(notes.path, 'a.md/b.md')).toEqual({ gone: true });
});
