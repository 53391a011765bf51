import { expect, test } from 'vitest';
import type { KeptSighting } from '../../../model/sighting.ts';
import type { ObservedStep, SessionSummary, Signal } from '../signal.ts';
import { whereabouts } from './whereabouts.ts';
import { workUnit } from './work-unit.ts';

const step = (some: Partial<ObservedStep>): ObservedStep => ({
  id: 'e1',
  agent: null,
  at: Date.UTC(2026, 0, 2),
  kind: 'prompt',
  tool: null,
  toolName: null,
  call: null,
  command: null,
  files: [],
  outcome: null,
  exitCode: null,
  text: '',
  tokens: null,
  durationMs: null,
  branch: null,
  tainted: false,
  episode: 'ep1',
  place: 0,
  ...some,
});

const edit = (path: string, some: Partial<ObservedStep> = {}) =>
  step({
    kind: 'result',
    tool: 'edit',
    outcome: 'ok',
    files: [{ path, outside: false, way: 'edit', lines: null }],
    ...some,
  });

/** What one session leaves, as it is kept. */
function seenIn<S>(signal: Signal<S>, session: string, steps: readonly ObservedStep[]): KeptSighting[] {
  const state = signal.begin();
  for (const each of steps) signal.see(state, each);
  return signal
    .finish(state, {} as SessionSummary)
    .map((seen) => ({ ...seen, signal: signal.name, agents: 1, session, sessionKind: 'build' }));
}

test('a task is kept with its day and the files it was done in, the busiest first', () => {
  const seen = seenIn(workUnit, 's', [
    step({ text: 'Please add a confirmation dialog before the cart is emptied.' }),
    edit('src/cart.ts'),
    edit('src/dialog.ts'),
    edit('src/dialog.ts'),
    edit('CHANGELOG.md'),
  ]);
  expect(workUnit.propose(seen)).toMatchObject({
    type: 'work_unit_outcome',
    text: '“Please add a confirmation dialog before the cart is emptied” (2026-01-02) changed `src/dialog.ts` and `src/cart.ts`.',
    files: ['src/dialog.ts', 'src/cart.ts'],
  });
});

test.each([
  ['nothing was changed', [step({ text: 'Explain how the cart is emptied here' })]],
  [
    'a change failed',
    [step({ text: 'Empty the cart after the payment' }), edit('src/cart.ts', { outcome: 'failed' })],
  ],
  [
    'the prompt is a standing wish',
    [step({ text: 'From now on we use pnpm, not npm, for all packages.' }), edit('src/cart.ts')],
  ],
  ['the prompt says nothing', [step({ text: 'go on' }), edit('src/cart.ts')]],
  [
    'a subagent was asked',
    [step({ text: 'Empty the cart after the payment', agent: 'a1' }), edit('src/cart.ts')],
  ],
])('where %s there is no task to tell of', (_, steps) => {
  expect(seenIn(workUnit, 's', steps)).toEqual([]);
});

test('a file is known by the tasks that changed it, once they differ', () => {
  const of = (session: string, text: string) =>
    seenIn(whereabouts, session, [step({ text }), edit('src/pay.ts')]);
  const [retry, refund] = [
    of('a', 'Retry the payment twice on timeouts'),
    of('b', 'Show refunds in the order history'),
  ];
  const again = of('c', 'Retry the payment twice on timeouts again');
  expect(whereabouts.propose([...retry, ...again])).toBeNull();
  expect(whereabouts.propose([...retry, ...refund])?.text).toBe(
    'Recent work in `src/pay.ts`: “Show refunds in the order history”; “Retry the payment twice on timeouts” (2 sessions).',
  );
});
