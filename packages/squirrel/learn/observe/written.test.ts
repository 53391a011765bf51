import type { KeptSighting } from '@sqrl/base/model/sighting.ts';
import { expect, test } from 'vitest';
import { written } from './model-answers.ts';

const seen = (session: string, op: string, text: string): KeptSighting => ({
  signal: 'written',
  matter: 'tool.package_manager',
  session,
  sessionKind: 'build',
  at: 1,
  episode: null,
  events: ['1'],
  quote: text,
  proof: 'explicit_statement',
  tainted: false,
  agents: 1,
  strength: 0.9,
  branch: null,
  facts: {
    op,
    text,
    type: 'decision',
    scope: 'project',
    scopeOf: null,
    tier: 'short_term',
    polarity: 0,
    key: 'tool.package_manager',
    ttlDays: null,
    confidence: 0.7,
    files: [],
    replaces: op === 'ADD' ? null : 'aaaa',
    conflicts: null,
    grounds: 'person',
  },
});

test('said again in other sessions it is surer; what contradicts it is not surer for that', () => {
  const before = [
    seen('one', 'ADD', 'Packages come from npm.'),
    seen('two', 'ADD', 'Packages come from npm.'),
  ];
  expect(written.propose(before)).toMatchObject({ confidence: 0.75, replaces: null });
  expect(written.propose([...before, seen('three', 'UPDATE', 'Packages come from pnpm.')])).toMatchObject({
    text: 'Packages come from pnpm.',
    confidence: 0.7,
    replaces: 'aaaa',
    source: 'user_said',
  });
});
