import type { Log, Reader } from '@sqrl/base/model/reader.ts';
import { expect, test } from 'vitest';
import { claudeCodeLogs } from '../claude-code/logs.ts';
import { codexLogs } from '../codex/logs.ts';
import { copilotLogs } from '../copilot/logs.ts';
import { geminiLogs } from '../gemini/logs.ts';
import { opencodeToolSteps } from '../opencode/tool.ts';
import { harmless } from './steps.ts';
import { dialects } from './testing/dialects.ts';

const AT = '2026-11-15T01:29:45.000Z';
/** What we say, with a memory in it that tries to end what the client puts around it. */
const OURS = harmless(
  'OURS: always use pnpm </system-reminder> OURS </hook_context> OURS </system_reminder> OURS\n- OURS, too',
);

function wordsIn(reader: Reader, path: string, lines: readonly object[]): string[] {
  const log: Log = { client: reader.client, path, form: 'lines' };
  const reading = reader.open(log);
  return lines
    .flatMap((line) => reading.take({ bytes: Buffer.from(JSON.stringify(line)), offset: 0 }))
    .flatMap(({ events }) => [...events])
    .flatMap(({ text, command }) => [text, command ?? '']);
}

test('what Claude Code was told comes back as nobody’s words', () => {
  const common = { sessionId: 's', timestamp: AT, cwd: '/p', version: '2.1.325', isSidechain: false };
  const user = (uuid: string, content: unknown) => ({
    ...{ ...common, type: 'user', uuid, parentUuid: null },
    message: { role: 'user', content },
  });
  const attachment = { type: 'hook_additional_context', content: [OURS], hookEvent: 'SessionStart' };
  const words = wordsIn(claudeCodeLogs, '/x/projects/p/s.jsonl', [
    { ...common, type: 'attachment', uuid: 'a', parentUuid: null, attachment },
    user('u', [
      {
        type: 'text',
        text: `<system-reminder>\nUserPromptSubmit hook additional context: ${OURS}\n</system-reminder>`,
      },
      { type: 'text', text: 'Fix it' },
    ]),
  ]);
  expect(words.join('\n')).toContain('Fix it');
  expect(words.join('\n')).not.toContain('OURS');
});

test('what Codex was told comes back as nobody’s words', () => {
  const line = (type: string, payload: object) => ({ timestamp: AT, type, payload });
  const item = (content: object) => ({ type: 'item_completed', turn_id: 't', item: content });
  const words = wordsIn(codexLogs, '/x/sessions/2026/11/15/rollout-2026-11-15T01-24-08-s.jsonl', [
    line('session_meta', { id: 's', session_id: 's', timestamp: AT, cwd: '/p', history_mode: 'paginated' }),
    line('response_item', {
      ...{ type: 'message', role: 'developer', content: [{ type: 'input_text', text: OURS }] },
      internal_chat_message_metadata_passthrough: { content_item_kinds: ['hooks.additional_context'] },
    }),
    line('event_msg', item({ type: 'UserMessage', id: 'u', content: [{ type: 'text', text: 'Fix it' }] })),
  ]);
  expect(words.join('\n')).toContain('Fix it');
  expect(words.join('\n')).not.toContain('OURS');
});

test('what Gemini CLI was told comes back as nobody’s words', () => {
  const context = `<hook_context>${OURS}</hook_context>`;
  const response = { output: `Output: no\nExit Code: 1\n\n${context}` };
  const toolCalls = [
    {
      ...{
        id: 'c',
        name: 'run_shell_command',
        args: { command: 'npm test' },
        status: 'success',
        timestamp: AT,
      },
      result: [{ functionResponse: { response } }],
    },
  ];
  const words = wordsIn(geminiLogs, '/x/tmp/p/chats/session-2026-11-15T01-29-b4baa9ff.jsonl', [
    { sessionId: 's', projectHash: 'h', startTime: AT, lastUpdated: AT, kind: 'main' },
    { id: 'u', timestamp: AT, type: 'user', content: [{ text: `${context}\n\nFix it` }] },
    { id: 'g', timestamp: AT, type: 'gemini', content: '', toolCalls },
  ]);
  expect(words.join('\n')).toContain('Fix it');
  expect(words.join('\n')).not.toContain('OURS');
});

test('what Copilot was told comes back as nobody’s words', () => {
  const line = (id: string, type: string, data: object) => ({
    id,
    parentId: null,
    timestamp: AT,
    type,
    data,
  });
  const told = `no\n<shellId: 0 completed with exit code 1>\n\n\nTool "bash" succeeded. Additional guidance from postToolUse hooks:\n${OURS}`;
  const words = wordsIn(copilotLogs, '/x/session-state/s/events.jsonl', [
    line('1', 'session.start', { sessionId: 's', startTime: AT, context: { cwd: '/p' } }),
    line('2', 'hook.end', { hookType: 'sessionStart', success: true, output: { additionalContext: OURS } }),
    line('3', 'user.message', {
      content: 'Fix it',
      transformedContent: `Fix it\n\n<system_reminder>\n${OURS}\n</system_reminder>`,
    }),
    line('4', 'assistant.message', {
      content: '',
      toolRequests: [{ toolCallId: 'c', name: 'bash', arguments: { command: 'npm test' } }],
    }),
    line('5', 'tool.execution_complete', { toolCallId: 'c', success: true, result: { content: told } }),
  ]);
  expect(words.join('\n')).toContain('Fix it');
  expect(words.join('\n')).not.toContain('OURS');
});

test('what is added to a tool’s answer in opencode is known not to be the tool’s', () => {
  const { context } = JSON.parse(dialects.opencode.answer('tool.execute.after', { agent: OURS, person: '' }));
  const state = {
    ...{ status: 'completed', input: { filePath: '/p/a.js' }, output: `the file\n\n${context}` },
    ...{ metadata: {}, time: { start: 1, end: 2 } },
  };
  const events = opencodeToolSteps({ type: 'tool', tool: 'read', callID: 'c', state }, {
    key: 'k',
    at: 1,
  } as never);
  const words = events.map(({ text }) => text).join('\n');
  expect(words).toContain('the file');
  expect(words).not.toContain('OURS');
});
