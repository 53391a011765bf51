import { join } from 'node:path';
import type { Driver } from './driver.ts';
import type { Place } from './place.ts';
import { cutLong } from './vendor-text.ts';

/** Claude Code, told to talk to nobody but the fake model. */
export const claudeCode: Driver = {
  client: 'claude-code',
  hands: ({ project }) => ({
    read: (file) => ({ name: 'Read', tool: 'read', file, input: { file_path: join(project, file) } }),
    edit: (file, old_string, new_string) => ({
      name: 'Edit',
      tool: 'edit',
      file,
      input: { file_path: join(project, file), old_string, new_string, replace_all: false },
    }),
    write: (file, content) => ({
      name: 'Write',
      tool: 'write',
      file,
      input: { file_path: join(project, file), content },
    }),
    run: (command, outcome) => ({
      name: 'Bash',
      tool: 'run',
      outcome,
      input: { command, description: 'Run a command' },
    }),
    search: (pattern) => ({ name: 'Grep', tool: 'search', input: { pattern } }),
    list: () => ({ name: 'Glob', tool: 'list', input: { pattern: '**/*.js' } }),
    // It goes nowhere without TLS.
    fetch: (url) => ({
      name: 'WebFetch',
      tool: 'fetch',
      outcome: 'failed',
      input: { url, prompt: 'What is a sum?' },
    }),
    webSearch: (query) => ({ name: 'WebSearch', tool: 'web search', input: { query } }),
    task: (prompt) => ({
      name: 'Agent',
      tool: 'task',
      input: { description: 'Look around', prompt, subagent_type: 'general-purpose' },
    }),
    recall: (query) => ({ name: 'mcp__memo__recall', tool: 'mcp:memo/recall', input: { query } }),
    fail: (query) => ({
      name: 'mcp__memo__break',
      tool: 'mcp:memo/break',
      outcome: 'failed',
      input: { query },
    }),
  }),
  command: (prompt, how, { place, url }) => {
    // Otherwise it asks its maker whether a domain is safe before it fetches anything.
    if (!how.settled) place.write('.claude/settings.json', { skipWebFetchPreflight: true });
    return {
      args: [
        ...['-p', prompt, '--output-format', 'json'],
        ...(how.refuse ? [] : ['--allowedTools', ALLOWED]),
        ...(how.resume ? ['--continue'] : []),
        ...(how.resume === 'fork' ? ['--fork-session'] : []),
        ...(how.mcp ? ['--mcp-config', mcpConfig(place), '--strict-mcp-config'] : []),
      ],
      env: { ...claudeEnv(url), ...(how.small && { CLAUDE_CODE_AUTO_COMPACT_WINDOW: '200000' }) },
    };
  },
  terminal: ({ place, url, free }) => {
    const project = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
    place.write('.claude.json', {
      hasCompletedOnboarding: true,
      lastOnboardingVersion: '2.1.325',
      theme: 'dark',
      customApiKeyResponses: { approved: ['fake'], rejected: [] },
      projects: { [place.project]: project },
    });
    return {
      args: ['--permission-mode', 'default', '--allowedTools', free ? ALLOWED : 'Read'],
      env: claudeEnv(url),
    };
  },
  // A command that was stopped and one that was not allowed leave the very same words.
  logged: { interrupted: 'rejected' },
  logs: ['.claude/projects/**/*', '.claude/history.jsonl'],
  cut: (record) => {
    if (String(record.type).startsWith('api-request')) return cutLong(record, 2);
    if (record.type === 'attachment' && VENDOR_ATTACHMENTS.has(record.attachment?.type))
      return { ...record, attachment: cutLong(record.attachment), rendered: cutLong(record.rendered, 1) };
    return record;
  },
};

/** What keeps Claude Code from looking for anybody but the fake model. */
const claudeEnv = (url: string): Record<string, string> => ({
  ANTHROPIC_BASE_URL: url,
  ANTHROPIC_API_KEY: 'fake',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_TELEMETRY: '1',
  IS_SANDBOX: '1',
});

const ALLOWED = 'Read,Edit,Write,Bash,Grep,Glob,Agent,WebFetch,WebSearch,mcp__memo,mcp__squirrel';

function mcpConfig(place: Place): string {
  const memo = { command: 'node', args: [join(place.home, 'bin/mcp-memo.ts')], alwaysLoad: true };
  place.write('mcp.json', { mcpServers: { memo } });
  return join(place.home, 'mcp.json');
}

const VENDOR_ATTACHMENTS = new Set([
  'prompt_snapshot',
  'skill_listing',
  'agent_listing_delta',
  'deferred_tools_delta',
  'auto_mode',
  'remote_session_change',
]);
