import { expect, test } from 'vitest';
import { signalNamed } from '../signals.ts';
import { proposedAfter, times } from '../testing/sessions.ts';

const productSeen = signalNamed('product_seen')!;
const said = 'The Save button is disabled until a name is entered';

const browser = (text: string) =>
  ({ kind: 'result', tool: 'mcp:playwright/browser_click', outcome: 'ok', text, tainted: true }) as const;
const runner = (text: string) =>
  ({
    kind: 'result',
    tool: 'run',
    command: 'npx playwright test',
    outcome: 'failed',
    exitCode: 1,
    text,
  }) as const;

test('what a browser or a test runner says of the product in two sessions is noted, for a person to review', () => {
  expect(proposedAfter(productSeen, ...times(2, [browser(`### Result\n${said}\n`)]))).toMatchObject([
    {
      ...{ type: 'e2e_observation', text: `Behavior seen in the product: ${said}` },
      ...{ tags: ['ui_behavior', 'e2e'], source: 'mcp_auto', needsReview: true },
    },
  ]);
  const slow = (ms: number) => [
    runner(`Running 3 tests\n    Login takes ${ms} ms to show the list of orders\n`),
  ];
  expect(proposedAfter(productSeen, slow(4000), slow(4100))).toMatchObject([
    { text: 'Timing seen in the product: Login takes 4100 ms to show the list of orders' },
  ]);
});

test.each([
  ['one session', times(1, [browser(said)])],
  ['a tool that shows no product', times(2, [{ ...browser(said), tool: 'mcp:github/list_issues' } as const])],
  ['another command', times(2, [{ ...runner(said), command: 'npm test' } as const])],
  ['markup', times(2, [browser(`<p>${said}</p>`)])],
])('%s is nothing to tell', (_, sessions) => {
  expect(proposedAfter(productSeen, ...sessions)).toEqual([]);
});
