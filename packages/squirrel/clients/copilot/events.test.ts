import type { Log, PieceResult, RawEvent } from '@sqrl/base/model/reader.ts';
import { expect, test } from 'vitest';
import { copilotLogs } from './logs.ts';

const LOG: Log = { client: 'copilot', path: '/x/session-state/s1/events.jsonl', form: 'lines' };

function read(lines: readonly { type: string; data?: object; agentId?: string }[], log = LOG): PieceResult[] {
  const reading = copilotLogs.open(log);
  return lines.flatMap((line, index) => {
    const timestamp = new Date(Date.UTC(2026, 10, 15) + index * 1000).toISOString();
    const bytes = Buffer.from(JSON.stringify({ id: `e${index}`, parentId: null, timestamp, ...line }));
    return reading.take({ bytes, offset: 0 });
  });
}

const events = (lines: Parameters<typeof read>[0], log = LOG): RawEvent[] =>
  read(lines, log).flatMap(({ events }) => [...events]);
const start = {
  type: 'session.start',
  data: {
    sessionId: 's1',
    copilotVersion: '1.0.102',
    startTime: '2026-11-15T00:00:00Z',
    context: { cwd: '/home/dev/proj', branch: 'main' },
  },
};
const asks = (toolCallId: string, name: string, args: object, more: object = {}) => ({
  type: 'assistant.message',
  data: { content: '', toolRequests: [{ toolCallId, name, arguments: args, ...more }] },
});
const ends = (toolCallId: string, data: object) => ({
  type: 'tool.execution_complete',
  data: { toolCallId, ...data },
});
const outcome = (data: object, before: { type: string; data: object }[] = []) =>
  events([start, asks('a', 'bash', { command: 'rm x' }), ...before, ends('a', data)]).at(-1)!.outcome;

test('a session tells where it is, and where it moves', () => {
  const facts = read([
    start,
    { type: 'session.context_changed', data: { cwd: '/home/dev/other', branch: 'next' } },
    { type: 'user.message', data: { content: 'Hi.' } },
  ]);
  expect(facts.map(({ session }) => session?.cwd)).toEqual(['/home/dev/proj', '/home/dev/other', undefined]);
  expect(facts[2]!.events).toMatchObject([{ kind: 'prompt', cwd: '/home/dev/other', branch: 'next' }]);
});

test('a command that exits with an error failed, though its tool succeeded', () => {
  expect(outcome({ success: true, shellExecution: { exitCode: 1 }, result: { content: 'FAIL' } })).toBe(
    'failed',
  );
  expect(outcome({ success: true, result: { content: 'FAIL\n<exited with exit code 2>' } })).toBe('failed');
  expect(
    outcome({ success: true, result: { content: 'PASS\n<shellId: 0 completed with exit code 0>' } }),
  ).toBe('ok');
});

test('a refusal, an interruption and an error are told apart', () => {
  const asked = (kind: string) => [
    { type: 'permission.completed', data: { toolCallId: 'a', result: { kind } } },
  ];
  const failed = { success: false, error: { message: 'It did not run.' } };
  expect(outcome(failed, asked('denied-interactively-by-user'))).toBe('rejected');
  expect(outcome(failed, asked('cancelled'))).toBe('interrupted');
  expect(outcome(failed, asked('approved'))).toBe('failed');
  expect(
    outcome({ success: false, error: { code: 'rejected', message: 'The user rejected this tool call.' } }),
  ).toBe('rejected');
  expect(outcome({ success: false, error: { code: 'failure', message: 'Path does not exist' } })).toBe(
    'failed',
  );
  expect(events([start, { type: 'abort', data: { reason: 'user_initiated' } }])).toMatchObject([
    { kind: 'notice', outcome: 'interrupted' },
  ]);
});

test('skills, agents and the autopilot do not pass for the person', () => {
  const said = (data: object, more: object = {}) => ({
    type: 'user.message',
    data: { content: 'Go on.', ...data },
    ...more,
  });
  const file = {
    type: 'file',
    path: '/home/dev/proj/calc.js',
    displayName: 'calc.js',
    lineRange: { start: 2, end: 4 },
  };
  const told = events([
    start,
    said({ source: 'skill-pdf' }),
    said({ isAutopilotContinuation: true }),
    said({}, { agentId: 'helper' }),
    said({ content: 'Fix it.', attachments: [file] }),
  ]);
  expect(told).toMatchObject([
    {
      kind: 'prompt',
      text: 'Fix it.',
      files: [{ path: '/home/dev/proj/calc.js', way: 'mention', lines: [2, 4] }],
    },
  ]);
});

test('a subagent’s steps bear its name, and a thought that stands twice is told once', () => {
  const told = events([
    start,
    { type: 'assistant.reasoning', data: { reasoningId: 'r', content: 'Look first.' }, agentId: 'helper' },
    {
      type: 'assistant.message',
      data: { content: 'Looking.', reasoningText: 'Look first.', toolRequests: [] },
      agentId: 'helper',
    },
  ]);
  expect(told.map(({ kind, agent, session }) => [kind, agent, session])).toEqual([
    ['reasoning', 'helper', 's1'],
    ['reply', 'helper', 's1'],
  ]);
});

test('the tool of an MCP server is named after its server', () => {
  const [call] = events([
    start,
    asks('a', 'my-memo-recall', {}, { mcpServerName: 'my-memo', mcpToolName: 'recall' }),
  ]);
  expect([call!.tool, call!.toolName]).toEqual(['mcp:my-memo/recall', 'my-memo-recall']);
});

test('a compaction that succeeded is told with its summary', () => {
  const done = (success: boolean) => ({
    type: 'session.compaction_complete',
    data: { success, summaryContent: 'We fixed it.' },
  });
  expect(events([start, done(false), done(true)])).toMatchObject([
    { kind: 'compaction', text: 'We fixed it.' },
  ]);
});

test('an answer to a question of the agent is told with the question', () => {
  const answered = (content: string) =>
    events([
      start,
      asks('q', 'ask_user', { question: 'How should amounts be stored?', choices: ['cents', 'floats'] }),
      ends('q', { success: true, result: { content } }),
    ]).at(-1)!;
  expect(answered('User selected: cents')).toMatchObject({
    tool: 'ask',
    text: 'User has answered your questions: "How should amounts be stored?"="cents".',
  });
  expect(answered('The user skipped the question.').text).toBe('The user skipped the question.');
});
