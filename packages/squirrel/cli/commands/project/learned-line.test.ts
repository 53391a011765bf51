import { expect, test } from 'vitest';
import { learnedLine } from './ingest.ts';

const nothing = {
  learned: [],
  changed: [],
  superseded: [],
  withdrawn: [],
  putAway: [],
  rules: { added: 0, changed: 0, removed: 0 },
  drafts: { kept: 0, reinforcing: 0, dropped: {} },
  notices: [],
};

test('learning says what changed, also where only a rule file did', () => {
  expect(learnedLine(nothing)).toBeUndefined();
  expect(learnedLine({ ...nothing, learned: ['a'], withdrawn: ['b'] })).toBe(
    'Learned 1 memory, 1 withdrawn.',
  );
  expect(learnedLine({ ...nothing, rules: { added: 2, changed: 1, removed: 1 } })).toBe(
    '2 rules from files added, 1 changed, 1 removed.',
  );
});
