import { expect, test } from 'vitest';
import { aMemory } from '../../store/testing/a-memory.ts';
import { summaryText } from './summary.ts';

const used = [aMemory({ id: 'aaaa00000001', text: 'Run `make` in docker' })];
const NOTHING = { used: [], briefed: 0, stopped: 0, saved: { avoided: 0, tokens: 0 }, learned: [] };

test('the line at the end of a turn says what was used and which calls were stopped; without either there is none', () => {
  expect(summaryText({ ...NOTHING, used, briefed: 2, stopped: 1 }, 'cautious')).toMatch(
    /^Squirrel used 1 memory plus 2 in the brief: .+; stopped 1 call\.\nConfirm each\?/,
  );
  expect(
    summaryText({ ...NOTHING, used, stopped: 2, saved: { avoided: 1, tokens: 1234 } }, 'cautious'),
  ).toContain('stopped 2 calls, 1 not made again: about 1,200 tokens of discovery saved.\nConfirm each?');
  expect(
    summaryText({ ...NOTHING, used, stopped: 1, saved: { avoided: 1, tokens: 0 } }, 'cautious'),
  ).toContain('stopped 1 call, not made again.\nConfirm each?');
  expect(summaryText({ ...NOTHING, briefed: 2 }, 'cautious')).toBe('');
});

test('the more a project’s memory is trusted, the less a person is asked about it', () => {
  const sure = aMemory({ id: 'bbbb00000001', text: 'Tests need REDIS_URL' });
  const doubtful = aMemory({ id: 'bbbb00000002', text: 'Deploys go out on Tuesdays', needsReview: true });
  const said = { ...NOTHING, used, learned: [sure, doubtful] };
  const confirm = (ids: string) => `sqrl review --confirm ${ids}\``;

  expect(summaryText(said, 'cautious').split('\n').slice(0, 3)).toEqual([
    'Squirrel used 1 memory: “Run `make` in docker” (aaaa00000001); learned 2 memories:',
    expect.stringMatching(/^ {2}1\/2 [a-z ]+ “Tests need REDIS_URL” \(bbbb00000001\)$/),
    expect.stringMatching(/^ {2}2\/2 [a-z ]+ “Deploys go out on Tuesdays” \(bbbb00000002\), waits for you$/),
  ]);
  expect(summaryText(said, 'cautious')).toContain(
    'edit: `sqrl edit bbbb00000001 "…"`; x: `sqrl review --reject bbbb00000001`',
  );
  expect(summaryText(said, 'cautious')).toContain(`Confirm each? ok: \`${confirm('bbbb00000001')}`);
  expect(summaryText(said, 'standard')).toContain(`All right? ok: \`${confirm('bbbb00000001 bbbb00000002')}`);
  const condensed = summaryText(said, 'confident');
  expect(condensed).toContain('learned 2 memories; 1 of them to decide:');
  expect(condensed).toContain('“Deploys go out on Tuesdays”');
  expect(condensed).toContain(confirm('bbbb00000002'));
  expect(condensed).not.toContain('REDIS_URL');
  expect(summaryText({ ...said, learned: [sure] }, 'confident')).toBe(
    'Squirrel used 1 memory; learned 1 memory.',
  );
  expect(summaryText(said, 'autonomous')).toBe('');
});
