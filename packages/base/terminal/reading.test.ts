import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readLine, readText } from './reading.ts';

const never = new AbortController().signal;
const read = (input: Readable, limit = 1000, signal = never) =>
  readText(input, { limit, name: 'The file', signal });

test('text is read whole, even where a sign is cut between two parts', async () => {
  const bytes = Buffer.from('Zürich 🐿');
  expect(await read(Readable.from([bytes.subarray(0, 2), bytes.subarray(2, 9), bytes.subarray(9)]))).toBe(
    'Zürich 🐿',
  );
});

test('reading stops soon after the limit instead of filling the memory', async () => {
  let given = 0;
  const endless = Readable.from(
    (function* () {
      for (; ; given++) yield Buffer.alloc(100, 'a');
    })(),
  );
  await expect(read(endless, 1000)).rejects.toThrow('The file is larger than 1 kB.');
  expect(given).toBeLessThan(100);
});

test('what is not UTF-8 is refused, not mangled', async () => {
  await expect(read(Readable.from([Buffer.from([0x5a, 0xfc, 0x72])]))).rejects.toThrow(
    'The file is not UTF-8 text.',
  );
});

test('NUL bytes mean that it is no text', async () => {
  await expect(read(Readable.from([Buffer.from('a\0b')]))).rejects.toThrow('contains NUL bytes');
});

test('a byte order mark is no part of the text', async () => {
  expect(await read(Readable.from([Buffer.from('\ufeffhello')]))).toBe('hello');
});

test('Ctrl-C ends an unanswered question', async () => {
  const stop = new AbortController();
  const silent = new Readable({ read() {} });
  const line = readLine(silent, stop.signal);
  stop.abort();
  await expect(line).rejects.toMatchObject({ code: 'cancelled' });
  expect(silent.destroyed).toBe(true);
});

test('one line is one answer', async () => {
  expect(await readLine(Readable.from(['ye', 's\nno\n']), never)).toBe('yes');
  expect(await readLine(Readable.from([]), never)).toBe('');
});
