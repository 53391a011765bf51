import { createHash, randomBytes } from 'node:crypto';
import type { EventKind, Tool } from '@sqrl/base/model/event.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerptOf, redactedLine } from './excerpt.ts';

const excerpt = (text: string, kind: EventKind, tool: Tool = 'run') =>
  excerptOf({ text, kind, tool, command: null, outcome: 'ok' });

const words = (length: number): string =>
  'the quick brown fox jumps over it '.repeat(length / 34 + 1).slice(0, length);

test('a short text is kept as it is', () => {
  expect(excerpt('All 12 tests passed.', 'result')).toEqual({
    text: 'All 12 tests passed.',
    length: 20,
    hash: null,
  });
});

test('of a long text its head and tail are kept, with its length and its hash', () => {
  const { text, length, hash } = excerpt(`BEGIN ${words(500_000)} END`, 'result');
  expect(text.length).toBeLessThan(2100);
  expect(text).toMatch(/^BEGIN the quick.*… 49\d{4} characters left out ….* END$/s);
  expect(length).toBe(500_010);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});

test('the hash is that of the text as bytes, whatever letters are in it', () => {
  for (const text of [words(5000), '🐿'.repeat(5000), `é\ud83d${words(5000)}`, '漢'.repeat(400_000)])
    expect(excerpt(text, 'result').hash).toBe(createHash('sha256').update(text).digest('hex'));
});

test('of a file that was read a few lines are enough, unless it could not be', () => {
  expect(excerpt(words(5000), 'result', 'read').text.length).toBeLessThan(600);
  expect(
    excerptOf({ text: words(5000), kind: 'result', tool: 'read', command: null, outcome: 'failed' }).text
      .length,
  ).toBeGreaterThan(1900);
});

test('what others wrote is kept further, to be held against what agents say', () => {
  const said = { text: words(5000), kind: 'result', command: null, outcome: 'ok' } as const;
  expect(excerptOf({ ...said, tool: 'fetch' }).text).toBe(words(5000));
  expect(excerptOf({ ...said, tool: 'run', command: 'gh issue view 12' }).text).toBe(words(5000));
  expect(excerptOf({ ...said, tool: 'run', command: 'npm test' }).text.length).toBeLessThan(2100);
  expect(excerptOf({ ...said, tool: 'mcp:squirrel/remember' }).text.length).toBeLessThan(2100);
});

test('what people say is kept further', () => {
  expect(excerpt(words(7000), 'prompt').text).toBe(words(7000));
  expect(excerpt(words(50_000), 'prompt').text.length).toBeLessThan(8100);
});

// Made here, so that none lies in a file.
const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

test('a secret is not kept, nor half of it, wherever the text is cut', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), (place) => {
      const text = `${words(place)} ${token} ${words(3000 - place)}`;
      expect(excerpt(text, 'result').text).not.toMatch(/ghp_|a1B2c3D4e5/);
      expect(redactedLine(text, 500)).not.toMatch(/ghp_|a1B2c3D4e5/);
    }),
  );
});

test('the body of a private key is not kept where the text is cut inside it', () => {
  // As long as a key of 4096 bits, which takes long to make.
  const body = Array.from({ length: 50 }, () => randomBytes(48).toString('base64'));
  const privateKey = `-----BEGIN ${'PRIVATE'} KEY-----\n${body.join('\n')}\n-----END ${'PRIVATE'} KEY-----\n`;
  for (let place = 0; place < 4000; place += 97) {
    const { text } = excerpt(`${words(place)}\n${privateKey}${words(1500)}`, 'result');
    for (const line of body) expect(text).not.toContain(line.slice(0, 20));
  }
});

test('letters of two halves are not torn apart, and a NUL does not end a text', () => {
  expect(excerpt('🐿'.repeat(5000), 'result').text.isWellFormed()).toBe(true);
  expect(excerpt('a\0b', 'result').text).toBe('a␀b');
});
