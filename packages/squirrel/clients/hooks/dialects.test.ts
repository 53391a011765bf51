import { HOOK_CLIENTS, type HookClient } from '@sqrl/base/model/hook-events.ts';
import { expect, test } from 'vitest';
import { dialects } from './testing/dialects.ts';

const PATCH = '*** Begin Patch\n*** Update File: calc.js\n@@\n-  a - b\n+  a + b\n*** End Patch';

/** What a client hands in at an event, and what it comes to. */
const heard: [HookClient, string, object, object][] = [
  [
    'claude-code',
    'SessionStart',
    { session_id: 's', cwd: '/p', source: 'compact' },
    { point: 'session start', because: 'compaction' },
  ],
  [
    'claude-code',
    'SessionStart',
    { session_id: 's', cwd: '/p', source: 'fork', seconds_since_last_response: 2 },
    { point: 'session start', because: 'fork' },
  ],
  [
    'claude-code',
    'UserPromptSubmit',
    { session_id: 's', cwd: '/p', prompt: 'Fix it <system-reminder>not mine</system-reminder>' },
    { point: 'prompt', text: 'Fix it' },
  ],
  [
    'claude-code',
    'PreToolUse',
    { session_id: 's', cwd: '/p', tool_name: 'Edit', tool_input: { file_path: '/p/a.js', old_string: 'x' } },
    { point: 'before', tool: 'edit', files: ['/p/a.js'] },
  ],
  [
    'claude-code',
    'PreToolUse',
    { session_id: 's', cwd: '/p', tool_name: 'Grep', tool_input: { pattern: 'priceOf', path: 'src' } },
    { point: 'before', tool: 'search', command: 'priceOf' },
  ],
  [
    'claude-code',
    'PostToolUse',
    {
      session_id: 's',
      cwd: '/p',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_response: { stdout: 'a', stderr: '', interrupted: true },
    },
    { point: 'after', tool: 'run', command: 'ls', outcome: 'interrupted', text: 'a' },
  ],
  [
    'claude-code',
    'PostToolUseFailure',
    {
      session_id: 's',
      cwd: '/p',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      error: 'Exit code 3\nboom',
      is_interrupt: false,
    },
    {
      point: 'after',
      tool: 'run',
      command: 'npm test',
      outcome: 'failed',
      exitCode: 3,
      text: 'Exit code 3\nboom',
    },
  ],
  [
    'codex',
    'PreToolUse',
    { session_id: 's', cwd: '/p', tool_name: 'apply_patch', tool_input: { command: PATCH } },
    { point: 'before', tool: 'edit', command: null, files: ['/p/calc.js'] },
  ],
  [
    'cursor',
    'postToolUse',
    { conversation_id: 's', cwd: '/p', tool_name: 'apply_patch', tool_input: { patch: PATCH } },
    { point: 'after', tool: 'edit', command: null, files: ['/p/calc.js'] },
  ],
  [
    'copilot',
    'preToolUse',
    { sessionId: 's', cwd: '/p', toolName: 'apply_patch', toolArgs: PATCH },
    { point: 'before', tool: 'edit', command: null, files: ['/p/calc.js'] },
  ],
  [
    'codex',
    'PostToolUse',
    {
      session_id: 's',
      cwd: '/p',
      tool_name: 'Bash',
      tool_input: { command: 'cat calc.js' },
      tool_response: 'a - b\n',
    },
    { point: 'after', tool: 'read', files: ['calc.js'], outcome: 'ok' },
  ],
  [
    'codex',
    'PostToolUse',
    {
      session_id: 's',
      cwd: '/p',
      tool_name: 'Bash',
      tool_input: { command: 'node test.js' },
      tool_response: 'FAIL add(2,3) = 6\n',
    },
    { point: 'after', tool: 'run', command: 'node test.js', outcome: 'failed', exitCode: null },
  ],
  [
    'codex',
    'PostToolUse',
    {
      session_id: 's',
      cwd: '/p',
      tool_name: 'apply_patch',
      tool_input: { command: PATCH },
      tool_response: 'Exit code: 1\nWall time: 0 seconds\nOutput:\nno',
    },
    { point: 'after', tool: 'edit', outcome: 'failed', exitCode: 1 },
  ],
  [
    'gemini',
    'BeforeAgent',
    { session_id: 's', cwd: '/p', prompt: '<hook_context>ours</hook_context>\n\nMake the test pass' },
    { point: 'prompt', text: 'Make the test pass' },
  ],
  [
    'gemini',
    'AfterTool',
    {
      session_id: 's',
      cwd: '/p',
      tool_name: 'run_shell_command',
      tool_input: { command: 'node test.js' },
      tool_response: {
        llmContent:
          '<untrusted_context>\nOutput: FAIL 6\nExit Code: 1\nProcess Group PGID: 1\n</untrusted_context>',
        returnDisplay: 'FAIL 6',
      },
    },
    { point: 'after', tool: 'run', command: 'node test.js', outcome: 'failed', exitCode: 1, text: 'FAIL 6' },
  ],
  [
    'gemini',
    'AfterTool',
    {
      session_id: 's',
      cwd: '/p',
      tool_name: 'read_file',
      tool_input: { file_path: '/p/calc.js' },
      tool_response: { llmContent: 'a', returnDisplay: '' },
    },
    { point: 'after', tool: 'read', files: ['/p/calc.js'], outcome: 'ok' },
  ],
  [
    'opencode',
    'tool.execute.before',
    {
      directory: '/p',
      input: { tool: 'bash', sessionID: 's', callID: 'c' },
      output: { args: { command: 'npm test' } },
    },
    { point: 'before', tool: 'run', command: 'npm test' },
  ],
  [
    'opencode',
    'tool.execute.after',
    {
      directory: '/p',
      input: { tool: 'bash', sessionID: 's', callID: 'c', args: { command: 'npm test' } },
      output: { title: '', output: 'no', metadata: { exit: 2, output: 'no' } },
    },
    { point: 'after', tool: 'run', command: 'npm test', outcome: 'failed', exitCode: 2, text: 'no' },
  ],
  [
    'copilot',
    'sessionStart',
    { sessionId: 's', timestamp: 1, cwd: '/p', source: 'new', initialPrompt: 'x' },
    { point: 'session start', because: 'startup' },
  ],
  [
    'copilot',
    'preToolUse',
    {
      sessionId: 's',
      cwd: '/p',
      toolName: 'edit',
      toolArgs: '{"path":"/p/a.js","old_str":"x","new_str":"y"}',
    },
    { point: 'before', tool: 'edit', files: ['/p/a.js'] },
  ],
  [
    'copilot',
    'postToolUse',
    {
      sessionId: 's',
      cwd: '/p',
      toolName: 'bash',
      toolArgs: { command: 'node test.js' },
      toolResult: {
        resultType: 'success',
        textResultForLlm: 'FAIL\n<shellId: 0 completed with exit code 1>',
      },
    },
    { point: 'after', tool: 'run', command: 'node test.js', outcome: 'failed', exitCode: 1 },
  ],
  [
    'cursor',
    'postToolUse',
    {
      conversation_id: 's',
      workspace_roots: ['/p'],
      tool_name: 'Shell',
      tool_input: { command: 'npm test' },
      tool_output: '{"exitCode":1,"stdout":"no"}',
    },
    { point: 'after', tool: 'run', command: 'npm test', outcome: 'failed', exitCode: 1, text: 'no' },
  ],
  [
    'cursor',
    'postToolUseFailure',
    {
      conversation_id: 's',
      workspace_roots: ['/p'],
      tool_name: 'Shell',
      tool_input: { command: 'npm test' },
      error_message: 'boom',
      failure_type: 'error',
    },
    { point: 'after', tool: 'run', outcome: 'failed', text: 'boom' },
  ],
];

test.each(heard)('what %s says at %s is understood', (client, event, input, moment) => {
  const told = dialects[client].hear(event, input as never);
  expect(told).toMatchObject({ session: 's', cwd: '/p' });
  expect(told!.actions.at(-1)).toMatchObject({ do: 'tell', moment });
});

test('opencode’s own words and those of plugins are not the person’s', () => {
  const parts = [
    { type: 'text', text: 'Make it pass' },
    { type: 'text', text: 'from a plugin', synthetic: true },
    { type: 'file', url: 'x' },
  ];
  const given = { directory: '/p', input: { sessionID: 's' }, output: { message: {}, parts } };
  expect(dialects.opencode.hear('chat.message', given)!.actions).toEqual([
    { do: 'brief' },
    { do: 'tell', moment: { point: 'prompt', text: 'Make it pass', files: [] } },
  ]);
});

test('what a background task reports is no prompt', () => {
  const input = { session_id: 's', cwd: '/p', prompt: '<task-notification>done</task-notification>' };
  expect(dialects['claude-code'].hear('UserPromptSubmit', input)).toBeUndefined();
});

test('a session, a turn and a compaction end in the client’s words', () => {
  const claude = (event: string) =>
    dialects['claude-code'].hear(event, {
      session_id: 's',
      cwd: '/p',
      transcript_path: '/t.jsonl',
      agent_id: 'a1',
    })!.actions;
  expect(claude('Stop')).toEqual([{ do: 'sum up' }]);
  expect(claude('SessionEnd')).toEqual([{ do: 'end', log: '/t.jsonl' }]);
  expect(claude('SubagentStart')).toEqual([{ do: 'brief subagent', agent: 'a1' }]);
});

test('every client says something above', () => {
  const unheard = HOOK_CLIENTS.filter((name) => !heard.some(([client]) => client === name));
  expect(unheard, 'each needs a row in `heard`').toEqual([]);
});

/** The event at which each client lets a call be refused, and the key of the answer that has the reason. */
const REFUSALS: Record<HookClient, [event: string, key: string]> = {
  'claude-code': ['PreToolUse', 'hookSpecificOutput'],
  codex: ['PreToolUse', 'hookSpecificOutput'],
  gemini: ['BeforeTool', 'reason'],
  opencode: ['tool.execute.before', 'stop'],
  copilot: ['preToolUse', 'permissionDecisionReason'],
  cursor: ['beforeShellExecution', 'agent_message'],
};

test.each(HOOK_CLIENTS)('a call is refused in the words of %s', (client) => {
  const [event, key] = REFUSALS[client];
  const answer = JSON.parse(dialects[client].answer(event, { agent: '', person: '', stop: 'Not so.' }));
  expect(JSON.stringify(answer[key])).toContain('Not so.');
  expect(JSON.stringify(answer)).toMatch(/"deny"|"stop"/);
  expect(dialects[client].answer(event, { agent: '', person: '' })).toBe('');
});

test('Gemini CLI gets no signs that it would escape', () => {
  const answer = dialects.gemini.answer('SessionStart', { agent: 'Map<string> > 1', person: '' });
  expect(JSON.parse(answer).hookSpecificOutput.additionalContext).toBe('Map‹string› › 1');
});
