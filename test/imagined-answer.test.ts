import { rememberAll } from '@sqrl/squirrel/learn/verbs/remember.ts';
import { config } from '@sqrl/squirrel/llm/testing/config.ts';
import { type Reply, service, type TestPrompt } from '@sqrl/squirrel/llm/testing/server.ts';
import { find } from '@sqrl/squirrel/recall/verbs/find.ts';
import { spentOn } from '@sqrl/squirrel/store/projects.ts';
import { expect, test } from 'vitest';
import { open } from './support/home.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const SETTINGS =
  '[llm]\nprovider = "anthropic"\nmodel = "claude-test"\nprice_input = 10\nprice_output = 50\n';

const MEMORIES = [
  'Sessions are opaque ids in Redis with a sliding hour.',
  'Invoices are rendered with Typst.',
  'The nightly index rebuild starts at three.',
  'Money is an integer of minor units with its currency beside it.',
  'Product pictures live in R2 under their content hash.',
];
const QUESTION = 'zebra crossing etiquette';
const IMAGINED = 'Invoices are rendered as PDF with Typst, and no browser is started for it.';

async function world(reply: (heard: TestPrompt, nth: number) => Reply, settings = SETTINGS) {
  const there = await service(reply);
  const opened = open({ now: () => NOON, settings, llm: config({ url: there.url }) });
  await rememberAll(
    opened.engine,
    MEMORIES.map((text) => ({ text })),
  );
  return { ...opened, there, [Symbol.asyncDispose]: () => there[Symbol.asyncDispose]() };
}

const ask = { question: QUESTION, limit: 3, filter: {} };

test('where little is found the model imagines an answer, and what is like it is found; the call is counted', async () => {
  await using here = await world(() => ({ says: IMAGINED, tokens: [200, 30] }));
  const { hits } = await find(here.engine, ask);

  expect(here.there.heard).toHaveLength(1);
  const typst = hits.find(({ memory }) => memory.text.includes('Typst'));
  expect(typst?.why).toContain('similar to a generated answer');
  const { input, output, cost } = spentOn(here.engine.user.store, '2026-11-15');
  expect({ input, output }).toEqual({ input: 200, output: 30 });
  expect(cost).toBeGreaterThan(0);
});

test('where enough is found nobody is asked', async () => {
  await using here = await world(() => ({ says: IMAGINED, tokens: [200, 30] }));
  await rememberAll(here.engine, [
    { text: 'Sessions live in Redis for an hour.' },
    { text: 'Sessions in Redis slide: each request gives them another hour.' },
    { text: 'Redis keeps the sessions; an hour without a request ends one.' },
  ]);
  await find(here.engine, { ...ask, question: 'sessions in Redis for an hour' });
  expect(here.there.heard).toHaveLength(0);
});

test('a model that fails, or is not wished for, leaves the search as it was', async () => {
  await using failing = await world(() => ({ status: 500 }) as Reply);
  await using silent = await world(
    () => ({ says: IMAGINED, tokens: [200, 30] }),
    `${SETTINGS}imagined_answers = false\n`,
  );
  const plain = await find(silent.engine, ask);
  const { hits } = await find(failing.engine, ask);
  expect(silent.there.heard).toHaveLength(0);
  expect(hits.map(({ memory }) => memory.text)).toEqual(plain.hits.map(({ memory }) => memory.text));
});
