import { expect, test } from 'vitest';
import type { Memory } from '../model/memory.ts';
import { claude } from './claude.ts';
import type { Leaving } from './exchange.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';

const leaving = (some: Partial<Memory>): Leaving => ({
  id: 'abcdefgh0000',
  type: 'gotcha',
  scope: 'project',
  scopeOf: null,
  owner: 'user',
  tier: 'short_term',
  status: 'active',
  polarity: 0,
  key: null,
  text: 'Run the build before the tests',
  tags: [],
  files: [],
  symbols: [],
  module: null,
  confidence: 1,
  source: 'user_taught',
  pinned: false,
  verified: true,
  needsReview: false,
  tainted: false,
  halfLifeDays: 60,
  expiresAt: null,
  createdAt: 1,
  updatedAt: 2,
  evidence: [],
  relations: [],
  metrics: { opportunities: 0, uses: 0, regretHits: 0, regretSaved: 0, lastUsedAt: null },
  looks: [],
  ...some,
});

test('JSON gives back what it was given', () => {
  const all = [leaving({ text: 'a "quoted"\ntext' }), leaving({ id: 'abcdefgh0001', tags: ['x'] })];

  expect(json.knows(json.write(all, 5))).toBe(true);
  expect(json.read(json.write(all, 5)).map((each) => 'whole' in each && each.whole)).toEqual(all);
});

test('JSON that is cut off, foreign or from a newer program is refused in words', () => {
  const whole = json.write([leaving({})], 5);
  expect(() => json.read(whole.slice(0, -20))).toThrow('not whole JSON');
  expect(() => json.read('{"a":1}')).toThrow('not an export of Squirrel');
  expect(() => json.read('{"squirrel":99,"memories":[]}')).toThrow('reads up to 1');
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
  const drafts = markdown.read(markdown.write(all, 5)).map((each) => 'draft' in each && each.draft);

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

  expect(markdown.read(text).map((each) => 'draft' in each && each.draft)).toEqual([
    { type: 'preference', text: 'Small commits' },
    { type: 'preference', text: 'Tabs are fine' },
    { type: undefined, text: 'Something' },
  ]);
});

test('rules for an agent leave out what is deprecated', () => {
  const text = claude.write(
    [
      leaving({ files: ['a.ts'] }),
      leaving({ text: 'Old', status: 'deprecated' }),
      leaving({ type: 'preference', text: 'Tabs' }),
    ],
    5,
  );

  expect(text).toBe(
    '# Project memory\n\n## Watch out\n\n- Run the build before the tests (`a.ts`)\n\n## How we like it\n\n- Tabs\n',
  );
});
