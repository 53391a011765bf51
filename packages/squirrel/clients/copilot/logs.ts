import { join } from 'node:path';
import type { Outcome } from '@sqrl/base/model/event.ts';
import type { Log, OpenLog, PieceResult, Reader } from '@sqrl/base/model/reader.ts';
import { filesBelow } from '../reading/files-below.ts';
import { isWholeRecord, parseJson, recordHead } from '../reading/json.ts';
import { openPending } from '../reading/pending.ts';
import {
  type ForeignRecord,
  isRecord,
  record,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';
import { PASSED, type RecordResult, resultOf } from '../reading/step.ts';
import { copilotWorkspace, meet, meetLeave, meetUsage, openSession } from './session.ts';
import {
  type CopilotReading,
  copilotStep,
  isNewThought,
  readAnswer,
  readComplete,
  readPrompt,
  readStart,
} from './steps.ts';

export const copilotLogs: Reader = {
  client: 'copilot',
  find: ({ copilot }): Log[] =>
    filesBelow(join(copilot, 'session-state'), 1)
      .filter((path) => LOG.test(path))
      .map((path) => ({ client: 'copilot', path, form: 'lines', ...copilotWorkspace(path) })),
  open(log, state): OpenLog {
    const kept = record(state);
    const talk = { session: openSession(log, kept.session), pending: openPending(kept.pending) };
    return {
      take: ({ bytes }) => pass(bytes, talk) ?? take(parseJson(bytes), talk),
      state: () => structuredClone({ session: talk.session, pending: talk.pending.state() }),
    };
  },
};

// Older versions kept a session in one file named after it.
const LOG = /[/\\](events|[0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/;

// Much of a log is hooks and prompts of the client's own: its type stands first, and tells that it need not be read.
function pass(bytes: Uint8Array, { session }: CopilotReading): PieceResult | undefined {
  const type = isWholeRecord(bytes) ? /^\{"type":"([\w.]+)",/.exec(recordHead(bytes))?.[1] : undefined;
  if (type === undefined || !isPassed(type)) return undefined;
  return resultOf(PASSED, type, session.version);
}

function take(line: unknown, talk: CopilotReading): PieceResult {
  const { session } = talk;
  if (!isRecord(line)) return resultOf({ fate: 'broken' }, 'line', session.version);
  session.at = timeOrNull(line.timestamp) ?? session.at;
  const type = textOrEmpty(line.type) || 'untyped';
  if (session.at === 0) return resultOf({ fate: 'broken' }, type, null);
  const read = readLine(line, record(line.data), talk);
  return resultOf(read, type, session.version);
}

function readLine(line: ForeignRecord, data: ForeignRecord, talk: CopilotReading): RecordResult {
  const { session } = talk;
  switch (line.type) {
    case 'session.start':
    case 'session.resume':
    case 'session.context_changed':
      return { session: meet(session, data) };
    case 'session.model_change':
      if (textOrNull(line.agentId) === null) session.model = textOrNull(data.newModel) ?? session.model;
      return {};
    case 'session.title_changed':
      return textOrNull(data.title) === null
        ? PASSED
        : { session: { id: session.id, title: textOrEmpty(data.title) } };
    case 'session.usage_record':
    case 'assistant.usage':
      meetUsage(session, isRecord(data.usage) ? data.usage : data, textOrEmpty(line.agentId));
      return {};
    case 'permission.completed':
      meetLeave(session, data);
      return {};
    case 'user.message':
      return readPrompt(line, data, talk);
    case 'assistant.message':
      return readAnswer(line, data, talk);
    case 'assistant.reasoning':
      return readThought(line, data, talk);
    case 'tool.user_requested':
    case 'tool.execution_start':
      return readStart(line, data, talk);
    case 'tool.execution_complete':
      return readComplete(line, data, talk);
    case 'session.compaction_complete':
      return data.success === false
        ? PASSED
        : { events: [copilotStep(line, talk, 'compaction', textOrEmpty(data.summaryContent))] };
    case 'abort':
      return notice(line, talk, textOrEmpty(data.reason) || 'aborted', 'interrupted');
    case 'session.error':
      return notice(line, talk, textOrEmpty(data.message), 'failed');
    default:
      return { fate: isPassed(textOrEmpty(line.type)) ? 'passed' : 'unknown' };
  }
}

// By families; of some a member is read all the same.
const PASSED_TYPES = new RegExp(
  [
    '^assistant\\.(turn_start|turn_end|intent|idle|\\w+_(delta|start|progress))$',
    '^tool\\.execution_(partial_result|progress)$',
    '^session\\.(idle|info|warning|handoff|truncation|snapshot_rewind|shutdown|usage_checkpoint|usage_info)$',
    '^session\\.(context_cleared|compaction_start|task_complete|binary_asset|custom_notification)$',
    '^session\\.(\\w+_(changed|loaded|updated|resolved|enforced)|schedule_\\w+|(canvas|extensions)\\.\\w+)$',
    '^(hook|permission|user_input|elicitation|sampling|commands?|capabilities|external_tool|exit_plan_mode)\\.',
    '^(auto_mode_switch|session_limits_exhausted|mcp|mcp_app|pending_messages|subagent|skill|system|tool_search)\\.',
    '^(factory|ui|model)\\.',
  ].join('|'),
);

const READ = new Set(['permission.completed', 'session.title_changed', 'session.context_changed']);
const isPassed = (type: string): boolean => PASSED_TYPES.test(type) && !READ.has(type);

function readThought(line: ForeignRecord, data: ForeignRecord, talk: CopilotReading): RecordResult {
  const thought = textOrEmpty(data.content);
  return isNewThought(thought, talk) ? { events: [copilotStep(line, talk, 'reasoning', thought)] } : PASSED;
}

const notice = (line: ForeignRecord, talk: CopilotReading, said: string, outcome: Outcome): RecordResult => ({
  events: [copilotStep(line, talk, 'notice', said, { outcome })],
});
