import type { Draft } from '@sqrl/base/model/memory.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_NOTE_BYTES, type NoteReading, type NoteState, readNote } from './read-note.ts';
import { sampleMarkdown } from './testing/markdown.ts';

const now = (text: string | Uint8Array) => ({
  path: 'a.md',
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
  at: 0,
});

/** The reading of a note that has something to say. */
function read(text: string | Uint8Array, before?: NoteState) {
  const reading = readNote(now(text), before);
  if (reading.did !== 'read') throw new Error(`it ${reading.did}s`);
  return { ...reading, texts: reading.drafts.map((draft) => draft.text) };
}

test('an unchanged note has nothing to say', () => {
  const { state } = read('We deploy on Tuesdays.\n');

  expect(readNote(now('We deploy on Tuesdays.\n'), state)).toEqual({ did: 'nothing' });
});

test('of an appended note only the new is told, under the heading that stood above', () => {
  const first = read('# Deploys\n\nWe deploy on Tuesdays.\n');
  const second = read('# Deploys\n\nWe deploy on Tuesdays.\n\nNever on Fridays, though.\n', first.state);

  expect(first.texts).toEqual(['Deploys: We deploy on Tuesdays.']);
  expect(second.texts).toEqual(['Deploys: Never on Fridays, though.']);
  expect(second.keep.size).toBe(2);
});

test('a sentence that goes on after all takes the place of its beginning', () => {
  const begun = read('We deploy on Tuesdays');
  const ended = read('We deploy on Tuesdays, and never on Fridays.\n', begun.state);

  expect(ended.texts).toEqual(['We deploy on Tuesdays, and never on Fridays.']);
  expect(ended.keep.has(begun.drafts[0]!.key!)).toBe(false);
});

test('a changed note is read whole, and what it lost has no place in it any more', () => {
  const before = read('We deploy on Tuesdays.\n\nPrices are in cents.\n\nAda knows the invoices.\n');
  const after = read('We deploy on Wednesdays.\n\nPrices are in cents.\n', before.state);
  const kept = before.drafts.filter(({ key }) => after.keep.has(key!)).map(({ text }) => text);

  expect(after.texts).toEqual(['We deploy on Wednesdays.', 'Prices are in cents.']);
  expect(kept).toEqual(['Prices are in cents.']);
});

test.each<[string, Uint8Array | string, RegExp]>([
  ['a file over 100 KB', 'word '.repeat(MAX_NOTE_BYTES / 5 + 1), /101 KB; the limit for a note is 100 KB/],
  ['a binary file', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]), /not text/],
  ['UTF-16', Buffer.from('We deploy on Tuesdays', 'utf16le'), /not text/],
  ['Latin-1', Buffer.from('Größe ist wichtig für alle\n', 'latin1'), /not UTF-8/],
])('%s is skipped with a reason', (_, bytes, reason) => {
  expect(readNote(now(bytes))).toMatchObject({
    ...{ did: 'skip', because: expect.stringMatching(reason) },
  });
});

test('100 KB exactly are still a note', () => {
  expect(readNote(now('x'.repeat(MAX_NOTE_BYTES))).did).toBe('read');
});

/** What is remembered of a note while readings come in, as the engine would do it. */
function follower() {
  const remembered = new Map<string, Draft>();
  let state: NoteState | undefined;
  return {
    remembered,
    take(reading: NoteReading) {
      if (reading.did !== 'read') return;
      for (const draft of reading.drafts) remembered.set(draft.key!, draft);
      for (const key of [...remembered.keys()]) if (!reading.keep.has(key)) remembered.delete(key);
      state = reading.state;
    },
    get state() {
      return state;
    },
  };
}

const textsOf = (drafts: Iterable<Draft>) => [...drafts].map(({ text }) => text).sort();

test('whatever is done to a note, in the end it has said what it says now', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(sampleMarkdown, fc.nat(100)), { minLength: 1, maxLength: 5 }),
      (versions) => {
        const follow = follower();
        for (const [note, percent] of versions)
          for (const end of [Math.floor((note.length * percent) / 100), note.length])
            follow.take(readNote(now(note.slice(0, end).toWellFormed()), follow.state));
        const last = versions.at(-1)![0];
        follow.take(readNote(now(last), follow.state));

        expect(textsOf(follow.remembered.values())).toEqual(textsOf(read(last).drafts));
      },
    ),
    { numRuns: runs(100) },
  );
});
