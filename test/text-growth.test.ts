import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

/** Four times the text may take eight times as long: what grows with the square takes sixteen times. */
const MOST_GROWTH = 8;

/**
 * Lengths of a text and of one four times as long, and a time in milliseconds below which it says nothing: the clock of a
 * thread may only count every few milliseconds.
 */
type Sizes = readonly [number, number, number];

const SMALL: Sizes = [2_000, 8_000, 40];
const MEDIUM: Sizes = [16_000, 64_000, 80];
const LARGE: Sizes = [250_000, 1_000_000, 250];

const repeating =
  (token: string): ((length: number) => string) =>
  (length) =>
    token.repeat(Math.ceil(length / token.length)).slice(0, length);

let texts = 0;

/** The time that a thread is at work on a text, whatever else the machine does; the least of some tries. */
function timeOf(read: (text: string) => unknown, text: string, tries: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < tries; i++) {
    // Each is another text, since some readers remember the last ones.
    const another = `${text}${texts++}`;
    const before = process.threadCpuUsage();
    try {
      read(another);
    } catch {
      // A reader may refuse a text; that it takes its time over it is the matter here.
    }
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

type Read = (text: string) => unknown;
type Made = (length: number) => string;

/** How much longer four times the text takes, where that is more than it may; undefined where all is well. */
function grewTooMuch(read: Read, made: Made, [small, large, floor]: Sizes) {
  // Once is mostly enough; only what seems to grow is measured again, since a busy machine may have held up one try.
  for (const tries of [1, 3]) {
    const more = timeOf(read, made(large), tries);
    if (more < floor) return undefined;
    const less = timeOf(read, made(small), tries);
    if (more <= MOST_GROWTH * less) return undefined;
    if (tries > 1) return `${small}: ${less} ms, ${large}: ${more} ms`;
  }
  return undefined;
}

describe.each([...readers])('%s', (_, read) => {
  test('takes no longer than in proportion to the text, whatever is in it', { timeout: 300_000 }, () => {
    let slowest: { ms: number; made: Made } = { ms: -1, made: repeating('a') };
    for (const token of TOKENS) {
      const made = repeating(token);
      const ms = timeOf(read, made(SMALL[1]), 1);
      if (ms > slowest.ms) slowest = { ms, made };
      const grew = ms < SMALL[2] ? undefined : grewTooMuch(read, made, SMALL);
      expect(grew, JSON.stringify(token)).toBeUndefined();
    }
    // In steps, or what takes the square of a megabyte would be waited for.
    for (const sizes of [MEDIUM, LARGE]) {
      const grew = grewTooMuch(read, slowest.made, sizes);
      expect(grew, JSON.stringify(slowest.made(20))).toBeUndefined();
    }
  });
});

test('nor does it with a few tokens in any order, again and again', { timeout: 300_000 }, () => {
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
        expect(grewTooMuch(read, made, SMALL), name).toBeUndefined();
      },
    ),
    { numRuns: 1500 },
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
