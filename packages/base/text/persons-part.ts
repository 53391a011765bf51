/**
 * What the person wrote of one content block of a message. Clients, editors, shells and hooks put text of their own into
 * prompts, between tags. That text is anybody's, and may contain the closing tag: no word after an opening tag is believed,
 * only what stands before the first one. Each block is judged by itself, so that words typed into the next one are kept.
 */
export function personsPart(block: string): string {
  if (!block.includes('<')) return block.trim();
  const start = block.search(/\S/);
  const closings = new Map<string, number>();
  for (const { index, 1: name } of block.matchAll(OPENING)) {
    const tag = name!.toLowerCase();
    if (!closings.has(tag)) closings.set(tag, block.lastIndexOf(`</${name}>`));
    // A client closes what it opens. A tag that stays open in the middle was typed: "what is a <system-reminder>?"
    if (index === start || index < closings.get(tag)!) return block.slice(0, index).trim();
  }
  return block.trim();
}

/** Tags that clients open in the person's name. Those around a slash command are missing: its arguments were typed. */
const CLIENT_TAGS = `
  system-reminder system_reminder user-prompt-submit-hook ide_opened_file ide_selection ide_diagnostics new-diagnostics
  local-command-caveat local-command-stdout local-command-stderr bash-input bash-stdout bash-stderr task-notification
  teammate-message cross-session-message channel channel-message mcp-server-note persisted-output tool_use_error
  user_instructions environment_context turn_aborted subagent_notification skill user_shell_command user_action
  session_context state_snapshot hook_context loaded_context untrusted_context
  current_datetime reminder sql_tables attached_files open_and_recently_viewed_files additional_data user_info git_status
  project_layout`;

const OPENING = new RegExp(`<(${CLIENT_TAGS.trim().split(/\s+/).join('|')})(?=[\\s/>])`, 'gi');
