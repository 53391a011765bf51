import { expect, test } from 'vitest';
import { aMemory } from '../../store/testing/a-memory.ts';
import { summaryText } from './summary.ts';

test('the line at the end of a turn says what was used and which calls were stopped; without either there is none', () => {
  const used = [aMemory({ id: 'aaaa00000001', text: 'Run `make` in docker' })];
  const nothing = { avoided: 0, tokens: 0 };
  expect(summaryText({ used, briefed: 2, stopped: 1, saved: nothing, learned: [] })).toMatch(
    /^Squirrel used 1 memory plus 2 in the brief: .+; stopped 1 call that failed before\. Right\?/,
  );
  expect(
    summaryText({ used, briefed: 0, stopped: 2, saved: { avoided: 1, tokens: 1234 }, learned: [] }),
  ).toContain(
    'stopped 2 calls that failed before, 1 not made again: about 1,200 tokens of discovery saved. Right?',
  );
  expect(
    summaryText({ used, briefed: 0, stopped: 1, saved: { avoided: 1, tokens: 0 }, learned: [] }),
  ).toContain('stopped 1 call that failed before, not made again. Right?');
  expect(summaryText({ used: [], briefed: 2, stopped: 0, saved: nothing, learned: [] })).toBe('');
});
