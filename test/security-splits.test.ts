import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { machine, type TestMachine } from '@sqrl/squirrel/cli/testing/process.ts';
import { stopDaemonOf } from '@sqrl/squirrel/daemon/control.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plantedBlocks, tracesOf } from './security/planted.ts';
import { anewWithSharedModel, typing } from './support/typing.ts';

// Texts that are cut into memories, lines or chunks on their way in: a key is recognized by its first line only, so
// each of them must be redacted as a whole before it is cut.

let here: TestMachine;
let type: ReturnType<typeof typing>;

beforeAll(() => {
  here = machine();
  type = typing(here.project, anewWithSharedModel(here.home, here.project));
  // Each command opens the memory itself, so that all is written when it has ended.
  writeFileSync(join(here.home, 'config.toml'), '[daemon]\nstart = false\n');
  execFileSync('git', ['init', '--quiet'], { cwd: here.project });
});

afterAll(async () => {
  await stopDaemonOf(here.home);
  here[Symbol.dispose]();
});

/** A document whose parts can be found again, with every planted block in it. */
function documentOf(marker: string): { text: string; lines: string[] } {
  const blocks = plantedBlocks();
  const text = blocks.map(
    ({ text }, n) =>
      `## Part ${n}\n\nAlways keep the ${marker} rule number ${n} in mind.\n\n${text}\n\nAnd the ${marker} goes on ${n}.\n`,
  );
  return { text: text.join('\n'), lines: blocks.flatMap(({ lines }) => lines) };
}

function put(path: string, text: string): string {
  const file = join(here.project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const expectNoTrace = (marker: string, lines: readonly string[]) => {
  expect(tracesOf(here.home, [marker])).not.toEqual([]);
  expect(tracesOf(here.home, lines)).toEqual([]);
};

test('a key in a note does not become a memory', async () => {
  const { text, lines } = documentOf('notemarker');
  put('docs/setup.md', text);
  expect(await type(['ingest', 'notes', 'docs'])).toMatchObject({ exit: 0, err: '' });
  expectNoTrace('notemarker', lines);
  // What stands around the keys is kept.
  expect((await type(['list', '--json'])).out).toContain('And the notemarker goes on 3');
});

test('nor does one in a rule file, and its rules keep their lines', async () => {
  const { text, lines } = documentOf('rulemarker');
  const file = put('CLAUDE.md', text);
  expect(await type(['teach', '--from', file])).toMatchObject({ exit: 0 });
  expectNoTrace('rulemarker', lines);
  const last = text.split('\n').findLastIndex((line) => line.includes('rule number 5')) + 1;
  const { out } = await type(['list', '--json']);
  const rule = JSON.parse(out).memories.find((one: { text: string }) => one.text.includes('rule number 5'));
  expect((await type(['show', rule.id, '--json'])).out).toContain(`CLAUDE.md:${last}`);
});

test.each([
  [
    'claude',
    (text: string) => `# Project memory\n\n## Notes\n\n- ${text.replaceAll('\n', '\n  ')}\n\n${text}`,
  ],
  ['markdown', (text: string) => `# Squirrel memories\n\n## gotcha\n\n- ${text.replaceAll('\n', '\n  ')}\n`],
])('nor does one in an import as %s', async (format, dress) => {
  const { text, lines } = documentOf(`${format}marker`);
  const { out } = await type(['backup', 'import', put(`${format}.txt`, dress(text)), '--format', format]);
  expect(out).toMatch(/Secrets were redacted in/);
  expectNoTrace(`${format}marker`, lines);
});

test('the password of an address that was given as a file is gone', async () => {
  const word = 'Tr0ub4dor-and-3-staples';
  const file = `https://ada:${word}@git.shop.test/web.git`;
  const { out } = await here.sqrl(['remember', 'The filemarker is there', '--file', file, '--json']);
  expect(JSON.parse(out).redacted).toEqual(['password']);
  expectNoTrace('filemarker', [word]);
});
