import { countOrNull, type ForeignRecord, into, setOf, textOrEmpty } from '../reading/record.ts';
import type { RecordResult } from '../reading/step.ts';
import type { ClaudeCodeSession } from './session.ts';

/** Types of records that tell nothing of what was done, or repeat what another record tells. */
export const PASSED_RECORDS = setOf(`
  progress file-history-snapshot file-history-delta api-request api-request-shape api-request-blob last-prompt
  tools-used cost-state mode permission-mode atis-latch agent-name agent-color agent-setting summary tag relocated
  pr-link worktree-state content-replacement continued-in derived-from fork-context-ref attribution-snapshot
  bridge-session memory-mode session-owner history-suppression ended-by-model resume-head-vouch frame-link observer-ref
  data-flow-records speculation-accept marble-origami-commit marble-origami-snapshot`);

/** Attachments that the client, its vendor or a hook put in: never the person's words, and never to be learned from. */
export const PASSED_ATTACHMENTS = setOf(`
  environment model date date_change session_context instructions nested_memory skill_listing agent_listing_delta
  deferred_tools_delta mcp_instructions_delta hook_success hook_additional_context hook_cancelled
  hook_non_blocking_error hook_blocking_error hook_error_during_execution hook_stopped_continuation
  hook_system_message hook_permission_decision async_hook_response async_hook_response_batch
  total_tokens_reminder auto_mode auto_mode_exit
  prompt_snapshot remote_session_change todo_reminder task_reminder plan_mode plan_mode_exit plan_mode_reentry
  plan_file_reference critical_system_reminder output_style diagnostics ultrathink_effort compaction_reminder
  token_usage budget_usd output_token_usage verify_plan_reminder max_turns_reached structured_output
  command_permissions agent_mention mcp_resource invoked_skills skill_discovery dynamic_skill relevant_memories
  current_session_memory context_efficiency team_context teammate_mailbox teammate_shutdown_batch async_agent_status
  task_status already_read_file edited_text_file edited_image_file opened_file_in_ide companion_intro poll_events
  image document`);

const PASSED_SYSTEM = setOf(`
  stop_hook_summary turn_duration local_command informational microcompact_boundary away_summary bridge_status
  memory_saved agents_killed api_metrics permission_retry scheduled_task_fire snapshot_boundary thinking status
  notification model_refusal_fallback model_refusal_no_fallback model_fallback model_consent_fallback`);

/** Reads what the client says of itself: that it shortened the conversation, that its service failed. */
export function readSystem(entry: ForeignRecord, memory: ClaudeCodeSession): RecordResult {
  const subtype = textOrEmpty(entry.subtype);
  const type = `system/${subtype}`;
  if (subtype === 'compact_boundary') {
    memory.kept.compacted = true;
    return { type, fate: 'read', events: [memory.step({ kind: 'compaction', text: compactionText(entry) })] };
  }
  if (subtype === 'api_error')
    return { type, events: [memory.step({ kind: 'notice', text: errorText(entry), outcome: 'failed' })] };
  return { type, fate: PASSED_SYSTEM.has(subtype) ? 'passed' : 'unknown' };
}

function compactionText(entry: ForeignRecord): string {
  const trigger = textOrEmpty(into(entry, 'compactMetadata', 'trigger'));
  const before = countOrNull(into(entry, 'compactMetadata', 'preTokens'));
  return `Conversation compacted${trigger && ` (${trigger})`}${before === null ? '' : `, ${before} tokens before`}`;
}

function errorText(entry: ForeignRecord): string {
  const status = countOrNull(into(entry, 'error', 'status'));
  const message =
    textOrEmpty(into(entry, 'error', 'error', 'error', 'message')) ||
    textOrEmpty(into(entry, 'error', 'message')) ||
    textOrEmpty(into(entry, 'error', 'cause', 'code')) ||
    textOrEmpty(entry.content);
  return `Service error${status === null ? '' : ` ${status}`}${message && `: ${message}`}`;
}
