import { hashOf } from '@sqrl/base/text/clean.ts';
import { addMemory } from '@sqrl/squirrel/store/memory/memories.ts';
import { aMemory } from '@sqrl/squirrel/store/testing/a-memory.ts';
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
  expect(left).toMatchObject([
    { id: general.memory.id, because: 'the project has its own memory with this key' },
  ]);
});

test('where the project says nothing of the matter, or only speaks of it, the user’s word is told', async () => {
  const { client } = open();
  const { memory } = await client.call('remember', { text: NPM, scope: 'global' });
  await client.call('remember', { text: 'The npm registry of the package manager is mirrored. It is slow.' });
  const { lines } = await client.call('recall', { question: 'which package manager do we use' });
  expect(lines.map((line) => line.memory.id)).toContain(memory.id);
});

test.each([
  ['in this project', 'project'],
  ['in all projects', 'global'],
] as const)(
  'a teammate’s rule and one of the user’s own %s are both told, each with its owner',
  async (_, scope) => {
    const { engine, client } = open();
    const { store } = engine.own;
    const theirs = aMemory({
      text: 'We use pnpm as package manager.',
      type: 'preference',
      key: 'tool.package_manager',
      owner: 'team',
      userId: 'dana@example.com',
      source: 'file_index',
      confidence: 0.8,
      createdAt: Date.now() - 1000,
      updatedAt: Date.now() - 1000,
    });
    store.transaction(() => addMemory(store, theirs, hashOf(theirs.text)));
    const { memory, superseded } = await client.call('remember', { text: NPM, scope });
    expect(memory.key).toBe(theirs.key);
    expect(superseded).toEqual([]);
    const both = [
      'dana@example.com (shared in git): “We use pnpm as package manager.”',
      '(the user’s own) Always use npm as package manager.',
    ];
    const { text } = await client.call('recall', { question: 'which package manager do we use' });
    const brief = await client.call('deliver', {
      client: 'codex',
      session: 's1',
      moment: { point: 'session start', because: 'startup' },
      at: Date.now(),
    });
    for (const line of both) {
      expect(text).toContain(line);
      expect(brief.text).toContain(line);
    }
  },
);
