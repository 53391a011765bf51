import type { PieceResult, RawEvent } from '@sqrl/base/model/reader.ts';
import { expect, test } from 'vitest';
import { codexLogs } from './logs.ts';

const THREAD = '01a1dcd2-4e88-7e82-ac35-3be90fe5f2ad';
const PARENT = '01a1dc00-0000-7e82-ac35-3be90fe5f2ad';
const START = Date.UTC(2026, 10, 15, 1, 28, 52);

/** Reads records as a rollout would hold them, ten milliseconds apart unless they tell their own time. */
function read(records: readonly (Record<string, unknown> & { after?: number })[]): PieceResult[] {
  const reading = codexLogs.open({
    client: 'codex',
    path: `/x/rollout-2026-11-15T01-28-52-${THREAD}.jsonl`,
    form: 'lines',
  });
  let at = START;
  return records.flatMap(({ after = 10, ...record }) => {
    at += after;
    const line = JSON.stringify({ timestamp: new Date(at).toISOString(), ...record });
    return reading.take({ bytes: Buffer.from(line), offset: 0 });
  });
}

const events = (records: Parameters<typeof read>[0]): RawEvent[] =>
  read(records).flatMap(({ events }) => [...events]);
const head = (more: object = {}) => ({
  type: 'session_meta',
  payload: {
    id: THREAD,
    timestamp: new Date(START).toISOString(),
    cwd: '/home/dev/proj',
    cli_version: '0.98.0',
    ...more,
  },
});
const event = (payload: object) => ({ type: 'event_msg', payload });
const item = (item: object) => event({ type: 'item_completed', item });
const response = (payload: object) => ({ type: 'response_item', payload });
const runs = (id: string, cmd: unknown, name = 'exec_command') =>
  response({ type: 'function_call', name, arguments: JSON.stringify({ cmd }), call_id: id });
const answers = (id: string, output: unknown) =>
  response({ type: 'function_call_output', call_id: id, output });

test('a rollout of an older version tells each step once, though it holds most of them twice', () => {
  const told = events([
    head(),
    response({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: '<environment_context>' }],
    }),
    response({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Fix it.' }] }),
    event({ type: 'user_message', message: 'Fix it.', local_images: ['/tmp/shot.png'] }),
    event({ type: 'agent_reasoning', text: 'Look first.' }),
    response({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Look first.' }] }),
    event({ type: 'agent_message', message: 'Reading.' }),
    response({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Reading.' }] }),
    runs('a', 'node test.js'),
    answers(
      'a',
      'Chunk ID: 61\nWall time: 0.05 seconds\nProcess exited with code 1\nOriginal token count: 5\nOutput:\nFAIL\n',
    ),
    response({
      type: 'local_shell_call',
      call_id: 'b',
      action: { type: 'exec', command: ['bash', '-lc', 'ls'] },
    }),
    answers('b', '{"output":"calc.js\\n","metadata":{"exit_code":0,"duration_seconds":0.2}}'),
  ]);
  expect(
    told.map(({ kind, text, command, outcome, exitCode }) => [kind, text, command, outcome, exitCode]),
  ).toEqual([
    ['prompt', 'Fix it.', null, null, null],
    ['reasoning', 'Look first.', null, null, null],
    ['reply', 'Reading.', null, null, null],
    ['call', '{"cmd":"node test.js"}', 'node test.js', null, null],
    ['result', 'FAIL\n', 'node test.js', 'failed', 1],
    ['call', 'ls', 'ls', null, null],
    ['result', 'calc.js\n', 'ls', 'ok', 0],
  ]);
  expect(told[0]!.files).toEqual([{ path: '/tmp/shot.png', way: 'mention', lines: null }]);
});

test('a patch tells its files, and once applied their lines, whether a tool or a shell applies it', () => {
  const patch =
    '*** Begin Patch\n*** Update File: src/calc.js\n@@\n-a\n+b\n*** Delete File: old.js\n*** End Patch';
  const change = { type: 'update', unified_diff: '@@ -4,3 +4,3 @@\n x\n-a\n+b\n y\n', move_path: null };
  const files = events([
    head(),
    response({ type: 'custom_tool_call', name: 'apply_patch', call_id: 'a', input: patch }),
    event({
      type: 'patch_apply_end',
      call_id: 'a',
      success: true,
      changes: { '/home/dev/proj/src/calc.js': change },
    }),
    response({
      type: 'custom_tool_call_output',
      call_id: 'a',
      output: 'Exit code: 0\nWall time: 0 seconds\nOutput:\nDone',
    }),
    runs('b', `apply_patch <<'EOF'\n${patch}\nEOF\n`, 'shell'),
  ]).map(({ kind, tool, files }) => [
    kind,
    tool,
    ...files.map(({ path, way, lines }) => `${way} ${path} ${lines}`),
  ]);
  const tried = ['edit', 'edit /home/dev/proj/src/calc.js null', 'delete /home/dev/proj/old.js null'];
  expect(files).toEqual([
    ['call', ...tried],
    ['result', 'edit', 'edit /home/dev/proj/src/calc.js 5,5'],
    ['call', ...tried],
  ]);
});

test('what the person refused is no failure, and neither is what they broke off', () => {
  const outcomes = events([
    head({ history_mode: 'paginated' }),
    runs('a', 'rm -rf .'),
    item({
      type: 'CommandExecution',
      id: 'a',
      command: ['bash', '-lc', 'rm -rf .'],
      status: 'declined',
      exit_code: -1,
      aggregated_output: 'exec command rejected by user',
    }),
    answers('a', 'exec command rejected by user'),
    runs('b', 'git push'),
    answers('b', 'exec command rejected by user'),
    runs('c', 'sleep 100'),
    answers('c', 'Wall time: 3.1 seconds\naborted by user'),
    event({ type: 'turn_aborted', reason: 'interrupted' }),
    runs('d', 'sudo reboot'),
    item({
      type: 'CommandExecution',
      id: 'd',
      command: ['sudo', 'reboot'],
      status: 'declined',
      aggregated_output: 'blocked by policy',
    }),
    runs('e', '??'),
    answers('e', 'failed to parse function arguments: missing field `cmd`'),
    item({
      type: 'McpToolCall',
      id: 'f',
      server: 'memo',
      tool: 'forget',
      arguments: {},
      status: 'failed',
      error: { message: 'user rejected MCP tool call' },
    }),
    item({
      type: 'McpToolCall',
      id: 'g',
      server: 'memo',
      tool: 'break',
      arguments: {},
      status: 'completed',
      result: { content: [{ type: 'text', text: 'no' }], isError: true },
    }),
  ])
    .filter(({ outcome }) => outcome !== null)
    .map(({ kind, call, outcome }) => [kind, call, outcome]);
  expect(outcomes).toEqual([
    ['result', 'a', 'rejected'],
    ['result', 'b', 'rejected'],
    ['result', 'c', 'interrupted'],
    ['notice', null, 'interrupted'],
    ['result', 'd', 'failed'],
    ['result', 'e', 'failed'],
    ['result', 'f', 'rejected'],
    ['result', 'g', 'failed'],
  ]);
});

test('a command that is left running ends when its process does', () => {
  const asks = {
    type: 'function_call',
    name: 'write_stdin',
    arguments: '{"session_id":7,"chars":""}',
    call_id: 'b',
  };
  const left = 'Wall time: 10.0 seconds\nProcess running with session ID 7\nOutput:\n';
  const over = 'Wall time: 1.0 seconds\nProcess exited with code 1\nOutput:\nFAIL\n';
  const records = (mode: object) => [head(mode), runs('a', 'npm test'), answers('a', left), response(asks)];
  const ends = (all: RawEvent[]) =>
    all.flatMap(({ kind, call, command, outcome, exitCode }) =>
      kind === 'result' ? [[call, command, outcome, exitCode]] : [],
    );

  const ended = {
    type: 'CommandExecution',
    id: 'a',
    command: ['npm', 'test'],
    status: 'failed',
    exit_code: 1,
    aggregated_output: 'FAIL\n',
  };
  expect(ends(events([...records({ history_mode: 'paginated' }), item(ended), answers('b', over)]))).toEqual([
    ['a', 'npm test', 'failed', 1],
    ['b', 'npm test', 'ok', null],
  ]);
  expect(ends(events([...records({}), answers('b', over)]))).toEqual([
    ['a', 'npm test', 'ok', null],
    ['b', 'npm test', 'failed', 1],
  ]);
});

test('what a fork copied from its parent is the parent’s to tell', () => {
  const copied = { ...head({ id: PARENT, timestamp: '2026-11-14T00:00:00Z' }), after: 0 };
  const told = read([
    head({ forked_from_id: PARENT }),
    copied,
    { ...event({ type: 'user_message', message: 'Old words.' }), after: 1 },
    { ...event({ type: 'agent_message', message: 'Old answer.' }), after: 0 },
    { ...event({ type: 'user_message', message: 'New words.' }), after: 4000 },
    event({ type: 'agent_message', message: 'New answer.' }),
  ]);
  expect(told[0]!.session).toMatchObject({ id: THREAD, forkedFrom: PARENT, beganAt: START });
  expect(told[1]!.session).toBeUndefined();
  expect(told.flatMap(({ events }) => events.map(({ text, session }) => [text, session]))).toEqual([
    ['New words.', THREAD],
    ['New answer.', THREAD],
  ]);
});

test('a subagent’s thread is part of its parent’s session, and its task nobody’s prompt', () => {
  const spawned = { subagent: { thread_spawn: { parent_thread_id: PARENT, depth: 1 } } };
  const told = read([
    head({ source: spawned, history_mode: 'paginated', subagent_history_start_ordinal: 5 }),
    {
      ...item({ type: 'AgentMessage', id: 'm', content: [{ type: 'Text', text: 'The parent’s words.' }] }),
      ordinal: 4,
    },
    {
      ...item({ type: 'UserMessage', id: 'u', content: [{ type: 'text', text: 'Look at calc.js.' }] }),
      ordinal: 5,
    },
    { ...item({ type: 'AgentMessage', id: 'n', content: [{ type: 'Text', text: 'It adds.' }] }), ordinal: 6 },
  ]);
  expect(told[0]!.session).toEqual({ id: PARENT });
  expect(told.flatMap(({ events }) => events)).toMatchObject([
    { kind: 'reply', text: 'It adds.', session: PARENT, agent: THREAD },
  ]);
});

test('the words of a person are told without what their editor put before them', () => {
  const wrapped =
    '# Context from my IDE setup:\n\n## Open tabs:\n- calc.js\n\n## My request for Codex:\nFix it.\n';
  const put = { type: 'user_message', kind: 'environment_context', message: '<environment_context>' };
  expect(
    events([head(), event({ type: 'user_message', message: wrapped }), event(put)]).map(({ text }) => text),
  ).toEqual(['Fix it.']);
});

test('a shell’s folder may be a URL of any operating system', () => {
  const read = (cwd: string) => ({
    type: 'CommandExecution',
    id: cwd,
    command: ['cat', 'a b.js'],
    cwd,
    parsed_cmd: [{ type: 'read', cmd: 'cat', name: 'a', path: 'a b.js' }],
    status: 'completed',
    exit_code: 0,
  });
  const folders = [
    'file:///home/dev/my%20proj',
    'file:///C:/dev/proj',
    'file://wsl.localhost/Ubuntu/home',
    'C:\\dev',
  ];
  const results = events([head(), ...folders.map((cwd) => item(read(cwd)))]).filter(
    ({ kind }) => kind === 'result',
  );
  expect(results.map(({ files }) => files[0]!.path)).toEqual([
    '/home/dev/my proj/a b.js',
    'C:/dev/proj/a b.js',
    '//wsl.localhost/Ubuntu/home/a b.js',
    'C:\\dev\\a b.js',
  ]);
});

test('a rollout keeps its keys when Codex rewrites it in its newer form', () => {
  const keys = (all: RawEvent[]) => all.map(({ key }) => key);
  const call = runs('a', 'ls');
  const older = [
    head(),
    event({ type: 'user_message', message: 'Hi.' }),
    call,
    answers('a', 'Exit code: 0\nWall time: 0 seconds\nOutput:\n'),
  ];
  const newer = [
    head({ history_mode: 'paginated' }),
    item({ type: 'UserMessage', id: 'item-1', content: [{ type: 'text', text: 'Hi.' }] }),
    ...older.slice(2),
  ];
  expect(keys(events(newer))).toEqual(keys(events(older)));
});

test('answers to questions of the agent are told with the questions', () => {
  const questions = [
    { id: 'storage', header: 'Storage', question: 'How should amounts\nbe stored?', options: [] },
    { id: 'logs', header: 'Logs', question: 'How long should audit logs be kept?', options: [] },
    { id: 'ids', header: 'Ids', question: 'Which ids should orders have?', options: [] },
  ];
  const asked = response({
    type: 'function_call',
    name: 'request_user_input',
    arguments: JSON.stringify({ questions }),
    call_id: 'q',
  });
  const given = {
    storage: { answers: ['Integer "cents"'] },
    logs: { answers: ['Other', 'user_note: one year'] },
  };
  const told = events([head(), asked, answers('q', JSON.stringify({ answers: given }))]).at(-1)!;
  expect(told).toMatchObject({ kind: 'result', tool: 'ask', outcome: 'ok' });
  expect(told.text).toBe(
    `User has answered your questions: "How should amounts be stored?"="Integer 'cents'", "How long should audit logs be kept?"="one year".`,
  );
  const cancelled = 'request_user_input was cancelled before receiving a response';
  expect(events([head(), asked, answers('q', cancelled)]).at(-1)!.text).toBe(cancelled);
});
