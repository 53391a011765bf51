import { expect, test } from 'vitest';
import { observed, proposedAfter, reads, says } from '../testing/sessions.ts';
import { selfCorrection } from './self-correction.ts';

const learned = (text: string) =>
  proposedAfter(selfCorrection, [says(text)]).map((proposal) => proposal.text);

test.each([
  [
    'It turns out that the worker reads `QUEUE_URL`, not `REDIS_URL`.',
    'The worker reads `QUEUE_URL`, not `REDIS_URL`.',
  ],
  [
    'Wait, actually the CI job runs `npm run check` instead of `npm test`.',
    'The CI job runs `npm run check`, not `npm test`.',
  ],
  ['`ratePaths` is on `IShop`, not on `Cart`.', '`ratePaths` is on `IShop`, not on `Cart`.'],
  [
    'The issue is clear from the docs: the `shop` command takes `--force`, not `--yes`.',
    'The `shop` command takes `--force`, not `--yes`.',
  ],
])('an agent that takes something back teaches it: %s', (said, text) => {
  expect(learned(said)).toEqual([text]);
});

test.each([
  'Wait, let me check that again.',
  'Actually, I will use a map instead of an array.',
  'Actually, looking at it again, the design is not that bad.',
  'Let me reconsider. The problem may lie elsewhere.',
  'Hmm, that is not right. Let me try a different approach.',
  'This approach won’t work. I need to abandon this.',
  'It turns out that `loadRates` might read the file twice, not once.',
  'Is `taxRate` actually a string, not a number?',
  'It is actually a string, not a number, in `taxRate`.',
  'Correction: three tests, not two.',
  'The function is called `loadRates`.',
  'The card now uses `border-b`, not `border`.',
  '`src/tax.ts` is modified but not staged.',
  'The lint errors in `tax.ts` are from an earlier change, not from this commit.',
  "I'll drop this because it is too slow to be useful here.",
  'This does not work because `loadRates` is missing.',
])('everyday words teach nothing: %s', (said) => {
  expect(learned(said)).toEqual([]);
});

test('only the agent’s own words are looked at, and what came after foreign text is tainted', () => {
  const text = 'The migrations run from `db/migrate.ts`, not from `db/up.ts`.';
  expect(
    observed(selfCorrection, [
      { kind: 'prompt', text },
      { kind: 'result', tool: 'run', text },
    ]),
  ).toEqual([]);
  expect(observed(selfCorrection, [says(text, { tainted: true })])).toMatchObject([
    { tainted: true, proof: 'self_correction', quote: text },
  ]);
});

test('about a thing that no tool touched it is only the agent’s word, and waits for a person', () => {
  const said = says('The migrations run from `db/migrate.ts`, not from `db/up.ts`.');
  const [unmet] = proposedAfter(selfCorrection, [said]);
  expect(unmet!.needsReview).toBe(true);
  const [met] = proposedAfter(selfCorrection, [reads('db/migrate.ts'), said]);
  expect(met!.needsReview).toBe(false);
});
