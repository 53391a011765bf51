import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { acceptReader } from '../reading/testing/acceptance.ts';
import { foldersIn } from '../reading/testing/fixtures.ts';
import { logPieces, readEvents, takeAll } from '../reading/testing/read-whole.ts';
import { recognize } from '../recognize.ts';
import { vscodeLogs } from './logs.ts';

// No VS Code runs here. These chats are written after its public source (chatModel.ts, chatSessionOperationLog.ts and
// objectMutationLog.ts of microsoft/vscode), not by it.
const NOON = Date.UTC(2026, 10, 15, 12);
const uri = (path: string) => ({ $mid: 1, path, scheme: 'file' });
const done = { modelState: { value: 1, completedAt: NOON + 900 } };

const run = (command: string, text: string, exitCode: number, more: object = {}) => ({
  kind: 'toolInvocationSerialized',
  ...{
    toolId: 'run_in_terminal',
    toolCallId: `call_${exitCode}`,
    isComplete: true,
    isConfirmed: { type: 4 },
  },
  invocationMessage: 'Running a command',
  toolSpecificData: {
    ...{ kind: 'terminal', commandLine: { original: 'npm t', userEdited: command } },
    ...{ terminalCommandOutput: { text }, terminalCommandState: { exitCode, duration: 1200 } },
  },
  ...more,
});

const first = {
  ...{ requestId: 'request_1', timestamp: NOON, modelId: 'copilot/some-model', ...done },
  message: { text: 'Make the test pass', parts: [] },
  variableData: {
    variables: [{ id: 'f', name: 'calc.js', kind: 'file', value: uri('/home/dev/shop/calc.js') }],
  },
  response: [
    { kind: 'thinking', value: ['I look ', 'first.'], id: 't' },
    { kind: 'thinking', value: '', id: 't' },
    { value: 'I will look at ' },
    { kind: 'inlineReference', inlineReference: uri('/home/dev/shop/calc.js') },
    { value: ' and run the test.' },
    { kind: 'undoStop', id: 'u' },
    {
      kind: 'toolInvocationSerialized',
      ...{ toolId: 'copilot_readFile', toolCallId: 'call_read', isComplete: true, isConfirmed: { type: 1 } },
      invocationMessage: {
        value: 'Reading',
        uris: { 'file:///home/dev/shop/calc.js': uri('/home/dev/shop/calc.js') },
      },
      pastTenseMessage: { value: 'Read calc.js' },
    },
    run('npm test', 'FAIL add(2,3) = 6', 1),
  ],
};

const chat = {
  ...{ version: 3, creationDate: NOON - 1000, sessionId: 'one', customTitle: 'Fix the sum' },
  ...{ initialLocation: 'panel', responderUsername: 'GitHub Copilot', requests: [] },
};

const home = mkdtempSync(join(tmpdir(), 'sqrl-vscode-'));
afterAll(() => rmSync(home, { recursive: true }));
const storage = join(home, '.config/Code/User/workspaceStorage/abc');
mkdirSync(join(storage, 'chatSessions'), { recursive: true });
writeFileSync(join(storage, 'workspace.json'), '{"folder":"file:///home/dev/shop%20two"}');
const journal = join(storage, 'chatSessions', 'one.jsonl');
const entries: object[] = [
  { kind: 0, v: chat },
  { kind: 2, k: ['requests'], v: [{ ...first, response: [], modelState: { value: 0 } }] },
  { kind: 2, k: ['requests', 0, 'response'], v: first.response.slice(0, 4) },
  // Written again from the third part on.
  { kind: 2, k: ['requests', 0, 'response'], v: first.response.slice(2), i: 2 },
  { kind: 1, k: ['requests', 0, 'modelState'], v: done.modelState },
  {
    kind: 2,
    k: ['requests'],
    v: [
      {
        ...{
          requestId: 'request_2',
          timestamp: NOON + 60_000,
          message: { text: 'Publish it', parts: [] },
          ...done,
        },
        response: [
          run('npm publish', '', 2, { isConfirmed: { type: 0 }, toolSpecificData: undefined }),
          { value: 'As you wish: not published.' },
        ],
      },
    ],
  },
  { kind: 3, k: ['customTitle'] },
];
writeFileSync(journal, `${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`);

describe('VS Code', () => {
  acceptReader(vscodeLogs, [
    {
      name: 'a journal',
      folders: foldersIn(home),
      truth: {
        prompts: ['Make the test pass', 'Publish it'],
        replies: ['I will look at calc.js and run the test.', 'As you wish: not published.'],
        calls: [
          { tool: 'read', name: 'copilot_readFile', outcome: 'ok', file: 'calc.js' },
          { tool: 'run', name: 'run_in_terminal', outcome: 'failed' },
          { tool: 'run', name: 'run_in_terminal', outcome: 'rejected' },
        ],
        counts: { prompts: 2, calls: 3, failed: 1, rejected: 1, interrupted: 0, compactions: 0 },
      },
    },
  ]);
});

const read = (path: string) => {
  const log = recognize(path)!;
  const taken = takeAll(vscodeLogs.open(log), logPieces(vscodeLogs, log));
  return { taken, events: readEvents(taken) };
};

test('a chat knows its folder, title, model and what a command ended with', () => {
  const [log] = vscodeLogs.find(foldersIn(home));
  expect(log).toEqual({ client: 'vscode', path: journal, form: 'document', cwd: '/home/dev/shop two' });
  const { taken, events } = read(journal);
  expect(taken[0]!.session).toMatchObject({ id: 'one', beganAt: NOON - 1000 });
  expect(taken[0]!.session).not.toHaveProperty('title');
  expect(events.find(({ kind, tool }) => kind === 'result' && tool === 'run')).toMatchObject({
    ...{ command: 'npm test', exitCode: 1, durationMs: 1200, text: 'FAIL add(2,3) = 6' },
    model: 'copilot/some-model',
  });
  expect(events[0]).toMatchObject({
    kind: 'prompt',
    files: [{ path: '/home/dev/shop/calc.js', way: 'mention' }],
  });
});

test('an exported chat is recognized anywhere, and an answer that is not over waits', () => {
  const path = join(home, 'exported.json');
  const pending = { ...first, modelState: { value: 0 } };
  writeFileSync(path, JSON.stringify({ ...chat, sessionId: undefined, requests: [first, pending] }, null, 2));
  const { taken, events } = read(path);
  expect(taken[0]!.session).toMatchObject({ id: 'exported', title: 'Fix the sum' });
  expect(events.map(({ kind }) => kind)).toEqual(
    'prompt reasoning reply call result call result prompt'.split(' '),
  );
});

test('a line that changes what is not there, or what every object has, costs that line', () => {
  const path = join(home, 'odd.jsonl');
  const odd = [
    { kind: 1, k: ['__proto__', 'polluted'], v: true },
    { kind: 1, k: ['requests', 5, 'message'], v: 'x' },
    { kind: 2, k: ['requests', 'length'], v: [1] },
    { kind: 9, k: ['requests'] },
  ];
  writeFileSync(path, [...entries, ...odd].map((entry) => JSON.stringify(entry)).join('\n'));
  const { taken, events } = read(path);
  expect(taken.filter(({ fate }) => fate === 'broken')).toHaveLength(odd.length);
  expect(events).toEqual(read(journal).events);
  expect({}).not.toHaveProperty('polluted');
});
