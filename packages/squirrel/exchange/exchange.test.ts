import type { Memory } from '@sqrl/base/model/memory.ts';
import { expect, test } from 'vitest';
import { aMemory } from '../store/testing/a-memory.ts';
import { claude, takeOwnRules } from './claude.ts';
import type { ExportedMemory } from './exchange.ts';
import { jsonFormat } from './json.ts';
import { markdownFormat } from './markdown.ts';

const leaving = (some: Partial<Memory>): ExportedMemory => ({
  ...aMemory({ text: 'Run the build before the tests', verified: true, ...some }),
  evidence: [],
  relations: [],
  metrics: { opportunities: 0, uses: 0, regretHits: 0, regretSaved: 0, lastUsedAt: null },
  looks: [],
});

test('JSON gives back what it was given', () => {
  const all = [leaving({ text: 'a "quoted"\ntext' }), leaving({ id: 'abcdefgh0001', tags: ['x'] })];

  const { text, memories } = jsonFormat.write(all, 5);
  expect(memories).toBe(2);
  expect(jsonFormat.knows(text)).toBe(true);
  expect(jsonFormat.read(text).map((each) => 'whole' in each && each.whole)).toEqual(all);
});

test('JSON that is cut off, foreign or from a newer program is refused in words', () => {
  const { text: whole } = jsonFormat.write([leaving({})], 5);
  expect(() => jsonFormat.read(whole.slice(0, -20))).toThrow('Invalid JSON');
  expect(() => jsonFormat.read('{"a":1}')).toThrow('not an export of Squirrel');
  expect(() => jsonFormat.read('{"squirrel":99,"memories":[]}')).toThrow('reads up to 1');
});

test('Markdown keeps texts, types and what a person would miss', () => {
  const all = [
    leaving({
      text: 'Two lines:\n- one\n- two',
      tags: ['a-->b', 'c'],
      files: ['src/a.ts'],
      key: 'build.order',
    }),
    leaving({ type: 'decision', text: 'Postgres', scope: 'global', pinned: true, expiresAt: 99 }),
  ];
  const drafts = markdownFormat
    .read(markdownFormat.write(all, 5).text)
    .map((each) => 'draft' in each && each.draft);

  expect(drafts).toEqual([
    {
      type: 'gotcha',
      text: 'Two lines:\n- one\n- two',
      tags: ['a-->b', 'c'],
      files: ['src/a.ts'],
      key: 'build.order',
      scope: 'project',
    },
    { type: 'decision', text: 'Postgres', scope: 'global', pinned: true, expiresAt: 99 },
  ]);
});

test('Markdown edited by hand still counts', () => {
  const text =
    '# Squirrel memories\n\n## preference\n\n- Small commits\n- Tabs are fine\n  <!-- {broken -->\n\n## not a type\n\n- Something\n';

  expect(markdownFormat.read(text).map((each) => 'draft' in each && each.draft)).toEqual([
    { type: 'preference', text: 'Small commits' },
    { type: 'preference', text: 'Tabs are fine' },
    { type: undefined, text: 'Something' },
  ]);
});

test.each([
  ['{"name":"shop"}', true],
  ['\uFEFF\n[{"a":1}]', true],
  ['{ // with comments\n "a": 1 }', true],
  ['[1, 2]', true],
  ['{}', true],
  ['[The docs](https://example.org) say it all', false],
  ['[1]: https://example.org', false],
  ['{{ title }}\n\n- A rule', false],
  ['# A note', false],
])('%j is taken for JSON: %s', (text, is) => {
  expect(jsonFormat.knows(text)).toBe(is);
  if (is) expect(() => jsonFormat.read(text.trim())).toThrow('not an export of Squirrel');
});

test('rules for an agent leave out what is deprecated or has expired, and do not count it', () => {
  const written = claude.write(
    [
      leaving({ files: ['a.ts'] }),
      leaving({ text: 'Old', status: 'deprecated' }),
      leaving({ text: 'Over', expiresAt: 5 }),
      leaving({ type: 'preference', text: 'Tabs', expiresAt: 6 }),
    ],
    5,
  );

  expect(written).toEqual({
    text: '# Project memory\n\n## Watch out\n\n- Run the build before the tests (`a.ts`)\n\n## How we like it\n\n- Tabs\n',
    memories: 2,
  });
});

test('rules that were written here come back without headings and with their files', () => {
  const texts = ['Never push:\n\n- on Fridays\n- at night', 'Say it (`--dry-run`)', 'Ask', '# is a comment'];
  const { text } = claude.write(
    [
      leaving({ text: texts[0]!, files: ['src/a.ts', 'Makefile'] }),
      leaving({ text: texts[1]! }),
      leaving({ text: texts[2]!, type: 'preference' }),
      leaving({ text: texts[3]!, type: 'preference' }),
    ],
    5,
  );
  const { rules, rest } = takeOwnRules(text);

  expect(rules.map(({ draft }) => draft)).toEqual([
    { text: texts[0], files: ['src/a.ts', 'Makefile'] },
    { text: texts[1] },
    { text: texts[2] },
    { text: texts[3] },
  ]);
  expect(rest.match(/^- /m)).toBeNull();
});

test("a person's own rules are left to be read as a note, next to ours and without", () => {
  const added = '# Project memory\n\n## Watch out\n\n- Ours\n\nA remark.\n\n## Style\n\n- Theirs\n';
  const { rules, rest } = takeOwnRules(added);
  expect(rules.map(({ draft }) => draft.text)).toEqual(['Ours']);
  expect(rest).toContain('A remark.\n\n## Style\n\n- Theirs');

  const foreign = '# Shop\n\n## Watch out\n\n- Theirs\n';
  expect(takeOwnRules(foreign)).toEqual({ rules: [], rest: foreign });
});
