import { expect, test } from 'vitest';
import type { ToolUse } from '../types.ts';
import { ContextWindow, type EpisodicMemory, type WindowSnapshot } from './context-window.ts';
import type { ContextItem } from './item.ts';

const toolUse = ({ name, input }: { name: string; input: unknown }): ToolUse => {
  const { path, command } = input as { path?: string; command?: string };
  return { tool: name as ToolUse['tool'], command: command ?? null, files: path ? [path] : [] };
};

/** A window in which every letter is a token, and its memory. */
function opened(maxTokens: number, more: Partial<ConstructorParameters<typeof ContextWindow>[0]> = {}) {
  const remembered: { summary: string; items: readonly ContextItem[] }[] = [];
  const memory: EpisodicMemory = {
    remember: async (summary, items) => void remembered.push({ summary, items }),
    recall: async (query) =>
      remembered.flatMap(({ summary }) => summary.split('\n').filter((line) => line.includes(query))),
  };
  const window = new ContextWindow({
    maxTokens,
    memory,
    toolUse,
    countTokens: (text) => text.length,
    ...more,
  });
  let calls = 0;
  const call = (name: string, input: object, result: string, failed = false) => {
    const id = `call ${++calls}`;
    window.add({ id, type: 'call', content: '', calls: [{ id, name, input }] });
    window.add({ id: `result ${calls}`, type: 'result', content: result, resultOf: id, failed });
    return id;
  };
  return { window, remembered, call };
}

const text = (length: number) => 'x'.repeat(length);

test('nothing goes below 80 %, and above it at least 30 % of the tokens with their summary', async () => {
  const { window, remembered, call } = opened(1000);
  window.add({ type: 'user', content: text(100) });
  for (let i = 0; i < 6; i++) call('read', { path: `src/${i}.ts` }, text(100));
  expect((await window.prune()).removed).toEqual([]);

  call('read', { path: 'src/6.ts', start_line: 1, end_line: 20 }, text(100));
  const before = window.tokens;
  const { removed, tokens, summary } = await window.prune();

  expect(before - tokens).toBeGreaterThanOrEqual(before * 0.3);
  expect(summary.split('\n')).toEqual(['- read src/0.ts', '- read src/1.ts', '- read src/2.ts']);
  expect(remembered).toEqual([{ summary, items: removed }]);
  expect(await window.recall('src/1.ts')).toEqual(['- read src/1.ts']);
});

test('what was read anew goes first, then what is large, old, or in the file anyway', async () => {
  const { window, call } = opened(1000);
  window.add({ type: 'user', content: 'go' });
  call('read', { path: 'a.ts' }, text(60));
  call('read', { path: 'b.ts' }, text(60));
  call('edit', { path: 'b.ts', with: 'more' }, text(150));
  call('read', { path: 'c.ts', offset: 10, limit: 5 }, text(60));
  call('run', { command: 'npm test' }, text(40));
  call('run', { command: 'cd . && npm test 2>&1' }, text(40));
  call('read', { path: 'c.ts' }, text(250));
  call('read', { path: 'd.ts' }, text(100));
  const { removed } = await window.prune();
  expect(removed.flatMap(({ calls }) => calls?.map(({ input }) => input) ?? [])).toEqual([
    { path: 'b.ts', with: 'more' },
    { path: 'c.ts', offset: 10, limit: 5 },
    { command: 'npm test' },
  ]);
});

test('neither a call that waits for its result goes, nor what a kept item depends on, nor what is sticky', async () => {
  const { window, call } = opened(1000);
  window.add({ type: 'user', content: 'first' });
  const plan = window.add({ type: 'task', content: text(300), sticky: true });
  const waiting = { id: 'waiting', name: 'run', input: { command: 'npm run dev' } };
  window.add({ id: 'waits', type: 'call', content: text(300), calls: [waiting] });
  const read = call('read', { path: 'a.ts' }, text(300));
  const kept = window.add({ type: 'assistant', content: 'about a.ts', dependencies: [read], sticky: true });
  const loose = call('read', { path: 'b.ts' }, text(30));
  window.add({ type: 'user', content: 'last' });
  await window.prune();
  expect([plan, 'waits', read, kept].every((id) => window.has(id))).toBe(true);
  expect(window.has(loose)).toBe(false);
  expect(window.tokens).toBeGreaterThan(800);
});

test('an item goes right after the last one that depends on it', async () => {
  const { window } = opened(300);
  window.add({ type: 'user', content: 'first' });
  const base = window.add({ type: 'code', content: text(60), relevance: 0.1 });
  window.add({ type: 'assistant', content: text(60), relevance: 0.2, dependencies: [base] });
  window.add({ type: 'assistant', content: text(150), relevance: 1 });
  window.add({ type: 'user', content: 'last' });
  const { removed } = await window.prune();
  expect(removed.map(({ relevance }) => relevance)).toEqual([0.1, 0.2]);
});

test('a snapshot goes through JSON, and the window goes on from it as if nothing had happened', async () => {
  const snapshots: WindowSnapshot[] = [];
  const { window, call } = opened(1000, { onSnapshot: (each) => snapshots.push(each), now: () => 5 });
  window.setTask('one');
  window.add({ type: 'user', content: 'go' });
  for (let i = 0; i < 12; i++) call('read', { path: `${i % 5}.ts` }, text(90));
  await window.prune();
  expect(snapshots.map(({ reason }) => reason)).toEqual(['task', 'pruning']);
  const last = snapshots.at(-1)!;
  expect(last.pruned.length).toBeGreaterThan(0);
  expect(Object.keys(last.relevance)).toHaveLength(last.items.length);

  const stored = JSON.parse(JSON.stringify(window.snapshot()));
  const restored = ContextWindow.restore(stored, {
    toolUse,
    countTokens: (each) => each.length,
    now: () => 5,
  });
  expect(restored.snapshot()).toEqual(window.snapshot());
  for (const each of [window, restored]) each.add({ id: 'more', type: 'assistant', content: text(600) });
  for (const each of [window, restored]) each.add({ id: 'end', type: 'user', content: 'end' });
  expect((await restored.prune()).removed).toEqual((await window.prune()).removed);
  expect(() => ContextWindow.restore({ ...stored, version: 2 })).toThrow('version 1 is known');
});

test('the agent goes on when memory fails, and the summary is sent with the next', async () => {
  let isDown = true;
  const told: string[] = [];
  const memory: EpisodicMemory = {
    remember: (summary) => {
      if (isDown) throw new Error('down');
      told.push(summary);
    },
    recall: () => Promise.reject(new Error('down')),
  };
  const { window, call } = opened(200, { memory, code: () => Promise.reject(new Error('down')) });
  const first = await window.prepare('go');
  expect(first).toEqual([{ role: 'user', content: [{ type: 'text', text: 'go' }] }]);
  for (const path of ['a.ts', 'b.ts']) call('read', { path }, text(90));
  expect((await window.prune()).removed.length).toBeGreaterThan(0);
  isDown = false;
  for (const path of ['c.ts', 'd.ts']) call('read', { path }, text(90));
  await window.prune();
  expect(told).toEqual(['- read a.ts\n- read b.ts\n- read c.ts']);
});

test('preparing a message prunes, adds code and past work, and gives messages with results after their calls', async () => {
  const { window, remembered, call } = opened(1000, {
    code: (asked) => [{ path: 'src/login.ts', lines: [3, 4], text: `code for ${asked}`, relevance: 0.5 }],
  });
  window.add({ type: 'system', content: 'You write code.' });
  await window.prepare('start');
  call('read', { path: 'login.ts' }, text(500));
  window.add({ type: 'assistant', content: 'I fixed login.' });
  call('run', { command: 'npm test' }, `${text(300)}\n2 failed`, true);
  expect(remembered).toEqual([]);
  const messages = await window.prepare('login');
  expect(remembered.map(({ summary }) => summary)).toEqual(['- read login.ts']);
  expect(messages).toEqual([
    { role: 'system', content: 'You write code.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'start' },
        { type: 'text', text: 'src/login.ts:3-4\ncode for start' },
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I fixed login.' },
        { type: 'tool-call', toolCallId: 'call 2', toolName: 'run', input: { command: 'npm test' } },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'call 2',
          toolName: 'run',
          output: { type: 'error-text', value: `${text(300)}\n2 failed` },
        },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'login' },
        { type: 'text', text: 'src/login.ts:3-4\ncode for login' },
        { type: 'text', text: 'Relevant past work:\n- read login.ts' },
      ],
    },
  ]);
});
