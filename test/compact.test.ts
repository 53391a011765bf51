import type { Memory } from '@sqrl/base/model/memory.ts';
import { contextualText } from '@sqrl/embedder/context.ts';
import { careForMemories } from '@sqrl/squirrel/learn/verbs/live.ts';
import { addEvidence } from '@sqrl/squirrel/store/memory/belongings.ts';
import { rowById } from '@sqrl/squirrel/store/memory/memories.ts';
import { setVector } from '@sqrl/squirrel/store/vectors/stored-index.ts';
import { inProcess } from '@sqrl/squirrel/verbs.ts';
import { expect, test } from 'vitest';
import { HOUR, keep, NOON, opened } from './support/deliveries.ts';
import { madeSession } from './support/made-session.ts';

const DAY = 24 * HOUR;
const OLD = { createdAt: NOON - 200 * DAY, updatedAt: NOON - 200 * DAY };
const INFERRED = { source: 'observer_inferred', confidence: 0.8, halfLifeDays: 60, ...OLD } as const;

const REDIS = [
  'The integration tests hang when Redis is not running.',
  'The integration tests need Redis on port 6380, not on the default port.',
  'The integration tests empty the Redis database before they run.',
];

test('old, rarely used memories of one matter become one that keeps their words and proofs', async () => {
  const engine = opened();
  const { store } = engine.own;
  const add = async (text: string, some: Partial<Memory> = {}): Promise<Memory> => {
    const memory = keep(engine, { ...INFERRED, text, ...some });
    const row = rowById(store, memory.id)!;
    const [vector] = (await engine.meaning.ofMemories([contextualText(memory)]))!;
    setVector(store, row, engine.meaning.model, vector!);
    addEvidence(store, row, [
      { proof: 'failure_then_success', episode: null, events: [], quote: text, at: memory.createdAt },
    ]);
    return memory;
  };
  const members: Memory[] = [];
  for (const [i, text] of REDIS.entries()) members.push(await add(text, { files: [`test/${i}.ts`] }));
  const others = [
    await add('Invoices are rendered with Typst.'),
    await add('The integration tests skip Redis on Windows.', { verified: true }),
    await add('The integration tests start Redis in a container in CI.', {
      createdAt: NOON - DAY,
      updatedAt: NOON - DAY,
    }),
  ];
  for (let day = 80; day > 0; day--)
    madeSession(engine, { id: `day ${day}`, at: NOON - day * DAY }, [{ says: 'Rename the button' }]);

  const { steps } = await careForMemories(engine);

  expect(
    steps
      .filter(({ why }) => why.startsWith('put together with similar old memories'))
      .map(({ memory }) => memory),
  ).toEqual(members.map(({ id }) => id));
  const client = inProcess(engine);
  const { memories } = await client.call('list', { limit: 100 });
  const made = memories.find(({ text }) => text === REDIS.join(' '))!;
  expect(memories.map(({ id }) => id).toSorted()).toEqual(
    [made.id, ...others.map(({ id }) => id)].toSorted(),
  );
  expect(made).toMatchObject({ type: 'gotcha', files: ['test/0.ts', 'test/1.ts', 'test/2.ts'] });
  // As faded as they are: it is not told by itself because it is new.
  expect(made.confidence).toBeLessThan(0.4);
  const { evidence, relations } = await client.call('get', { id: made.id });
  expect(evidence.map(({ quote }) => quote)).toEqual(REDIS);
  for (const { id } of members)
    for (const kind of ['derived_from', 'supersedes'])
      expect(relations).toContainEqual({ kind, to: id, confidence: 1 });
  const { hits } = await client.call('find', {
    question: 'which port does Redis have in the integration tests?',
  });
  expect(hits.map(({ memory }) => memory.id)).toContain(made.id);

  expect((await careForMemories(engine)).steps).toEqual([]);
});
