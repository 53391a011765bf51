import { asksWhere, touchedLast } from '@sqrl/squirrel/recall/ask/layers.ts';
import { describe, expect, test } from 'vitest';
import { open } from './support/home.ts';
import { meet, textOf } from './support/mcp.ts';
import { worked } from './support/work.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const HOUR = 3_600_000;

describe('a question about where the work stands', () => {
  test.each([
    'Where did I leave off?',
    'where were we',
    'what was I working on?',
    'Where did we stop yesterday?',
    'Wo war ich stehengeblieben?',
    'Woran haben wir zuletzt gearbeitet?',
    'Où en étais-je ?',
    '¿Dónde me quedé?',
  ])('is one: %s', (question) => expect(asksWhere(question)).toBe(true));

  test.each([
    'Where did I leave off with the payment retry?',
    'where is the parser?',
    'where do we deploy to?',
    'what did we decide about caching?',
    '',
  ])('is none: %s', (question) => expect(asksWhere(question)).toBe(false));

  test.each([
    ['what happened last time I touched src/pay/retry.ts?', 'src/pay/retry.ts'],
    ['What broke the last time we changed the parser?', 'parser'],
    ['when did we last work on the desktop app', 'desktop app'],
    ['Was war, als ich zuletzt am Parser gearbeitet habe?', 'Parser'],
    ['La dernière fois que j’ai modifié le panier ?', 'panier'],
    ['how do we parse?', undefined],
  ])('%s asks for work on %s', (question, subject) => expect(touchedLast(question)).toBe(subject));
});

function aHistory() {
  const home = open({ now: () => NOON });
  worked(
    home.engine,
    [
      { prompt: 'Retry the payment when the client times out' },
      { edit: 'src/pay/retry.ts' },
      { run: 'pnpm test', says: '9 passed' },
      { reply: 'The retry waits two seconds now.' },
    ],
    { session: 'first', at: NOON - 30 * HOUR },
  );
  worked(
    home.engine,
    [
      { prompt: 'Rename the cart to basket' },
      { edit: 'src/cart.ts' },
      { reply: 'Renamed in one file.\n\nShall I rename the table as well?' },
    ],
    { session: 'second', at: NOON - 3 * HOUR },
  );
  return home;
}

test('where I left off: the last task with its last words, and what is not committed', async () => {
  const { client } = aHistory();
  const { agent } = await meet(client);
  const asked = { name: 'recall', arguments: { question: 'Where did I leave off?' } };
  const told = textOf(await agent.callTool(asked));
  expect(told).toMatch(/^## Last task\n- 2026-11-15 “Rename the cart to basket” \(/);
  expect(told).toMatch(/The user said last: “Rename the cart to basket” \[said:\w+\]/);
  expect(told).toMatch(/The agent said last: “Shall I rename the table as well\?” \[said:\w+\]/);
  expect(told).toContain('## Changed, not committed in that session\n- `src/cart.ts`');
  expect(told).toMatch(/## Recent work\n- 2026-11-14 “Retry the payment .* \[said:\w+\]$/);
  const similar = { about: 'similar', of: 'retry the payment after a timeout of the client' };
  const past = textOf(await agent.callTool({ name: 'history', arguments: similar }));
  expect(past).toMatch(/^- 2026-11-14 “Retry the payment .*\[said:\w+\]$/);
  const session = await agent.callTool({ name: 'get_session_context', arguments: {} });
  expect(textOf(session)).toBe(told);
  const { work, by, citations } = await client.call('ask', { question: 'Wo war ich stehengeblieben?' });
  expect(work.map(({ task }) => task)).toEqual([
    'Rename the cart to basket',
    'Retry the payment when the client times out',
  ]);
  expect([by, citations]).toEqual(['extract', []]);
});

test('the last time: the tasks that changed such files, with how they ended', async () => {
  const { client } = aHistory();
  const question = 'What happened last time I touched the pay module?';
  const { tasks, passages } = await client.call('ask', { question });
  expect(tasks).toMatchObject([
    {
      task: 'Retry the payment when the client times out',
      said: { text: 'The retry waits two seconds now.' },
    },
  ]);
  expect(passages).toEqual([]);
  const { text } = await client.call('recall', { question: 'when did we last change src/cart.ts?' });
  expect(text).toMatch(
    /^## Past work, the latest first\n- 2026-11-15 “Rename the cart to basket” .*Changed src\/cart\.ts\./,
  );
  expect(text).not.toContain('payment');
});

test('a task that was taken up again and done is not unfinished, and stands once', async () => {
  const { engine, client } = open({ now: () => NOON });
  const prompt = 'Make the flaky upload test pass on the slow machine';
  const failing = [
    { prompt },
    { edit: 'src/upload.ts' },
    { run: 'pnpm test', says: 'FAIL upload: timed out', fails: true },
  ];
  worked(engine, failing, { session: 'a', at: NOON - 9 * HOUR });
  worked(engine, failing, { session: 'b', at: NOON - 8 * HOUR });
  const before = await client.call('where', {});
  expect(before.unfinished).toHaveLength(1);
  expect(before.last).toHaveLength(1);
  expect(before.failure).not.toBeNull();
  worked(
    engine,
    [
      { prompt },
      { edit: 'src/upload.ts' },
      { run: 'pnpm test src', says: '1 passed' },
      { reply: 'It passes.' },
    ],
    { session: 'c', at: NOON - 7 * HOUR },
  );
  expect((await client.call('where', {})).unfinished).toEqual([]);
});

test('the history of a file has one line a task', async () => {
  const { engine, client } = open({ now: () => NOON });
  worked(
    engine,
    [{ prompt: 'Tidy the cart' }, { read: 'src/cart.ts' }, { edit: 'src/cart.ts' }, { edit: 'src/cart.ts' }],
    { session: 'a', at: NOON - 9 * HOUR },
  );
  const { agent } = await meet(client);
  const told = await agent.callTool({ name: 'history', arguments: { about: 'file', of: 'src/cart.ts' } });
  expect(textOf(told)).toBe('- 2026-11-15 edit, read src/cart.ts by codex, for “Tidy the cart”');
});
