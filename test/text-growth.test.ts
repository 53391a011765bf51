import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs, excessGrowth } from '../src/base/testing/growth.ts';
import { EXCUSED, textReaders } from './support/stranger-texts.ts';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));
const readers = await textReaders();

/** Signs and words that patterns begin, repeat or end with. */
const TOKENS = [
  ...['<a>', '<a ', '</a>', '<a b="', '<think>', '<system-reminder>', '</system-reminder>', '<!--', '<', '>'],
  ...['"', "'", '`', '```', '```\n', '~~~', '"""', '“', '«', '\\"', '"\'`', '"?', '"a?"="', '"="'],
  ...['(', ')', '[', ']', '[a](', '![', '{', '}', '{"a":', '[['],
  ...[' ', '\n', '\t', '\r\n', ' \n', '\u00a0', '\u200b', '\0', '\u001b[31m', '\u001b['],
  ...['a', 'A', 'aA', 'a ', 'a.', 'a. ', 'a, ', 'a/', 'a-', 'a_', 'a:', 'a@', 'a=', 'a=b ', 'a="b" '],
  ...[
    '/',
    '../',
    './',
    '.',
    '..',
    '\\',
    '\\\n',
    '-',
    '--',
    '=',
    '#',
    '# a\n',
    '*',
    '* a\n',
    '- a\n',
    '1. a\n',
  ],
  ...[
    ':',
    ';',
    '; ',
    ',',
    '?',
    '!',
    '|',
    ' | ',
    '||',
    '&&',
    '<<A\n',
    '$(',
    '$(cat <<A\n',
    '@',
    '@a.',
    '+a\n',
  ],
  ...['0', '1,', '0.', '0x', '2026-', '12:34:56 ', 'http://', 'http://a', 'a@b.', 'a.ts ', 'a.ts:1 '],
  ...['e\u0301', '\u0301', 'é', '日', '😀', '\ud800'],
  ...["don't ", 'no, ', 'always ', 'never ', 'not ', ' but ', 'and ', 'use ', 'when ', 'in the ', 'because '],
  ...['instead of ', 'on monday ', 'implement this plan: ', 'error:\n', 'Error: ', 'at a (', 'npm ', 'cd a;'],
  ...['PASSWORD=', 'password: ', '-----BEGIN PRIVATE KEY-----\n', '-----BEGIN ', 'QUJD', 'abc123', 'eyJ'],
  ...['[image', '[redacted: ', '*** Update File: a\n', '@@ -1 +1 @@\n', '_**User**_\n\n', '<summary>'],
];

/** Length of a text, and the CPU time below which a measurement says nothing. */
type Sample = readonly [length: number, minMs: number];

const SMALL: Sample = [8_000, 40];
const MEDIUM: Sample = [64_000, 80];
const LARGE: Sample = [400_000, 150];

type Read = (text: string) => unknown;
type Made = (length: number) => string;

const repeating =
  (token: string): Made =>
  (length) =>
    token.repeat(Math.ceil(length / token.length)).slice(0, length);

let texts = 0;

/** Reads a text that no reader has seen before: some remember the last ones. A reader may refuse a text. */
const reading = (read: Read, made: Made) => (length: number) => {
  try {
    read(`${made(length)}${texts++}`);
  } catch {}
};

describe.each([...readers])('%s', (_, read) => {
  test('takes no longer than in proportion to the text, whatever is in it', () => {
    let slowest: { ms: number; made: Made } = { ms: -1, made: repeating('a') };
    for (const token of TOKENS) {
      const made = repeating(token);
      const work = reading(read, made);
      const [length, minMs] = SMALL;
      const ms = cpuMs(() => work(length));
      if (ms > slowest.ms) slowest = { ms, made };
      if (ms >= minMs) expect(excessGrowth(work, length, minMs), JSON.stringify(token)).toBeUndefined();
    }
    // In steps, so that a quadratic reader fails before it is given a long text.
    for (const sample of [MEDIUM, LARGE]) {
      const grew = excessGrowth(reading(read, slowest.made), ...sample);
      expect(grew, JSON.stringify(slowest.made(20))).toBeUndefined();
    }
  });
});

test('nor does it with a few tokens in any order, again and again', () => {
  const all = [...readers];
  const token = fc.constantFrom(...TOKENS);
  fc.assert(
    fc.property(
      fc.nat({ max: all.length - 1 }),
      fc.array(token, { minLength: 1, maxLength: 4 }),
      fc.record({ before: fc.option(token, { nil: '' }), after: fc.option(token, { nil: '' }) }),
      (reader, tokens, { before, after }) => {
        const made = (length: number) => before + repeating(tokens.join(''))(length) + after;
        const [name, read] = all[reader]!;
        expect(excessGrowth(reading(read, made), ...SMALL), name).toBeUndefined();
      },
    ),
    { numRuns: 1000 },
  );
});

/** Rooms in which every exported function that takes a text is accounted for. */
const ROOMS = [
  'base/text',
  'base/shell',
  'redact',
  'clients',
  'ingest',
  'learn/observe',
  'learn/gate',
  'learn/notes',
  'recall',
  'daemon/hooks',
  'exchange',
];

/** Verbs and setup call what is measured; they read no text themselves. */
const LEFT_OUT = /\.test\.ts$|\/(?:testing|verbs|setup|views)\//;

const TAKES_TEXT =
  /^export (?:async )?(?:const|function) (\w+)(?:<[^>]*>)?\s*(?::\s*\(\w+: string\b|(?:=\s*(?:async )?)?\(\s*\w+: string\b(?!\[))/gm;

test('every function that takes a text is measured, or has a reason not to be', () => {
  const excused = new Set(Object.values(EXCUSED).flatMap((files) => files.trim().split(/\s+/)));
  const missing = ROOMS.flatMap((room) => globSync(`${room}/**/*.ts`, { cwd: SRC }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !LEFT_OUT.test(file) && !excused.has(file))
    .flatMap((file) =>
      Array.from(readFileSync(SRC + file, 'utf8').matchAll(TAKES_TEXT), ([, name]) => `${file} ${name}`),
    )
    .filter((id) => !readers.has(id));
  expect(missing).toEqual([]);
});
