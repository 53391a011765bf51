import { expect, test } from 'vitest';
import { stepOverrun } from './step-overrun.ts';
import { changes, proposedAfter, times } from './testing/sessions.ts';

const plans = (count: number) =>
  Array.from({ length: count }, () => ({ kind: 'call', tool: 'plan', toolName: 'TaskCreate' }) as const);
const writesList = (count: number) =>
  ({
    kind: 'call',
    tool: 'plan',
    toolName: 'TodoWrite',
    text: `TodoWrite\n${Array.from({ length: count }, (_, i) => `[ ] step ${i}`).join('\n')}`,
  }) as const;
const work = changes('src/billing/tax.ts');

test.each([
  ['one by one', times(3, [...plans(3), work, ...plans(4)])],
  ['as a list', times(3, [writesList(3), work, writesList(7)])],
])('plans that grow while the work is done (kept %s) are told of the folder', (_, sessions) => {
  expect(proposedAfter(stepOverrun, ...sessions)).toMatchObject([
    {
      type: 'task_calibration',
      text: 'Work in `src/billing` takes more steps than planned: plans of 3 became 7 (3 sessions). Read more before planning there.',
    },
  ]);
});

test.each([
  ['a plan that was kept', times(3, [...plans(6), work])],
  ['a plan that grew a little', times(3, [...plans(6), work, ...plans(1)])],
  ['a plan made before anything was changed', times(3, [...plans(3), ...plans(6), work])],
  ['no plan', times(3, [work, work])],
])('%s says nothing', (_, sessions) => {
  expect(proposedAfter(stepOverrun, ...sessions)).toEqual([]);
});
