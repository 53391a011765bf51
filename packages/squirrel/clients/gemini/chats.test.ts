import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Log, PieceResult, RawEvent } from '@sqrl/base/model/reader.ts';
import { expect, test } from 'vitest';
import { foldersIn } from '../reading/testing/fixtures.ts';
import { recognize } from '../recognize.ts';
import { geminiLogs } from './logs.ts';

const LOG: Log = {
  client: 'gemini',
  path: '/x/tmp/proj/chats/session-2026-11-15T01-29-b4baa9ff.jsonl',
  form: 'lines',
};
const AT = '2026-11-15T01:29:45.000Z';
const HEAD = { sessionId: 's1', projectHash: 'h', startTime: '2026-11-15T01:29:43.000Z', kind: 'main' };

function read(lines: readonly object[], log = LOG): PieceResult[] {
  const reading = geminiLogs.open(log);
  return lines.flatMap((line) => reading.take({ bytes: Buffer.from(JSON.stringify(line)), offset: 0 }));
}

const events = (lines: readonly object[], log = LOG): RawEvent[] =>
  read(lines, log).flatMap(({ events }) => [...events]);
const user = (content: unknown, more: object = {}) => ({
  id: 'u1',
  timestamp: AT,
  type: 'user',
  content,
  ...more,
});
const answer = (more: object) => ({ id: 'g1', timestamp: AT, type: 'gemini', content: '', ...more });
const call = (status: string, output: string, more: object = {}) => ({
  ...{ id: 'c1', name: 'run_shell_command', args: { command: 'npm test' }, status, timestamp: AT },
  result: [{ functionResponse: { response: status === 'success' ? { output } : { error: output } } }],
  ...more,
});
const ending = (status: string, output: string, more: object = {}) => {
  const { outcome, exitCode, text } = events([HEAD, answer({ toolCalls: [call(status, output, more)] })]).at(
    -1,
  )!;
  return [outcome, exitCode, text];
};

test('a message that is written anew as it grows tells each step once', () => {
  const under = call('executing', '', { result: undefined });
  const told = events([
    HEAD,
    answer({ content: 'Testing.', tokens: null }),
    answer({ content: 'Testing.', tokens: { input: 120, output: 42, cached: 80 } }),
    answer({ content: 'Testing.', tokens: { input: 120, output: 42, cached: 80 }, toolCalls: [under] }),
    answer({
      content: 'Testing.',
      tokens: { input: 120, output: 42, cached: 80 },
      toolCalls: [call('success', 'Output: ok')],
    }),
    answer({
      content: 'Testing.',
      tokens: { input: 120, output: 42, cached: 80 },
      toolCalls: [call('success', 'Output: ok')],
    }),
  ]);
  expect(told.map(({ kind, tokens }) => [kind, tokens?.input])).toEqual([
    ['reply', undefined],
    ['call', 120],
    ['result', undefined],
  ]);
});

test('what came of a call never comes before it, whatever the client’s clock says', () => {
  const early = { ...call('success', 'Output: ok'), timestamp: '2026-11-01T00:00:00.000Z' };
  const told = events([HEAD, answer({ toolCalls: [early] })]);
  const [asked, came] = ['call', 'result'].map((kind) => told.find((event) => event.kind === kind)!);
  expect(came!.at).toBe(asked!.at);
});

test('a list that takes the place of all messages tells nothing again, but a summary in it is told', () => {
  const summary = {
    id: 'sum',
    timestamp: AT,
    type: 'user',
    content: [{ text: '<state_snapshot>We fixed it.</state_snapshot>' }],
  };
  const told = events([
    HEAD,
    user([{ text: 'Fix it.' }]),
    answer({ content: 'Fixed.' }),
    { $set: { messages: [summary, answer({ content: [{ text: 'Fixed.' }] })] } },
    { $set: { messages: [summary] } },
    { $rewindTo: 'g1' },
  ]);
  expect(told.map(({ kind, text }) => [kind, text])).toEqual([
    ['prompt', 'Fix it.'],
    ['reply', 'Fixed.'],
    ['compaction', '<state_snapshot>We fixed it.</state_snapshot>'],
  ]);
});

test('only what the person typed is a prompt', () => {
  const typed = (content: unknown, more: object = {}) =>
    events([HEAD, user(content, more)]).map(({ text, files }) => [text, ...files.map(({ path }) => path)]);
  expect(typed('Fix it.')).toEqual([['Fix it.']]);
  expect(
    typed([
      { text: '<hook_context>HOOK</hook_context>\n\nFix it.' },
      { text: '<hook_context>HOOK</hook_context>' },
    ]),
  ).toEqual([['Fix it.']]);
  const files = [
    { text: 'Fix @calc.js' },
    { text: '\n--- Content from referenced files ---' },
    { text: '\nContent from @calc.js:\n' },
    { text: 'add' },
  ];
  expect(typed(files)).toEqual([['Fix @calc.js', 'calc.js']]);
  expect(typed(files, { displayContent: 'Fix @calc.js now' })).toEqual([['Fix @calc.js now', 'calc.js']]);
  for (const put of [
    '<session_context>x</session_context>',
    'Please continue.',
    [{ functionResponse: {} }],
    [],
    '<hook_context>x</hook_context>',
  ])
    expect(typed(put)).toEqual([]);
});

test('a failing command is known by its exit code, for the client calls it a success', () => {
  expect(
    ending(
      'success',
      '<untrusted_context>\nOutput: FAIL\nExit Code: 1\nProcess Group PGID: 12\n</untrusted_context>',
    ),
  ).toEqual(['failed', 1, 'FAIL']);
  expect(
    ending('success', '<untrusted_context>\nOutput: PASS\nProcess Group PGID: 12\n</untrusted_context>'),
  ).toEqual(['ok', 0, 'PASS']);
  expect(
    ending(
      'success',
      'Command: npm test\nDirectory: (root)\nOutput: FAIL\nError: (none)\nExit Code: 2\nSignal: (none)\nBackground PIDs: (none)',
    ),
  ).toEqual(['failed', 2, 'FAIL']);
  expect(ending('success', 'Output: one\nExit Code: 3\nmore\nProcess Group PGID: 12')).toEqual([
    'ok',
    0,
    'one\nExit Code: 3\nmore',
  ]);
  expect(ending('success', 'Output: x\nSignal: SIGKILL\nProcess Group PGID: 12').slice(0, 2)).toEqual([
    'failed',
    null,
  ]);
});

test('a refusal, an interruption and an error are told apart', () => {
  expect(ending('cancelled', '[Operation Cancelled] Reason: User denied execution.')[0]).toBe('rejected');
  expect(ending('cancelled', '[Operation Cancelled] Reason: User did not allow tool call')[0]).toBe(
    'rejected',
  );
  expect(ending('cancelled', '[Operation Cancelled] User cancelled tool execution.')[0]).toBe('interrupted');
  expect(ending('success', 'Command was cancelled by user before it could complete.')[0]).toBe('interrupted');
  expect(ending('error', 'Tool execution denied by policy.')[0]).toBe('rejected');
  expect(ending('error', 'File not found')[0]).toBe('failed');
  expect(
    events([HEAD, { id: 'i', timestamp: AT, type: 'info', content: 'Request cancelled.' }]),
  ).toMatchObject([{ kind: 'notice', outcome: 'interrupted' }]);
});

test('an older version’s document tells the same steps, its rounds in their order', () => {
  const one = {
    id: 'a',
    name: 'read_file',
    args: { absolute_path: '/p/a.js', offset: 9, limit: 5 },
    status: 'success',
    timestamp: '2026-11-15T01:29:46.000Z',
  };
  const two = {
    id: 'b',
    name: 'write_file',
    args: { file_path: '/p/b.js', content: 'x\ny\n' },
    status: 'success',
    timestamp: '2026-11-15T01:29:48.000Z',
  };
  const document = { ...HEAD, messages: [user('Fix it.'), answer({ toolCalls: [one, two] })] };
  const told = events([document], { ...LOG, path: LOG.path.replace('jsonl', 'json'), form: 'document' });
  expect(told.map(({ kind, call, at }) => [kind, call, at - Date.parse(AT)])).toEqual([
    ['prompt', null, 0],
    ['call', 'a', 0],
    ['result', 'a', 1000],
    ['call', 'b', 1000],
    ['result', 'b', 3000],
  ]);
  expect(told.flatMap(({ kind, files }) => (kind === 'result' ? files : []))).toEqual([
    { path: '/p/a.js', way: 'read', lines: [10, 14] },
    { path: '/p/b.js', way: 'write', lines: [1, 2] },
  ]);
});

test('a chat’s project is found beside it, by slug, by hash or by what is written there', () => {
  const home = mkdtempSync(join(tmpdir(), 'sqrl-gemini-'));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(home, '.gemini', path)), { recursive: true });
    writeFileSync(join(home, '.gemini', path), text);
  };
  try {
    const hash = createHash('sha256').update('/home/dev/old').digest('hex');
    put('projects.json', JSON.stringify({ projects: { '/home/dev/proj': 'proj', '/home/dev/old': 'old' } }));
    put('tmp/proj/chats/session-2026-11-15T01-29-b4baa9ff.jsonl', '');
    put(`tmp/${hash}/chats/session-2026-11-15T01-29-b4baa9ff.json`, '');
    put('tmp/moved/.project_root', '/home/dev/moved\n');
    put('tmp/moved/chats/parent/agent.jsonl', '');
    put('tmp/moved/logs.json', '[]');
    put('tmp/unknown/chats/session-1.jsonl', '');
    const found = geminiLogs.find(foldersIn(home)).map(({ form, cwd }) => `${form} ${cwd}`);
    expect(found.sort()).toEqual([
      'document /home/dev/old',
      'lines /home/dev/moved',
      'lines /home/dev/proj',
      'lines undefined',
    ]);
  } finally {
    rmSync(home, { recursive: true });
  }
});

test('answers to questions of the agent are told with the questions', () => {
  const asked = {
    name: 'ask_user',
    args: {
      questions: [
        { header: 'Storage', question: 'How should amounts be stored?', type: 'choice' },
        { header: 'Logs', question: 'How long should audit logs be kept?', type: 'text' },
      ],
    },
  };
  const told = (output: string) =>
    events([HEAD, answer({ toolCalls: [call('success', output, asked)] })]).at(-1)!.text;
  expect(told('{"answers":{"0":"cents"}}')).toBe(
    'User has answered your questions: "How should amounts be stored?"="cents".',
  );
  const dismissed = 'User dismissed ask_user dialog without answering.';
  expect(told(dismissed)).toBe(dismissed);
});

test('a chat is recognized wherever it was copied to, and belongs to the folder whose hash it has', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-gemini-'));
  const projectHash = createHash('sha256').update('/home/dev/shop').digest('hex');
  const write = (name: string, chat: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(chat, null, 2));
    return join(folder, name);
  };
  const copy = write('copy of a chat.json', { ...HEAD, projectHash, messages: [user('hi')] });
  expect(recognize(copy, ['/home/dev/other', '/home/dev/shop'])).toEqual({
    ...{ client: 'gemini', path: copy, form: 'document', cwd: '/home/dev/shop' },
  });
  expect(recognize(copy, ['/home/dev/other'])).toEqual({ client: 'gemini', path: copy, form: 'document' });
  expect(recognize(write('package.json', { name: 'shop', sessionId: 's1', projectHash }))).toBeUndefined();
  rmSync(folder, { recursive: true });
});
