import { expect, test } from 'vitest';
import type { Tool } from '../model/event.ts';
import { type FileOwnership, taintOf as judged, type TaintStep } from './taint.ts';

const own: FileOwnership = {
  isForeign: ({ outside }) => outside,
  fileOf: (path) => ({ path, outside: path.startsWith('/elsewhere/') }),
};
const taintOf = (steps: readonly TaintStep[]) => judged(steps, own);
const nothing = { command: null, outcome: null, read: [], wrote: [] };

const prompt = (agent: string | null = null): TaintStep => ({
  agent,
  kind: 'prompt',
  tool: null,
  ...nothing,
});
const reply = (agent: string | null = null): TaintStep => ({ agent, kind: 'reply', tool: null, ...nothing });
const result = (tool: Tool, agent: string | null = null): TaintStep => ({
  agent,
  kind: 'result',
  tool,
  ...nothing,
});
const call = (tool: Tool, agent: string | null = null): TaintStep => ({
  agent,
  kind: 'call',
  tool,
  ...nothing,
});

test.each<Tool>(['fetch', 'web search', 'mcp:memo/recall', 'other'])(
  'what follows a result of %s in its turn is tainted',
  (tool) => {
    const steps = [prompt(), call(tool), reply(), result(tool), reply(), result('edit'), prompt(), reply()];
    expect(taintOf(steps)).toEqual([false, false, false, true, true, true, false, false]);
  },
);

test.each<Tool>(['mcp:squirrel/get_task_context', 'mcp:plugin_squirrel_squirrel/remember'])(
  'what Squirrel itself answers by %s does not taint',
  (tool) => {
    expect(taintOf([prompt(), result(tool), reply(), result('edit')])).not.toContain(true);
  },
);

test('what Squirrel hands out unreviewed taints like anything from outside', () => {
  expect(taintOf([prompt(), result('mcp:squirrel/memory_get'), reply()])).toEqual([false, true, true]);
});

test('a refused command brings nothing from outside, since it never ran', () => {
  const install = { ...result('run'), command: 'yarn add dayjs' };
  expect(taintOf([prompt(), { ...install, outcome: 'rejected' }, reply()])).not.toContain(true);
  expect(taintOf([prompt(), { ...install, outcome: 'failed' }, reply()])).toEqual([false, true, true]);
});

test('the project’s own files and local commands do not taint', () => {
  const steps = [
    prompt(),
    { ...result('read'), read: [{ path: 'src/a.ts', outside: false }] },
    { ...result('run'), command: 'npm test && git status' },
    reply(),
  ];
  expect(taintOf(steps)).not.toContain(true);
});

test('a file is an agent’s own where it wrote it before anything foreign came in', () => {
  const read = { ...result('read'), read: [{ path: '/elsewhere/a.ts', outside: true }] };
  const write = { ...result('write'), wrote: ['/elsewhere/a.ts'] };
  expect(taintOf([prompt(), write, prompt(), read])).toEqual([false, false, false, false]);
  expect(taintOf([prompt(), result('fetch'), write, prompt(), read])).toEqual([
    false,
    true,
    true,
    false,
    true,
  ]);
});

test.each<[string, TaintStep]>([
  ['a file elsewhere', { ...result('read'), read: [{ path: '/tmp/page.html', outside: true }] }],
  ['a command that fetches', { ...result('run'), command: 'curl -s https://example.com' }],
  ['a command that prints such a file', { ...result('run'), command: 'cat /elsewhere/page.html' }],
])('%s taints', (_, step) => {
  expect(taintOf([prompt(), step, reply()])).toEqual([false, true, true]);
});

test('what a subagent fetched taints its parent only when the parent hears of it', () => {
  const steps = [
    prompt(),
    call('task'),
    prompt('a'),
    result('fetch', 'a'),
    reply('a'),
    reply(),
    result('task'),
    reply(),
  ];
  expect(taintOf(steps)).toEqual([false, false, false, true, true, false, true, true]);
});

test('a subagent that did not fetch taints nobody', () => {
  const steps = [prompt(), call('task'), prompt('a'), result('read', 'a'), result('task'), reply()];
  expect(taintOf(steps)).not.toContain(true);
});

test('a task that is given in a tainted turn is tainted from its beginning', () => {
  const steps = [prompt(), result('fetch'), call('task'), prompt('a'), result('edit', 'a')];
  expect(taintOf(steps)).toEqual([false, true, true, true, true]);
});
