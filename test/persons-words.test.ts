import type { Memory } from '@sqrl/base/model/memory.ts';
import { runs } from '@sqrl/base/testing/runs.ts';
import { careForMemories } from '@sqrl/squirrel/learn/verbs/live.ts';
import { addInjection } from '@sqrl/squirrel/store/delivery/receipts.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR, keep, NOON, SETTINGS, tell } from './support/deliveries.ts';
import { open } from './support/home.ts';
import { type MadeStep, madeSession } from './support/made-session.ts';

const DAY = 24 * HOUR;
const RULE = 'Amounts in invoices are rounded once, at the end';

/** Steps with and without an occasion for the rule. */
const STEPS: MadeStep[] = [
  { says: 'Fix the footer' },
  { says: 'Why are the amounts in invoices rounded twice?' },
  { edit: 'src/footer.css' },
  { edit: 'src/invoices/amounts.ts' },
  { run: 'npm test' },
  { run: 'npm test', failed: 'FAIL: expected 2' },
];

/** A session a few days after the last, in which the rule was told at the start or not. */
const sessionOf = fc.record({
  days: fc.integer({ min: 0, max: 40 }),
  isTold: fc.boolean(),
  isCared: fc.boolean(),
  steps: fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 4 }),
});

const persons = fc.record({
  by: fc.constantFrom<Partial<Memory>>(
    { source: 'user_said' },
    { source: 'user_taught' },
    { source: 'file_index' },
    { source: 'observer_inferred', verified: true },
    { source: 'agent_explicit', pinned: true },
  ),
  type: fc.constantFrom('preference', 'decision', 'requirement', 'gotcha', 'pattern' as const),
  status: fc.constantFrom('provisional', 'active' as const),
  halfLifeDays: fc.constantFrom(null, 1, 60),
});

function happens(engine: Engine, id: string, at: number, steps: readonly MadeStep[], told: string[]): void {
  madeSession(engine, { id, at }, steps);
  addInjection(engine.own.store, {
    ...{ id: `told-${id}`, client: 'claude-code', session: id, at, point: 'session start', about: null },
    ...{ tokens: 9, holdout: 'full', shown: true, memories: told, passages: [] },
  });
}

const isToldIn = async (engine: Engine, session: string, { id }: Memory): Promise<boolean> =>
  (await tell(engine, { point: 'session start', because: 'startup' }, session)).text.includes(id);

test('a person’s word that is told at the start is told after any sessions that neither replace nor reject it', async () => {
  await fc.assert(
    fc.asyncProperty(
      persons,
      fc.array(sessionOf, { minLength: 12, maxLength: 20 }),
      async ({ by, ...some }, sessions) => {
        const begun = NOON - sessions.reduce((sum, { days }) => sum + days, 1) * DAY;
        let now = begun;
        const { engine, client } = open({ settings: SETTINGS, now: () => now });
        const memory = keep(engine, { text: RULE, ...by, ...some, createdAt: begun, updatedAt: begun });
        // One that is not told at first shows nothing, so another is drawn in its place.
        fc.pre(await isToldIn(engine, 'first', memory));
        for (const [n, { days, isTold, isCared, steps }] of sessions.entries()) {
          now += days * DAY + HOUR;
          happens(engine, `made-${n}`, now, steps, isTold ? [memory.id] : []);
          if (isCared) await careForMemories(engine);
        }
        now = NOON;
        await careForMemories(engine);
        expect(await isToldIn(engine, 'last', memory)).toBe(true);
        await client.close();
      },
    ),
    { numRuns: runs(8) },
  );
});

test('after fifteen sessions without an occasion a rule stands, and proof calls nothing ignored', async () => {
  const { engine, client } = open({ settings: SETTINGS, now: () => NOON });
  const past = { text: RULE, createdAt: NOON - 20 * DAY, updatedAt: NOON - 20 * DAY };
  const rule = keep(engine, { ...past, source: 'user_said', type: 'preference' });
  const guess = keep(engine, { ...past, text: `${RULE}, it seems`, source: 'observer_inferred' });
  const ids = [rule.id, guess.id];
  for (let n = 0; n < 15; n++)
    happens(engine, `idle-${n}`, NOON - (19 - n) * DAY, [STEPS[0]!, STEPS[2]!], ids);
  expect((await careForMemories(engine)).steps.filter(({ did }) => did !== 'trusted')).toEqual([]);
  const idle = (await client.call('proof', {})).counted.overall;
  expect(idle).toMatchObject({ reminders: 15, outcomes: { ignored: 0, followed: 0 } });
  expect((await client.call('memoryHistory', { id: rule.id })).tally).toMatchObject({ chances: 0, uses: 0 });

  // With occasions, both are counted; only what was inferred goes for it.
  for (let n = 0; n < 12; n++)
    happens(engine, `due-${n}`, NOON - 3 * DAY + n * HOUR, [STEPS[1]!, STEPS[4]!], ids);
  const { steps } = await careForMemories(engine);
  expect(steps.filter(({ did }) => did === 'deprecated')).toMatchObject([
    {
      memory: guess.id,
      why: expect.stringContaining(
        'came up in 12 episodes after it was shown and was used in 0; the limit is a share of',
      ),
    },
  ]);
  expect((await client.call('proof', {})).counted.overall.outcomes.ignored).toBe(24);
  expect((await client.call('memoryHistory', { id: rule.id })).tally).toMatchObject({ chances: 12, uses: 0 });
  expect(await isToldIn(engine, 'last', rule)).toBe(true);
});
