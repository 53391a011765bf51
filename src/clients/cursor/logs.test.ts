import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ClientFolders, RawEvent, Taken } from '../../model/reader.ts';
import { acceptReader } from '../reading/testing/acceptance.ts';
import { foldersIn } from '../reading/testing/fixtures.ts';
import { eventsOf, kept, takeAll } from '../reading/testing/read-whole.ts';
import { cursor } from './logs.ts';

// Cursor cannot be run without its service, and its format is not published. The databases here are made by this test
// after what several public tools that read them have found out; none was written by Cursor.
const BEGAN = Date.UTC(2026, 2, 1, 10);
const CHAT = '11111111-1111-4111-8111-111111111111';

const home = mkdtempSync(join(tmpdir(), 'sqrl-cursor-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Kept {
  folders: ClientFolders;
  db: DatabaseSync;
  put(key: string, value: unknown): void;
}

function aCursor(name: string): Kept {
  const folders = foldersIn(join(home, name));
  const open = (path: string): DatabaseSync => {
    mkdirSync(join(folders.cursor, path, '..'), { recursive: true });
    const db = new DatabaseSync(join(folders.cursor, path));
    db.exec(`pragma journal_mode = wal;
      create table ItemTable (key text unique on conflict replace, value blob);
      create table cursorDiskKV (key text unique on conflict replace, value blob)`);
    return db;
  };
  const db = open('globalStorage/state.vscdb');
  const workspace = open('workspaceStorage/abc123/state.vscdb');
  workspace
    .prepare('insert into ItemTable values (?, ?)')
    .run('composer.composerData', JSON.stringify({ allComposers: [{ composerId: CHAT }] }));
  workspace.close();
  writeFileSync(
    join(folders.cursor, 'workspaceStorage/abc123/workspace.json'),
    JSON.stringify({ folder: 'file:///home/dev/tiny' }),
  );
  const insert = db.prepare('insert into cursorDiskKV values (?, ?)');
  return { folders, db, put: (key, value) => void insert.run(key, JSON.stringify(value)) };
}

const composer = (bubbles: readonly { bubbleId: string; type: number }[], some: object = {}) => ({
  _v: 10,
  composerId: CHAT,
  name: 'Fix the adder',
  createdAt: BEGAN,
  status: 'completed',
  createdOnBranch: 'main',
  modelConfig: { modelName: 'claude-4.5-sonnet' },
  fullConversationHeadersOnly: bubbles.map(({ bubbleId, type }) => ({ bubbleId, type })),
  generatingBubbleIds: [],
  ...some,
});

let minute = 0;
const bubble = (bubbleId: string, type: 1 | 2, some: object = {}) => ({
  _v: 3,
  bubbleId,
  type,
  text: '',
  createdAt: new Date(BEGAN + 60_000 * ++minute).toISOString(),
  ...some,
});

const tool = (bubbleId: string, name: string, params: object, result: unknown, some: object = {}) =>
  bubble(bubbleId, 2, {
    capabilityType: 15,
    toolFormerData: {
      name,
      status: 'completed',
      rawArgs: '{}',
      params: JSON.stringify(params),
      result: JSON.stringify(result),
      ...some,
    },
  });

const FIX = [
  bubble('b1', 1, {
    text: 'Please make the test pass.',
    relevantFiles: ['calc.js'],
    tokenCount: { inputTokens: 0, outputTokens: 0 },
  }),
  bubble('b2', 2, {
    thinking: { text: 'First I look.' },
    tokenCount: { inputTokens: 120, outputTokens: 42 },
  }),
  bubble('b3', 2, { text: 'I will look.' }),
  tool(
    'b4',
    'read_file',
    { targetFile: 'calc.js', startLineOneIndexed: 1, endLineOneIndexedInclusive: 3 },
    { contents: 'x' },
  ),
  tool('b5', 'run_terminal_cmd', { command: 'node test.js' }, { output: 'FAIL', exitCodeV2: 1 }),
  tool(
    'b6',
    'search_replace',
    { relativeWorkspacePath: 'calc.js' },
    { diff: { chunks: [{ newStart: 2, newLines: 2 }] } },
  ),
  tool(
    'b7',
    'run_terminal_cmd',
    { command: 'rm -rf /' },
    { rejected: true },
    { userDecision: 'rejected', status: 'cancelled' },
  ),
  tool('b8', 'web_search', { search_term: 'adders' }, {}, { status: 'cancelled' }),
  tool('b9', 'edit_file', { target_file: 'calc.js' }, null, { status: 'error', error: 'no match' }),
  bubble('b10', 2, { text: 'Done.' }),
  bubble('b11', 2, { capabilityType: 30 }),
];

function fill(
  { put }: Kept,
  bubbles: readonly { bubbleId: string; type: number }[],
  some: object = {},
): void {
  put(`composerData:${CHAT}`, composer(bubbles, some));
  for (const one of bubbles) put(`bubbleId:${CHAT}:${one.bubbleId}`, one);
  put('checkpointId:of:no:interest', {});
}

function read(
  folders: ClientFolders,
  state?: unknown,
): { taken: Taken[]; events: RawEvent[]; state: unknown } {
  const [log] = cursor.find(folders);
  const reading = cursor.open(log!, state);
  const taken = takeAll(reading, [...cursor.changes!(log!, state)]);
  return { taken, events: eventsOf(taken), state: kept(reading.state()) };
}

const fix = aCursor('fix');
fill(fix, FIX);
fix.db.close();

acceptReader(cursor, [
  {
    name: 'fix',
    folders: fix.folders,
    truth: {
      prompts: ['Please make the test pass.'],
      replies: ['I will look.', 'Done.'],
      calls: [
        { tool: 'read', name: 'read_file', outcome: 'ok', file: 'calc.js' },
        { tool: 'run', name: 'run_terminal_cmd', outcome: 'failed' },
        { tool: 'edit', name: 'search_replace', outcome: 'ok', file: 'calc.js' },
        { tool: 'run', name: 'run_terminal_cmd', outcome: 'rejected' },
        { tool: 'web search', name: 'web_search', outcome: 'interrupted' },
        { tool: 'edit', name: 'edit_file', outcome: 'failed', file: 'calc.js' },
      ],
      counts: { prompts: 1, calls: 6, failed: 2, rejected: 1, interrupted: 1, compactions: 0 },
    },
  },
]);

describe('a conversation', () => {
  test('knows its folder, its model and the lines it touched', () => {
    const { taken, events } = read(fix.folders);
    expect(taken[0]!.session).toMatchObject({
      id: CHAT,
      beganAt: BEGAN,
      cwd: 'file:///home/dev/tiny',
      branch: 'main',
      title: 'Fix the adder',
    });
    const prompt = events.find(({ kind }) => kind === 'prompt')!;
    expect(prompt.files).toEqual([{ path: 'calc.js', way: 'mention', lines: null }]);
    const [reading, editing] = ['read', 'edit'].map(
      (name) => events.find(({ kind, tool }) => kind === 'result' && tool === name)!,
    );
    expect(reading!.files).toEqual([{ path: 'calc.js', way: 'read', lines: [1, 3] }]);
    expect(editing!.files).toEqual([{ path: 'calc.js', way: 'edit', lines: [2, 3] }]);
    expect(events.find(({ kind }) => kind === 'reasoning')).toMatchObject({
      text: 'First I look.',
      model: 'claude-4.5-sonnet',
      tokens: { input: 120, output: 42, cached: 0 },
    });
  });

  test('that goes on gives what is new, though Cursor writes its rows anew all the time', () => {
    const cursorState = aCursor('live');
    onTestFinished(() => cursorState.db.close());
    fill(cursorState, FIX.slice(0, 3));
    const first = read(cursorState.folders);
    expect(first.events.map(({ key }) => key)).toEqual(['b1', 'b2/thinking', 'b3']);
    expect(read(cursorState.folders, first.state).events).toEqual([]);

    const running = tool('b4', 'run_terminal_cmd', { command: 'npm test' }, null, { status: 'running' });
    fill(cursorState, [...FIX.slice(0, 3), running], { status: 'generating', generatingBubbleIds: ['b4'] });
    const known = new Set(first.events.map(({ key }) => key));
    const second = read(cursorState.folders, first.state);
    expect(
      second.events.filter(({ key }) => !known.has(key)),
      'still at work',
    ).toEqual([]);

    fill(cursorState, [
      tool('b4', 'run_terminal_cmd', { command: 'npm test' }, { output: 'ok', exitCode: 0 }),
    ]);
    const third = read(cursorState.folders, second.state);
    expect(third.events.filter(({ key }) => !known.has(key))).toMatchObject([
      { kind: 'call', command: 'npm test' },
      { kind: 'result', outcome: 'ok', exitCode: 0 },
    ]);
    expect(read(cursorState.folders, third.state).events).toEqual([]);
  });

  test('is read again where the file was packed and its rows were renumbered', () => {
    const cursorState = aCursor('packed');
    onTestFinished(() => cursorState.db.close());
    for (let i = 0; i < 600; i++) cursorState.put('checkpointId:x', { i });
    for (let i = 0; i < 600; i++) cursorState.put(`checkpointId:${i}`, { i });
    fill(cursorState, FIX.slice(0, 2));
    const before = read(cursorState.folders);
    cursorState.db.exec(`delete from cursorDiskKV where key glob 'checkpointId:*'; vacuum`);
    cursorState.put(`bubbleId:${CHAT}:b3`, FIX[2]);
    const { events } = read(cursorState.folders, before.state);
    expect(events.map(({ key }) => key)).toContain('b3');
  });

  test('of an older version keeps its messages in one row, and of a subagent belongs to its parent', () => {
    const cursorState = aCursor('older');
    onTestFinished(() => cursorState.db.close());
    const plain = ({ createdAt: _, ...rest }: (typeof FIX)[number]) => rest;
    cursorState.put('composerData:old', composer([], { conversation: FIX.slice(0, 3).map(plain) }));
    cursorState.put(
      'composerData:sub',
      composer([{ bubbleId: 's1', type: 2 }], { subagentInfo: { parentComposerId: 'old' } }),
    );
    cursorState.put('bubbleId:sub:s1', { ...FIX[9], bubbleId: 's1' });
    const { events } = read(cursorState.folders);
    expect(events.map(({ key, session, agent }) => [key, session, agent])).toEqual([
      ['b1', 'old', null],
      ['b2/thinking', 'old', null],
      ['b3', 'old', null],
      ['s1', 'old', 'sub'],
    ]);
    expect(events.slice(0, 3).map(({ at }) => at)).toEqual([BEGAN, BEGAN + 1, BEGAN + 2]);
  });

  test('calls a tool of an MCP server by both names, and counts what it does not know', () => {
    const cursorState = aCursor('mcp');
    onTestFinished(() => cursorState.db.close());
    const tools = [{ name: 'recall', serverName: 'memo', parameters: '{}' }];
    fill(cursorState, [
      tool('m1', 'mcp_memo_recall', { tools }, { result: 'x' }),
      { bubbleId: 'm2', type: 7 },
    ]);
    cursorState.db.exec(`update cursorDiskKV set value = '{"_v":' where key glob '*:m3'`);
    const { events, taken } = read(cursorState.folders);
    expect(events[0]).toMatchObject({ tool: 'mcp:memo/recall', toolName: 'mcp_memo_recall' });
    expect(taken.filter(({ fate }) => fate === 'unknown')).toMatchObject([{ type: 'bubble/7' }]);
  });
});
