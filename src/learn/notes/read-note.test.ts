import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../base/testing/runs.ts';
import type { Draft } from '../../model/memory.ts';
import { MAX_NOTE_BYTES, type NoteReading, type NoteState, readNote } from './read-note.ts';
import { sampleMarkdown } from './testing/markdown.ts';

const now = (text: string | Uint8Array, quiet = true) => ({
  path: 'a.md',
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
  quiet,
  at: 0,
});

/** The reading of a note that has something to say. */
function read(text: string | Uint8Array, before?: NoteState, quiet = true) {
  const reading = readNote(now(text, quiet), before);
  if (reading.did !== 'read') throw new Error(`it ${reading.did}s`);
  return { ...reading, texts: reading.drafts.map((draft) => draft.text) };
}

test('an unchanged note has nothing to say', () => {
  const { state } = read('We deploy on Tuesdays.\n');

  expect(readNote(now('We deploy on Tuesdays.\n'), state)).toEqual({ did: 'nothing' });
  expect(readNote(now('We deploy on Tuesdays.\n', false), state)).toEqual({ did: 'nothing' });
});

test('of an appended note only the new is told, under the heading that stood above', () => {
  const first = read('# Deploys\n\nWe deploy on Tuesdays.\n');
  const second = read('# Deploys\n\nWe deploy on Tuesdays.\n\nNever on Fridays, though.\n', first.state);

  expect(first.texts).toEqual(['Deploys: We deploy on Tuesdays.']);
  expect(second.texts).toEqual(['Deploys: Never on Fridays, though.']);
  expect(second.keep.size).toBe(2);
});

test('while somebody writes, the last part waits until it is finished', () => {
  const reading = read('We deploy on Tuesdays.\n\nNever on Fri', undefined, false);

  expect(reading.texts).toEqual(['We deploy on Tuesdays.']);
  expect(reading.waits).toBe(true);
  expect(readNote(now('We deploy on Tuesdays.\n\nNever on Friday', false), reading.state).did).toBe('wait');
  const quiet = read('We deploy on Tuesdays.\n\nNever on Fridays.\n', reading.state);
  expect(quiet.texts).toEqual(['Never on Fridays.']);
  expect(quiet.waits).toBe(false);
});

test('a line just begun that may become code or a list does not finish what stands before it', () => {
  for (const begun of ['`', '-', '1', '  '])
    expect(readNote(now(`Run the tests like this\n\n${begun}`, false)).did).toBe('wait');
  expect(read('Run the tests like this\n\nT', undefined, false).texts).toEqual(['Run the tests like this']);
});

test('half a character at the end does no harm while somebody writes', () => {
  const bytes = Buffer.from('We deploy on Tuesdays.\n\nNever on Fridays because of ß').subarray(0, -1);

  expect(read(bytes, undefined, false).texts).toEqual(['We deploy on Tuesdays.']);
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

test('a change is believed only when the file is quiet: it may be half written', () => {
  const { state } = read('We deploy on Tuesdays.\n\nPrices are in cents.\n');

  expect(readNote(now('', false), state)).toEqual({ did: 'wait' });
  expect(readNote(now('We deploy on Tu', false), state)).toEqual({ did: 'wait' });
  expect(read('', state).keep.size).toBe(0);
});

test.each<[string, Uint8Array | string, RegExp]>([
  ['a file over 100 KB', 'word '.repeat(MAX_NOTE_BYTES / 5 + 1), /101 KB; the limit for a note is 100 KB/],
  ['a binary file', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]), /not text/],
  ['UTF-16', Buffer.from('We deploy on Tuesdays', 'utf16le'), /not text/],
  ['Latin-1', Buffer.from('Größe ist wichtig für alle\n', 'latin1'), /not UTF-8/],
])('%s is skipped with a reason', (_, bytes, reason) => {
  for (const quiet of [true, false]) {
    const reading = readNote(now(bytes, quiet));
    expect(reading).toMatchObject({ did: 'skip', because: { text: expect.stringMatching(reason) } });
  }
});

test('100 KB exactly are still a note', () => {
  expect(readNote(now('x'.repeat(MAX_NOTE_BYTES))).did).toBe('read');
});

/** What is remembered of a note while readings come in, as the engine would do it. */
function follower() {
  const remembered = new Map<string, Draft>();
  let state: NoteState | undefined;
  const told: string[] = [];
  return {
    remembered,
    told,
    take(reading: NoteReading) {
      if (reading.did !== 'read') return;
      for (const draft of reading.drafts) {
        told.push(draft.key!);
        remembered.set(draft.key!, draft);
      }
      for (const key of [...remembered.keys()]) if (!reading.keep.has(key)) remembered.delete(key);
      state = reading.state;
    },
    get state() {
      return state;
    },
  };
}

const textsOf = (drafts: Iterable<Draft>) => [...drafts].map(({ text }) => text).sort();

test('however a note is appended to, in the end it has said what it says at once', () => {
  fc.assert(
    fc.property(
      sampleMarkdown,
      fc.array(fc.tuple(fc.nat(100), fc.boolean()), { maxLength: 12 }),
      (note, cuts) => {
        const bytes = Buffer.from(note);
        const follow = follower();
        const stops = cuts.map(([percent, quiet]) => ({
          end: Math.floor((bytes.length * percent) / 100),
          quiet,
        }));
        for (const { end, quiet } of stops.sort((a, b) => a.end - b.end))
          follow.take(readNote(now(bytes.subarray(0, end), quiet), follow.state));
        follow.take(readNote(now(bytes, true), follow.state));

        expect(textsOf(follow.remembered.values())).toEqual(textsOf(read(bytes).drafts));
      },
    ),
    { numRuns: runs(300) },
  );
});

test('a note written without a pause says nothing twice', () => {
  fc.assert(
    fc.property(sampleMarkdown, fc.array(fc.nat(100), { maxLength: 12 }), (note, cuts) => {
      const bytes = Buffer.from(note);
      const follow = follower();
      for (const percent of cuts.sort((a, b) => a - b))
        follow.take(
          readNote(now(bytes.subarray(0, Math.floor((bytes.length * percent) / 100)), false), follow.state),
        );
      follow.take(readNote(now(bytes, true), follow.state));

      expect(new Set(follow.told).size).toBe(follow.told.length);
    }),
    { numRuns: runs(300) },
  );
});

test('whatever is done to a note, in the end it has said what it says now', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(sampleMarkdown, fc.boolean()), { minLength: 1, maxLength: 5 }),
      (versions) => {
        const follow = follower();
        for (const [note, quiet] of versions) follow.take(readNote(now(note, quiet), follow.state));
        const last = versions.at(-1)![0];
        follow.take(readNote(now(last, true), follow.state));

        expect(textsOf(follow.remembered.values())).toEqual(textsOf(read(last).drafts));
      },
    ),
    { numRuns: runs(300) },
  );
});
