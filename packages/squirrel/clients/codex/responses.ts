import { answersOf } from '../reading/answers.ts';
import { parseJson } from '../reading/json.ts';
import {
  type ForeignRecord,
  into,
  listOrEmpty,
  number,
  record,
  setOf,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import { PASSED, type RecordResult } from '../reading/step.ts';
import { readModelCall } from './calls.ts';
import { readDone } from './items.ts';
import { readOutput } from './output.ts';
import { callFields, codexAnswer, codexStep, type Rollout } from './steps.ts';
import { markAnswered, markRunning } from './thread.ts';

/**
 * Reads what went between Codex and its model. Only calls and their answers are taken from here: of the words, those that
 * a person typed cannot be told from those that Codex put in.
 */
export function readResponse(item: ForeignRecord, rollout: Rollout): RecordResult {
  const type = textOrEmpty(item.type);
  switch (type) {
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'tool_search_call':
      return readMade(item, rollout);
    case 'function_call_output':
    case 'custom_tool_call_output':
      return readAnswer(item, rollout);
    case 'tool_search_output':
      return readAnswer({ ...item, output: toolNames(item).join(', ') }, rollout);
    case 'web_search_call':
      return readSearch(item, rollout);
    default:
      return { fate: PASSED_TYPES.has(type) ? 'passed' : 'unknown' };
  }
}

/** The names alone: what stands in the schemas behind them is the vendor's, and long. */
const toolNames = (item: ForeignRecord): string[] =>
  listOrEmpty(item.tools).flatMap((tool) => textOrNull(into(tool, 'name')) ?? []);

const PASSED_TYPES = setOf(`
  message agent_message reasoning image_generation_call compaction compaction_summary context_compaction
  compaction_trigger additional_tools ghost_snapshot other`);

function readMade(item: ForeignRecord, rollout: Rollout): RecordResult {
  const { thread, pending } = rollout;
  const made = readModelCall(item, thread.cwd)!;
  const { id } = made;
  if (id === null) return { fate: 'broken' };
  // Asking a running process how it fares is about the command that started it.
  if (made.toolName === 'write_stdin') made.command = thread.running[processOf(item)] ?? null;
  thread.answered = thread.answered.filter((answered) => answered !== id);
  pending.put(id, { ...callFields(made), at: thread.at });
  return { events: [codexStep(rollout, 'call', made.text, { ...callFields(pending.get(id)!), call: id })] };
}

function readAnswer(item: ForeignRecord, rollout: Rollout): RecordResult {
  const { thread, pending } = rollout;
  const id = textOrNull(item.call_id);
  if (id === null || thread.answered.includes(id)) return PASSED;
  const output = readOutput(item.output);
  const call = pending.get(id);
  if (!call) return PASSED;
  const asks = call.toolName === 'write_stdin';
  if (output.running !== null && !asks) {
    markRunning(thread, output.running, call.command ?? '');
    // A record of its own will tell how it ended.
    if (thread.paged) return {};
  }
  const { outcome, exitCode, durationMs } =
    asks && thread.paged && output.exitCode !== null
      ? { ...output, outcome: 'ok' as const, exitCode: null }
      : output;
  pending.drop(id);
  markAnswered(thread, id);
  const result = { ...callFields(call), call: id, outcome, exitCode, durationMs };
  return { events: [codexStep(rollout, 'result', answersOf(output.text, call) ?? output.text, result)] };
}

/** A search that the provider ran; newer versions tell of it by an event before. */
function readSearch(item: ForeignRecord, rollout: Rollout): RecordResult {
  const { thread } = rollout;
  const id = textOrNull(item.id);
  if (thread.searches > 0) {
    thread.searches--;
    return PASSED;
  }
  if (id !== null && thread.answered.includes(id)) return PASSED;
  const done = readDone({ ...item, type: 'WebSearch' })!;
  return { events: codexAnswer(rollout, id ?? `web:${thread.at}:${thread.moment.call ?? 0}`, done) };
}

const processOf = (item: ForeignRecord): string => {
  const { session_id } = record(parseJson(Buffer.from(textOrEmpty(item.arguments))));
  return textOrNull(session_id) ?? String(number(session_id) ?? '');
};
