import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { tool as agentsTool, RunContext } from '@openai/agents-core';
import { memoryTools as aiSdkTools } from '@sqrl/sdk/adapters/ai-sdk.ts';
import { memoryTools as claudeTools } from '@sqrl/sdk/adapters/claude-agent.ts';
import { memoryTools as langchainTools } from '@sqrl/sdk/adapters/langchain.ts';
import { memoryTools as openAiTools } from '@sqrl/sdk/adapters/openai-agents.ts';
import { memoryOver } from '@sqrl/sdk/memory.ts';
import type { Memory } from '@sqrl/sdk/types.ts';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';

/** A project with an open memory. */
function aShop() {
  const project = join(temporaryFolder(), 'shop');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'main.ts'), 'export {};\n');
  let time = Date.UTC(2026, 10, 15, 12);
  const now = () => time++;
  const { client } = open({ project, now });
  const memory = memoryOver(
    { client: Promise.resolve(client), cwd: project, isPaused: () => false, now },
    { timeoutMs: 600_000, pointLimitsMs: { systemPrompt: 6e5, firstMessage: 6e5, toolResult: 6e5 } },
  );
  return { memory, later: (ms: number) => (time += ms) };
}

const textsOf = (found: readonly { text: string }[]) => found.map(({ text }) => text);

test('what is kept for one user is found, changed and deleted for that user alone', async () => {
  const { memory } = aShop();
  const tea = 'Drinks green tea in the morning';
  const ann = await memory.add(tea, { user: 'ann@example.com', agent: 'waiter', tags: ['drink'] });
  const bob = await memory.add(tea, { user: 'bob' });
  await memory.add('The kitchen closes at ten');
  expect([ann.did, bob.did, ann.user, ann.agent, ann.tags]).toEqual([
    ...['added', 'added', 'ann@example.com', 'waiter'],
    ['drink'],
  ]);

  const asked = 'what to drink in the morning';
  expect((await memory.search(asked, { user: 'bob' })).map(({ id }) => id)).toEqual([bob.id]);
  expect((await memory.search(asked, { agent: 'waiter', tags: ['drink'] })).map(({ id }) => id)).toEqual([
    ann.id,
  ]);
  expect(textsOf(await memory.search(asked))).not.toContain(tea);
  expect(textsOf((await memory.list()).memories)).toEqual(['The kitchen closes at ten']);
  expect(await memory.list({ user: 'ann@example.com', agent: 'cook' })).toEqual({ memories: [], total: 0 });
  // Nor does an agent that asks through another door see it.
  expect((await memory.call('recall', { question: asked })).text).not.toContain('green tea');
  expect((await memory.call('find', { question: 'green tea' })).hits).toEqual([]);
  expect((await memory.call('find', { question: 'green tea', exact: true })).hits).toEqual([]);

  const changed = await memory.update(bob.id, { text: 'Drinks coffee in the morning', tags: ['hot'] });
  expect([changed.text, changed.user, changed.tags]).toEqual([
    'Drinks coffee in the morning',
    'bob',
    ['hot'],
  ]);
  expect(textsOf((await memory.list({ user: 'ann@example.com' })).memories)).toEqual([tea]);

  expect(await memory.delete(ann.id)).toBe(1);
  expect((await memory.add(tea, { user: 'ann@example.com' })).did).toBe('added');
  await memory.add('Sits at the window', { user: 'bob', run: 'r1' });
  expect(await memory.delete({ user: 'bob' })).toBe(2);
  expect((await memory.list({ user: 'bob' })).total).toBe(0);
  await expect(memory.delete({})).rejects.toThrow('No user, agent or run is named');
});

test('a later word replaces an earlier one of the same user only, and does not expire', async () => {
  const { memory, later } = aShop();
  const place = (text: string, user: string) => memory.add(text, { user, key: 'seat', by: 'person' });
  const first = await place('Sits at the window', 'ann');
  await place('Sits at the bar', 'bob');
  later(400 * 24 * 3600_000);
  expect((await place('Sits in the garden', 'ann')).superseded).toEqual([first.id]);
  const seats = async (user: string) => textsOf((await memory.list({ user })).memories);
  expect([await seats('ann'), await seats('bob')]).toEqual([['Sits in the garden'], ['Sits at the bar']]);
});

test('only a session for the same user is told, and a user makes no rules for others', async () => {
  const { memory } = aShop();
  await memory.add('Never run npm install here, always use pnpm', { user: 'ann', by: 'person' });
  await memory.blocks({ user: 'ann' }).set('profile', 'Ann, allergic to nuts');
  const told = async (whose?: { user?: string; agent?: string }) => {
    const session = memory.session({ task: 'Set the table', ...(whose && { whose }) });
    return (await session.systemPrompt()).text;
  };
  expect(await told()).toBe('');
  expect(await told({ user: 'bob' })).toBe('');
  const anns = await told({ user: 'ann', agent: 'waiter' });
  expect(anns).toContain('always use pnpm');
  expect(anns).toContain('<memory_block label="profile">\nAnn, allergic to nuts\n</memory_block>');
  const session = memory.session({ task: 'Set the table' });
  const install = { id: 'c', name: 'bash', input: { command: 'npm install' } };
  expect(await session.beforeToolCall(install)).toMatchObject({ text: '', stop: false });
  expect((await session.beforeFirstMessage('Run npm install')).text).not.toContain('pnpm');
});

test('blocks are edited in place', async () => {
  const { memory } = aShop();
  const blocks = memory.blocks({ user: 'ann' });
  await blocks.set('profile', 'Name: Ann');
  await blocks.append('profile', 'Table: 4');
  await blocks.replace('profile', 'Table: 4', 'Table: 7');
  await memory.blocks({ user: 'ann', agent: 'waiter' }).set('profile', 'Other');
  expect(await blocks.list()).toMatchObject([{ label: 'profile', text: 'Name: Ann\nTable: 7' }]);
  await expect(blocks.replace('profile', 'Table: 9', '')).rejects.toThrow('has these words 0 times');
  await expect(blocks.set('profile', 'x'.repeat(5001))).rejects.toThrow('5001 characters');
  await blocks.set('profile', '');
  expect(await blocks.text()).toBe('');
  expect(() => memory.blocks({})).toThrow('No user, agent or run is named');
});

type Run = (name: string, given: Record<string, unknown>) => Promise<string>;

/** Each library's own way of running a tool. */
const LIBRARIES: Record<string, (memory: Memory, scope: { user: string }) => Promise<Run>> = {
  'AI SDK': async (memory, scope) => {
    const tools = aiSdkTools(memory, scope);
    return (name, given) => tools[name]!.execute(given);
  },
  LangChain: async (memory, scope) => {
    const tools = langchainTools(memory, scope);
    return async (name, given) =>
      String(await tools.find((each) => each.name === name)!.invoke(given as never));
  },
  'OpenAI Agents': async (memory, scope) => {
    const tools = openAiTools(memory, scope).map((each) => agentsTool(each));
    return async (name, given) =>
      String(await tools.find((each) => each.name === name)!.invoke(new RunContext(), JSON.stringify(given)));
  },
  'Claude Agent SDK': async (memory, scope) => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await claudeTools(memory, scope).instance.connect(ours);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(theirs);
    return async (name, given) => {
      const { content } = await client.callTool({ name, arguments: given });
      return (content as { text: string }[])[0]!.text;
    };
  },
};

test.each(Object.keys(LIBRARIES))('an agent of %s keeps memories of its user', async (name) => {
  const { memory } = aShop();
  const bobs = await memory.add('Drinks coffee in the morning', { user: 'bob' });
  const run = await LIBRARIES[name]!(memory, { user: 'ann' });
  const id = /Remembered as (\w+)/.exec(await run('add_memory', { text: 'Drinks tea in the morning' }))![1]!;
  expect(await run('search_memory', { query: 'morning drink' })).toBe(`${id}: Drinks tea in the morning`);
  const newer = await run('update_memory', { id, text: 'Drinks water in the morning' });
  expect(newer).toContain(`replaces ${id}`);
  expect((await memory.list({ user: 'ann' })).memories).toMatchObject([
    { text: 'Drinks water in the morning', user: 'ann' },
  ]);
  expect(await run('delete_memory', { id: bobs.id })).toContain('is not kept for you');
  expect(await run('edit_memory_block', { label: 'profile', find: '', text: 'Ann' })).toBe(
    'The block profile is now:\nAnn',
  );
  expect(await run('delete_memory', { id: 'zzzz' })).toMatch(/zzzz/);
});
