import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cpuMs, excessGrowth } from '@sqrl/base/testing/growth.ts';
import { describe, expect, test } from 'vitest';
import { ending, reading, repeating, TOKENS } from './support/growing-texts.ts';
import { patient } from './support/patient.ts';
import { EXCUSED, textReaders } from './support/stranger-texts.ts';

patient();

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url));
const readers = await textReaders();

/** Length of a text, and the CPU time below which a measurement says nothing. */
type Sample = readonly [length: number, minMs: number];

/** Long enough to find the texts that a reader takes longest over. */
const PROBE_LENGTH = 2_000;
const PROBED_TEXTS = 8;
const SMALL: Sample = [8_000, 40];
const MEDIUM: Sample = [64_000, 80];
const LARGE: Sample = [200_000, 75];
/** A reader that takes this long over a medium text was compared over it; a large one is for what a medium one hides. */
const ENOUGH_MS = 250;

/** Every text of one token, and the same with another end. */
const TEXTS = TOKENS.flatMap((token) => {
  const made = repeating(token);
  return [
    { made, name: JSON.stringify(token) },
    { made: ending(made), name: `${JSON.stringify(token)} and an end` },
  ];
});

/** The texts that a reader takes longest over. */
const slowestTexts = (read: (text: string) => unknown) =>
  TEXTS.map((text) => ({ ...text, ms: cpuMs(() => reading(read, text.made)(PROBE_LENGTH)) }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, PROBED_TEXTS);

// With random tokens in random order: `npm run bench -- growth`.
describe.each([...readers])('%s', (_, read) => {
  test('takes no longer than in proportion to the text, whatever is in it', () => {
    let slowest = { ms: -1, made: repeating('a'), name: '' };
    for (const { made, name } of slowestTexts(read)) {
      const work = reading(read, made);
      const [length, minMs] = SMALL;
      const ms = cpuMs(() => work(length));
      if (ms > slowest.ms) slowest = { ms, made, name };
      if (ms >= minMs) expect(excessGrowth(work, length, minMs), name).toBeUndefined();
    }
    // In steps, so that a quadratic reader fails before it is given a long text.
    const work = reading(read, slowest.made);
    expect(excessGrowth(work, ...MEDIUM), slowest.name).toBeUndefined();
    // Twice, since the collection of garbage may have slowed the first.
    const ms = Math.min(
      slowest.ms,
      cpuMs(() => work(SMALL[0])),
    );
    if (ms * (MEDIUM[0] / SMALL[0]) < ENOUGH_MS)
      expect(excessGrowth(work, ...LARGE), slowest.name).toBeUndefined();
  });
});

/** Rooms in which every exported function that takes a text is accounted for. */
const ROOMS = [
  'base/text',
  'base/shell',
  'base/redact',
  'squirrel/clients',
  'squirrel/ingest',
  'squirrel/learn/observe',
  'squirrel/learn/claims',
  'squirrel/learn/statements',
  'squirrel/learn/gate',
  'squirrel/learn/notes',
  'squirrel/recall',
  'squirrel/daemon/hooks',
  'squirrel/exchange',
];

/** Verbs and setup call what is measured; they read no text themselves. */
const LEFT_OUT = /\.test\.ts$|\/(?:testing|verbs|setup|views)\//;

const TAKES_TEXT =
  /^export (?:async )?(?:const|function) (\w+)(?:<[^>]*>)?\s*(?::\s*\(\w+: string\b|(?:=\s*(?:async )?)?\(\s*\w+: string\b(?!\[))/gm;

const excused = new Set(Object.values(EXCUSED).flatMap((files) => files.trim().split(/\s+/)));

test('every function that takes a text is measured, or has a reason not to be', () => {
  const missing = ROOMS.flatMap((room) => globSync(`${room}/**/*.ts`, { cwd: PACKAGES }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !LEFT_OUT.test(file) && !excused.has(file))
    .flatMap((file) =>
      Array.from(readFileSync(PACKAGES + file, 'utf8').matchAll(TAKES_TEXT), ([, name]) => `${file} ${name}`),
    )
    .filter((id) => !readers.has(id));
  expect(missing, 'list each in READERS, or in EXCUSED, of test/support/stranger-texts.ts').toEqual([]);
});

test('every reason not to measure is about a file that is there', () => {
  const gone = [...excused].filter((file) => !existsSync(PACKAGES + file));
  expect(gone, 'take these out of EXCUSED in test/support/stranger-texts.ts').toEqual([]);
});
