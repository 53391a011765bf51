import type { Tokens } from '@sqrl/base/model/event.ts';
import type { RawTouch } from '@sqrl/base/model/reader.ts';
import { plainPath } from '../reading/paths.ts';
import {
  countOrNull,
  type ForeignRecord,
  listOrEmpty,
  record,
  setOf,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import { PASSED, type RecordResult } from '../reading/step.ts';
import { itemOfEvent, readDone } from './items.ts';
import { codexAnswer, codexStep, type Rollout } from './steps.ts';
import { codexPrompt } from './words.ts';

export function readEvent(event: ForeignRecord, rollout: Rollout): RecordResult {
  const type = textOrEmpty(event.type);
  switch (type) {
    case 'item_completed':
      return readItem(record(event.item), rollout);
    case 'user_message':
      return readPrompt(
        [textOrEmpty(event.message)],
        [...listOrEmpty(event.local_images), ...listOrEmpty(event.local_audio)],
        event,
        rollout,
      );
    case 'agent_message':
      return words('reply', textOrEmpty(event.message), rollout);
    case 'agent_reasoning':
    case 'agent_reasoning_raw_content':
      return words('reasoning', textOrEmpty(event.text), rollout);
    case 'token_count':
      return readTokens(event, rollout);
    case 'turn_aborted':
      return {
        events: [
          codexStep(rollout, 'notice', `turn ${textOrEmpty(event.reason) || 'aborted'}`, {
            outcome: 'interrupted',
          }),
        ],
      };
    case 'error':
    case 'stream_error':
      return { events: [codexStep(rollout, 'notice', textOrEmpty(event.message), { outcome: 'failed' })] };
    case 'thread_name_updated':
      return readTitle(event, rollout);
    default: {
      const item = itemOfEvent(event);
      if (item) return { ...readItem(item, rollout), type: `event_msg/${type}` };
      return {
        fate:
          PASSED_TYPES.has(type) || /_(begin|delta|updated?|started|request)$/.test(type)
            ? 'passed'
            : 'unknown',
      };
    }
  }
}

const PASSED_TYPES = setOf(`
  task_started task_complete turn_started turn_complete thread_settings_applied thread_rolled_back
  thread_goal_updated context_compacted sub_agent_activity entered_review_mode exited_review_mode
  image_generation_end warning background_event plan_update turn_diff session_configured shutdown_complete
  agent_reasoning_section_break undo_completed deprecation_notice`);

function readItem(item: ForeignRecord, rollout: Rollout): RecordResult {
  return {
    type: `event_msg/item_completed/${textOrEmpty(item.type) || 'untyped'}`,
    ...readTold(item, rollout),
  };
}

function readTold(item: ForeignRecord, rollout: Rollout): RecordResult {
  switch (item.type) {
    case 'UserMessage': {
      const parts = listOrEmpty(item.content).map(record);
      const paths = parts.map(({ path }) => path);
      return readPrompt(
        parts.map((part) => textOrEmpty(part.text)),
        paths,
        item,
        rollout,
      );
    }
    case 'AgentMessage':
      return words('reply', joined(item.content), rollout);
    case 'Plan':
      return words('reply', textOrEmpty(item.text), rollout);
    case 'Reasoning':
      return words(
        'reasoning',
        [...listOrEmpty(item.summary_text), ...listOrEmpty(item.raw_content)].map(textOrEmpty).join('\n'),
        rollout,
      );
    case 'ExitedReviewMode':
      return words('reply', textOrEmpty(record(item.review_output).overall_explanation), rollout);
    default:
      return readEnd(item, rollout);
  }
}

/** A finished call. Its answer to the model follows and is passed over then. */
function readEnd(item: ForeignRecord, rollout: Rollout): RecordResult {
  const done = readDone(item);
  if (!done) return { fate: PASSED_ITEMS.has(textOrEmpty(item.type)) ? 'passed' : 'unknown' };
  const id = textOrNull(item.id);
  if (id === null) return { fate: 'broken' };
  if (rollout.thread.answered.includes(id)) return PASSED;
  if (item.type === 'WebSearch') rollout.thread.searches++;
  return { events: codexAnswer(rollout, id, done) };
}

const PASSED_ITEMS = setOf(`
  HookPrompt ContextCompaction SubAgentActivity CollabAgentToolCall EnteredReviewMode ImageGeneration
  Extension`);

function readPrompt(
  blocks: readonly string[],
  paths: readonly unknown[],
  event: ForeignRecord,
  rollout: Rollout,
): RecordResult {
  // A subagent is spoken to by its parent. Once Codex's own words came as user messages too, of other kinds.
  if (rollout.thread.agent !== null || (textOrNull(event.kind) ?? 'plain') !== 'plain') return PASSED;
  const prompt = blocks.map(codexPrompt).filter(Boolean).join('\n');
  const files = paths.filter((path) => textOrNull(path)).map(mention);
  if (prompt === '' && files.length === 0) return PASSED;
  return { events: [codexStep(rollout, 'prompt', prompt, { files })] };
}

const mention = (path: unknown): RawTouch => ({
  path: plainPath(textOrEmpty(path)),
  way: 'mention',
  lines: null,
});

const words = (kind: 'reply' | 'reasoning', said: string, rollout: Rollout): RecordResult =>
  said.trim() === '' ? PASSED : { events: [codexStep(rollout, kind, said)] };

const joined = (parts: unknown): string =>
  listOrEmpty(parts)
    .map((part) => textOrEmpty(record(part).text))
    .join('');

/**
 * Tokens of a response, told after its steps: they go to the answer of a call that is still out, or to a notice of their
 * own where the response was the last of its turn.
 */
function readTokens(event: ForeignRecord, rollout: Rollout): RecordResult {
  const { thread, pending } = rollout;
  const info = record(event.info);
  if (event.usage === undefined) {
    const spent = countOrNull(record(info.total_token_usage).total_tokens);
    if (thread.perResponse || spent === null || spent === thread.spent) return PASSED;
    thread.spent = spent;
  }
  const tokens = tokensOf(record(event.usage ?? info.last_token_usage));
  if (!tokens) return PASSED;
  const type = event.usage === undefined ? {} : { type: 'token_usage_record' };
  const sum = thread.due ? plus(thread.due, tokens) : tokens;
  if (listOrEmpty(pending.state()).length > 0) {
    thread.due = sum;
    return type;
  }
  thread.due = null;
  return { ...type, events: [codexStep(rollout, 'notice', '', { tokens: sum })] };
}

const plus = (a: Tokens, b: Tokens): Tokens => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cached: a.cached + b.cached,
});

function tokensOf(usage: ForeignRecord): Tokens | null {
  const input = countOrNull(usage.input_tokens) ?? 0;
  const output = countOrNull(usage.output_tokens) ?? 0;
  if (input + output === 0) return null;
  return { input, output, cached: countOrNull(usage.cached_input_tokens) ?? 0 };
}

function readTitle(event: ForeignRecord, { thread }: Rollout): RecordResult {
  const title = textOrNull(event.thread_name);
  return title === null || thread.agent !== null ? PASSED : { session: { id: thread.session, title } };
}
