import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientFolders, PieceResult, RawEvent } from '@sqrl/base/model/reader.ts';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Fixture } from '../reading/testing/fixtures.ts';
import { kept, readEvents, takeAll } from '../reading/testing/read-whole.ts';
import { cursorLogs } from './logs.ts';
import { aCursor, BEGAN, CHAT, composer, FIX, fill, samples, tool } from './testing/samples.ts';

const home = mkdtempSync(join(tmpdir(), 'sqrl-cursor-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const [fix] = samples.fixtures!(join(home, 'fix')) as [Fixture];

function read(
  folders: ClientFolders,
  state?: unknown,
): { taken: PieceResult[]; events: RawEvent[]; state: unknown } {
  const [log] = cursorLogs.find(folders);
  const reading = cursorLogs.open(log!, state);
  const taken = takeAll(reading, [...cursorLogs.changes!(log!, state)]);
  return { taken, events: readEvents(taken), state: kept(reading.state()) };
}

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
    const cursorState = aCursor(join(home, 'live'));
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
    const cursorState = aCursor(join(home, 'packed'));
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
    const cursorState = aCursor(join(home, 'older'));
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
    const cursorState = aCursor(join(home, 'mcp'));
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
