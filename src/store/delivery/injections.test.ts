import { expect, test } from 'vitest';
import { openStore } from '../open.ts';
import { addInjection, type Injection, injectionsOf, keepDelivered } from './injections.ts';

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
