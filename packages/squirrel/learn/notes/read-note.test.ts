import { expect, test } from 'vitest';
import { MAX_NOTE_BYTES, readNote } from './read-note.ts';

const read = (text: string | Uint8Array) => readNote({ path: 'a.md', bytes: Buffer.from(text), at: 0 });

test('every piece of a note is told under its heading, and known again by its key', () => {
  const before = read('# Deploys\n\nWe deploy on Tuesdays.\n').drafts!;
  const after = read('# Deploys\n\nWe deploy on Tuesdays.\n\nNever on Fridays, though.\n').drafts!;

  expect(after.map(({ text }) => text)).toEqual([
    'Deploys: We deploy on Tuesdays.',
    'Deploys: Never on Fridays, though.',
  ]);
  expect(after[0]!.key).toBe(before[0]!.key);
});

test.each<[string, Uint8Array | string, RegExp]>([
  ['a file over 100 KB', 'word '.repeat(MAX_NOTE_BYTES / 5 + 1), /101 KB; the limit for a note is 100 KB/],
  ['a binary file', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]), /not text/],
  ['UTF-16', Buffer.from('We deploy on Tuesdays', 'utf16le'), /not text/],
  ['Latin-1', Buffer.from('Größe ist wichtig für alle\n', 'latin1'), /not UTF-8/],
])('%s is skipped with a reason', (_, bytes, reason) => {
  expect(read(bytes).because).toMatch(reason);
});

test('100 KB exactly are still a note', () => {
  expect(read('x'.repeat(MAX_NOTE_BYTES)).drafts).toBeDefined();
});
