import { expect, test } from 'vitest';
import { aMemory } from '../../store/testing/a-memory.ts';
import { summaryText } from './summary.ts';

test('the line at the end of a turn says what was used and which calls were stopped; without either there is none', () => {
  const used = [aMemory({ id: 'aaaa00000001', text: 'Run `make` in docker' })];
  expect(summaryText({ used, briefed: 2, stopped: 1, learned: [] })).toMatch(
    /^Squirrel used 1 memory plus 2 in the brief: .+; stopped 1 call that failed before\. Right\?/,
  );
  expect(summaryText({ used: [], briefed: 2, stopped: 0, learned: [] })).toBe('');
});
