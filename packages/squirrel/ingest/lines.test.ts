import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutLogLines, type LogLineSlice } from './lines.ts';

/** What is found when a text comes in pieces that end at these places. */
function cut(bytes: Buffer, ends: readonly number[], longest?: number) {
  const lines = cutLogLines(0, longest === undefined ? {} : { longest });
  const found: (string | number)[] = [];
  const chunk = Buffer.alloc(bytes.length);
  let from = 0;
  for (const end of [...ends, bytes.length]) {
    // The same memory each time, as a reader of files has it.
    bytes.copy(chunk, 0, from, end);
    lines.push(chunk.subarray(0, end - from), (each) => found.push(shown(each, bytes)));
    from = end;
  }
  return { found, rest: Buffer.from(lines.rest).toString(), waitingFrom: lines.waitingFrom };
}

const shown = (found: LogLineSlice, whole: Buffer): string | number => {
  if ('tooLong' in found) return found.tooLong;
  const line = Buffer.from(found.line).toString();
  expect(whole.subarray(found.offset, found.offset + found.line.length).toString()).toBe(line);
  return line;
};

test('lines are the same however they come, and the last waits for its end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\n', ''))),
      fc.array(fc.nat(60)),
      (texts, places) => {
        const bytes = Buffer.from(texts.join('\n'));
        const ends = places.filter((place) => place <= bytes.length).sort((a, b) => a - b);
        const { found, rest, waitingFrom } = cut(bytes, ends);
        expect(found).toEqual(texts.slice(0, -1).filter((text) => text !== ''));
        expect(rest).toBe(texts.at(-1) ?? '');
        expect(bytes.subarray(waitingFrom).toString()).toBe(rest);
      },
    ),
  );
});

test('a line that is too long costs itself only, wherever the pieces end', () => {
  const bytes = Buffer.from(`one\n${'x'.repeat(100)}\ntwo\n${'y'.repeat(50)}`);
  for (let size = 1; size <= bytes.length; size++) {
    const ends = Array.from({ length: Math.ceil(bytes.length / size) - 1 }, (_, i) => (i + 1) * size);
    expect(cut(bytes, ends, 20)).toEqual({ found: ['one', 100, 'two'], rest: '', waitingFrom: 109 });
  }
});

test('reading goes on in the middle of a line that is too long', () => {
  const bytes = Buffer.from(`${'x'.repeat(100)}\ntwo\n`);
  const lines = cutLogLines(0, { longest: 20 });
  lines.push(bytes.subarray(0, 60), () => expect.unreachable());
  expect([lines.waitingFrom, lines.next]).toEqual([0, 60]);

  const later = cutLogLines(lines.waitingFrom, { longest: 20, seen: lines.next });
  const found: (string | number)[] = [];
  later.push(bytes.subarray(60), (each) => found.push(shown(each, bytes)));
  expect(found).toEqual([100, 'two']);
});
