import { expect, test } from 'vitest';
import { open } from './support/home.ts';

const NPM = 'Always use npm as package manager.';

test.each([
  ['a rule of its own', 'We use pnpm as package manager.'],
  ['one of several in a text', 'We use pnpm as package manager. Tests run with vitest, not jest.'],
])('a briefing tells the project’s word and not the user’s beside it: %s', async (_, own) => {
  const { client } = open();
  const general = await client.call('remember', { text: NPM, scope: 'global' });
  const { memory } = await client.call('remember', { text: own });
  const { lines, left } = await client.call('recall', { question: 'which package manager do we use' });
  expect(lines.map((line) => line.memory.id)).toEqual([memory.id]);
  expect(left).toMatchObject([{ id: general.memory.id, because: { code: 'omit.overruled' } }]);
});

test('where the project says nothing of the matter, or only speaks of it, the user’s word is told', async () => {
  const { client } = open();
  const { memory } = await client.call('remember', { text: NPM, scope: 'global' });
  await client.call('remember', { text: 'The npm registry of the package manager is mirrored. It is slow.' });
  const { lines } = await client.call('recall', { question: 'which package manager do we use' });
  expect(lines.map((line) => line.memory.id)).toContain(memory.id);
});
