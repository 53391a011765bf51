import { settleStoredSession } from '@sqrl/squirrel/learn/verbs/settle.ts';
import { findPassages } from '@sqrl/squirrel/recall/passages/find-passages.ts';
import { findTalks } from '@sqrl/squirrel/recall/talks/find-talks.ts';
import { timeAsked } from '@sqrl/squirrel/recall/time-range.ts';
import { talksIn } from '@sqrl/squirrel/store/passages/talks.ts';
import { addSaid } from '@sqrl/squirrel/store/testing/said.ts';
import { embedPassages } from '@sqrl/squirrel/workspace/embed-passages.ts';
import { expect, test } from 'vitest';
import { type Opened, open } from './support/home.ts';
import { letterEmbedder } from './support/letters.ts';

const BEGAN = Date.UTC(2026, 9, 1);
const HOUR = 3_600_000;

/** Puts a conversation into the project's store; the person and the agent speak in turn. */
function talk({ engine }: Opened, session: string, texts: readonly string[], at = BEGAN): number {
  const { store } = engine.own;
  const said = texts.map((text, i) => ({ kind: i % 2 ? ('reply' as const) : ('prompt' as const), text }));
  const row = addSaid(store, said, { session, at });
  settleStoredSession(store, row);
  return row;
}

const many = (n: number, what: string) => Array.from({ length: n }, (_, i) => `${what} number ${i}`);

test('the talk that holds all words of a question comes before one with a message that holds most', async () => {
  const opened = open({ project: '/projects/shop' });
  const harbour = talk(opened, 'harbour', [
    'Boats wait at the harbour gate',
    'I can open it by a timer.',
    'No, the pilot opens it by radio',
    'Then the lamp turns green.',
  ]);
  talk(opened, 'boats', ['Paint the boats', 'Which colour?', 'The gate stays red', 'Done.']);
  talk(opened, 'other', ['Sort the letters', 'They are sorted.', 'Thanks', 'Gladly.']);
  const [first, ...others] = await findTalks(opened.engine, {
    question: 'pilot lamp at the harbour gate',
    limit: 3,
  });
  expect(first).toMatchObject({ sessionRow: harbour, agent: null, from: 1, to: 4, words: 1, cosine: 0 });
  expect(first!.best[0]!.passage.text).toMatch(/harbour gate|pilot/);
  for (const { score } of others) expect(score).toBeLessThan(first!.score);
});

test('a long session is several talks, and a short rest belongs to the last', () => {
  const opened = open({ project: '/projects/shop' });
  talk(opened, 'long', many(45, 'message'));
  expect(talksIn(opened.engine.own.store).talks.map(({ from, to }) => [from, to])).toEqual([
    [1, 20],
    [21, 45],
  ]);
});

test('talks are known as far as the sessions have grown, and forgotten with them', () => {
  const opened = open({ project: '/projects/shop' });
  const { store } = opened.engine.own;
  talk(opened, 'one', many(4, 'apple'));
  const two = talk(opened, 'two', many(4, 'pear'));
  const before = talksIn(store);
  expect(talksIn(store)).toBe(before);
  talk(opened, 'three', many(2, 'plum'));
  const after = talksIn(store);
  expect(after.talks.map(({ from, to }) => [from, to])).toEqual([
    [1, 4],
    [1, 4],
    [1, 2],
  ]);
  // What has not grown is as it was.
  expect(after.talks[0]).toBe(before.talks[0]);
  store.sql('delete from event where session = ?').run(two);
  expect(talksIn(store).talks).toHaveLength(2);
});

test('only talks of the time asked about are found', async () => {
  const opened = open({ project: '/projects/shop' });
  talk(opened, 'old', ['The lantern is blue', 'Yes.'], BEGAN);
  const late = talk(opened, 'late', ['The lantern is red', 'Yes.'], BEGAN + 48 * HOUR);
  const time = { from: BEGAN + 24 * HOUR, to: BEGAN + 72 * HOUR, said: 'then' };
  const found = await findTalks(opened.engine, { question: 'which lantern', limit: 5, time });
  expect(found.map(({ sessionRow }) => sessionRow)).toEqual([late]);
});

test('a talk without vectors is found by its words among talks that have them', async () => {
  const opened = open({
    project: '/projects/shop',
    embedder: letterEmbedder(),
    settings: '[conversations]\nmax_vectors = 12\n',
  });
  const old = talk(opened, 'old', ['The zebra crossing rule', 'Two lamps, then stop.'], BEGAN);
  for (const n of [1, 2, 3, 4]) talk(opened, `new${n}`, many(3, `errand ${n}`), BEGAN + n * HOUR);
  expect(await embedPassages(opened.engine)).toMatchObject({ embedded: 12 });
  const [first] = await findTalks(opened.engine, { question: 'the zebra crossing lamps', limit: 3 });
  expect(first).toMatchObject({ sessionRow: old, cosine: 0 });
});

test('the words that name a time are not looked for, in words or in meaning', async () => {
  const embedder = letterEmbedder();
  const asked: string[] = [];
  const opened = open({
    project: '/projects/shop',
    embedder: {
      ...embedder,
      embed(texts, purpose) {
        if (purpose === 'question') asked.push(...texts);
        return embedder.embed(texts, purpose);
      },
    },
  });
  talk(opened, 'july', ['The lantern leaked and is gone', 'July, July, July.'], Date.UTC(2026, 6, 3));
  const question = 'why is the lantern gone in July?';
  const time = timeAsked(question, BEGAN);
  const [first] = await findPassages(opened.engine, { question, limit: 2, time, rerank: false });
  expect(first!.passage.text).toBe('The lantern leaked and is gone');
  const talks = await findTalks(opened.engine, { question, limit: 2, time });
  expect(talks).toHaveLength(1);
  expect(asked).toEqual(['why is the lantern gone ?']);
});
