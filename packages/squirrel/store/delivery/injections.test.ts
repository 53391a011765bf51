import { expect, test } from 'vitest';
import { removeTraces } from '../memory/memories.ts';
import { openStore } from '../open.ts';
import { addInjection, type Injection, injectionsOf, keepDelivered, latestDeliveries } from './receipts.ts';

const injection: Injection = {
  id: 'a',
  client: 'codex',
  session: 's',
  at: 1,
  point: 'session start',
  about: 'startup',
  tokens: 40,
  holdout: 'full',
  shown: true,
  memories: ['first0000001', 'second000002'],
  passages: [],
};

test('a receipt keeps what reached the client, and goes where nothing did', () => {
  using store = openStore(':memory:', { now: () => 1 });
  addInjection(store, injection);
  keepDelivered(store, 'a', '{"additionalContext":"Use tabs [Memory #first0000001]"}');
  expect(injectionsOf(store, 'codex', 's')).toMatchObject([{ memories: ['first0000001'] }]);
  keepDelivered(store, 'a', '');
  expect(injectionsOf(store, 'codex', 's')).toEqual([]);
});

test('a receipt says why each memory was delivered or left out, until the memory is deleted', () => {
  using store = openStore(':memory:', { now: () => 1 });
  const why = `its trigger is met: npm test`;
  const left = [{ memory: 'third0000003', because: 'over the token limit' }];
  addInjection(store, { ...injection, why: { first0000001: why }, left });
  const [noted] = latestDeliveries(store, 1);
  expect(noted).toMatchObject({
    memories: [
      { memory: 'first0000001', why },
      { memory: 'second000002', why: null },
    ],
    left,
  });
  for (const { memory } of [...noted!.memories, ...noted!.left].slice(1)) removeTraces(store, memory);
  expect(latestDeliveries(store, 1)).toMatchObject([{ memories: [{ memory: 'first0000001' }], left: [] }]);
});
