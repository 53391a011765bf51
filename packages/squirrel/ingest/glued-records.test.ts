import { expect, test } from 'vitest';
import { recordsIn } from './lines.ts';

const cut = (line: string) =>
  recordsIn({ bytes: Buffer.from(line), offset: 100 }).map(({ bytes, offset }) => [
    offset,
    Buffer.from(bytes).toString(),
  ]);

test('records that a client wrote into one line are read each by itself, with its own place', () => {
  const [one, two] = ['{"a":{"text":"ends with }{"},"b":"\\\\"}', '{"c":"é \\"}{\\" "}'];
  expect(cut(one)).toEqual([[100, one]]);
  expect(cut(`${one}${two}${one}`)).toEqual([
    [100, one],
    [100 + one.length, two],
    [100 + one.length + Buffer.byteLength(two), one],
  ]);
  // The second was broken off.
  expect(cut('{"a":1}{"b":"hal')).toEqual([
    [100, '{"a":1}'],
    [107, '{"b":"hal'],
  ]);
  for (const line of ['', 'no record }{"', '}}{"a":1}', '{"half":"}{" {"b":1}'])
    expect(
      cut(line)
        .map(([, text]) => text)
        .join(''),
    ).toBe(line);
});
