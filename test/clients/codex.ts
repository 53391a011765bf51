import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Driver } from './driver.ts';
import type { Place } from './place.ts';
import { cutLong } from './vendor-text.ts';

/** Codex with a provider of its own making: the fake model. */
export const codex: Driver = {
  client: 'codex',
  hands: () => ({
    read: (file) => ({ name: 'exec_command', tool: 'run', file, input: { cmd: `cat ${file}` } }),
    edit: (file, from, to) => ({
      ...patch(`*** Update File: ${file}\n@@\n-  ${from}\n+  ${to}`),
      tool: 'edit',
      file,
    }),
    write: (file, text) => ({
      ...patch(`*** Add File: ${file}\n${text.trimEnd().replace(/^/gm, '+')}`),
      tool: 'edit',
      file,
    }),
    run: (command, outcome) => ({ name: 'exec_command', tool: 'run', outcome, input: { cmd: command } }),
    webSearch: (query) => ({
      name: 'web_search',
      tool: 'web search',
      form: 'web search',
      input: { type: 'search', query },
    }),
    task: (prompt) => ({
      name: 'spawn_agent',
      namespace: 'multi_agent_v1',
      tool: 'task',
      input: { message: prompt },
    }),
    findTools: (query) => ({
      name: 'tool_search',
      tool: 'plan',
      form: 'tool search',
      input: { query, limit: 8 },
    }),
    recall: (query) => ({
      name: 'recall',
      namespace: 'mcp__memo',
      tool: 'mcp:memo/recall',
      input: { query },
    }),
    fail: (query) => ({
      name: 'break',
      namespace: 'mcp__memo',
      tool: 'mcp:memo/break',
      outcome: 'failed',
      input: { query },
    }),
  }),
  command: (prompt, how, { place, url }) => {
    if (!how.settled) place.write('.codex/config.toml', config(place, url, how.mcp));
    return {
      args: [
        'exec',
        ...(how.resume === 'fork' ? ['fork'] : how.resume ? ['resume'] : []),
        ...['--json', '--skip-git-repo-check', '--disable', 'plugins', '--disable', 'apps'],
        ...(how.refuse ? ['--sandbox', 'read-only'] : ['--dangerously-bypass-approvals-and-sandbox']),
        ...(how.resume ? [newestSession(place)] : []),
        prompt,
      ],
      env: { FAKE_KEY: 'fake' },
    };
  },
  terminal: ({ place, url, free }) => {
    place.write('.codex/config.toml', config(place, url));
    const off = ['daemon_auto_start', 'plugins', 'apps'].flatMap((feature) => ['--disable', feature]);
    return {
      args: [
        ...off,
        ...(free
          ? ['--dangerously-bypass-approvals-and-sandbox']
          : ['--sandbox', 'read-only', '--ask-for-approval', 'on-request']),
      ],
      env: { FAKE_KEY: 'fake' },
    };
  },
  // To say no is to stop the turn.
  logged: { rejected: 'interrupted' },
  logs: ['.codex/sessions/**/*.jsonl', '.codex/history.jsonl', '.codex/session_index.jsonl'],
  cut: (record) =>
    record.type === 'world_state' ? { ...record, payload: cutLong(record.payload) } : cutWithin(record),
};

/** Cuts what Codex says to its model, wherever in a record it lies. */
function cutWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cutWithin);
  if (typeof value !== 'object' || value === null) return value;
  const vendors = 'role' in value && value.role === 'developer' ? ['content'] : VENDOR_KEYS;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      vendors.includes(key) ? cutLong(item) : cutWithin(item),
    ]),
  );
}

const VENDOR_KEYS = ['base_instructions', 'developer_instructions', 'tools'];

function newestSession(place: Place): string {
  const rollouts = globSync('.codex/sessions/**/rollout-*.jsonl', { cwd: place.home }).sort();
  return rollouts.at(-1)!.slice(-'01234567-89ab-cdef-0123-456789abcdef.jsonl'.length, -'.jsonl'.length);
}

const patch = (body: string) => ({
  name: 'apply_patch',
  form: 'custom' as const,
  input: `*** Begin Patch\n${body}\n*** End Patch`,
});

/** The configuration that sends Codex to the fake model. The name of the model is one it knows: others lose tools. */
const config = (place: Place, url: string, mcp?: boolean): string => `model = "gpt-5.5"
model_provider = "fake"
check_for_update_on_startup = false

[model_providers.fake]
name = "fake"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false

# Otherwise it begins by recommending a newer model.
[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"

[analytics]
enabled = false

[feedback]
enabled = false

[projects."${place.project}"]
trust_level = "trusted"
${mcp ? `\n[mcp_servers.memo]\ncommand = "node"\nargs = ["${join(place.home, 'bin/mcp-memo.ts')}"]\nstartup_timeout_sec = 10\n` : ''}`;
