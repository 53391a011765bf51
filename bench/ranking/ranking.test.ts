import { afterAll, expect, test } from 'vitest';
import { readCorpus } from './corpus.ts';
import { ask, learn } from './corpus-engine.ts';
import { scoreOf } from './places.ts';

// One project of the corpus: all of it is what `bench ranking` is for, and takes a minute.
const corpus = readCorpus(['shop']);
const learned = await learn(corpus);
afterAll(() => learned[Symbol.asyncDispose]());

const kinds = Map.groupBy(corpus.questions, ({ kind }) => kind);
const places = new Map<string, number[]>();

test.each([...kinds.keys()])(
  '%s questions find what they found before, for the same reasons',
  async (kind) => {
    const told: string[] = [];
    for (const question of kinds.get(kind)!) {
      const hits = await ask(learned, question);
      const place = hits.findIndex((hit) => learned.nameOf(hit) === question.answer);
      places.set(kind, [...(places.get(kind) ?? []), place]);
      const atHand = question.files.length > 0 ? ` (at hand: ${question.files.join(', ')})` : '';
      told.push(
        `${question.text}${atHand}`,
        ...hits
          .slice(0, Math.max(3, place + 1))
          .map(
            (hit, i) =>
              `${i === place ? '*' : ' '} ${i + 1}. ${learned.nameOf(hit)} ${hit.score.toFixed(2)}: ${hit.why.join('; ')}`,
          ),
        ...(place < 0 ? [`  ${question.answer} is not among them.`] : []),
        '',
      );
    }
    await expect(told.join('\n')).toMatchFileSnapshot(`golden/${kind}.txt`);
  },
);

test('whoever changes how well they are found changes the scoreboard and says why', async () => {
  const all = [...places.values()].flat();
  const lines = [['all', all] as const, ...places].map(([kind, some]) => {
    const { mrr, at1, at5, at10 } = scoreOf(some);
    return `${kind.padEnd(14)}${String(some.length).padStart(4)} questions  MRR ${mrr}  @1 ${at1}  @5 ${at5}  @10 ${at10}`;
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('golden/scoreboard.txt');
});

test('what was replaced never comes up', async () => {
  const replaced = new Set(corpus.memories.flatMap(({ was }) => was ?? []));
  expect(replaced.size).toBeGreaterThan(2);
  for (const text of ['RabbitMQ background jobs', 'JWT sessions seven days', 'deploy on Heroku']) {
    const hits = await ask(learned, { kind: 'key', text, answer: '', files: [] });
    expect(hits.map(learned.nameOf).filter((name) => replaced.has(name))).toEqual([]);
  }
});

test('the corpus is as large as it says, and every question has its answer there', () => {
  const { memories, questions } = readCorpus();
  expect(memories.length).toBeGreaterThanOrEqual(600);
  expect(questions.length).toBeGreaterThanOrEqual(120);
  expect(new Set(memories.map(({ draft }) => draft.text)).size).toBe(memories.length);
  expect(new Set(memories.map(({ name }) => name)).size).toBe(memories.length);
});
