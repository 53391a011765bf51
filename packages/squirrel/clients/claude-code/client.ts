import { join } from 'node:path';
import type { AgentClient } from '../client.ts';
import type { McpForm } from '../setup/client.ts';
import {
  commandTargets,
  commentIn,
  groupedHooks,
  SERVER_NAME,
  serverEntry,
  settingsIn,
} from '../setup/ours.ts';
import { type Person, quoted, type SetupContext } from '../setup/surroundings.ts';

const server: McpForm = {
  file: '~/.claude.json for every project, or .mcp.json in one',
  fields: { type: 'stdio' },
  command: ({ node, args, env }) =>
    [
      `claude mcp add --scope user ${SERVER_NAME}`,
      ...Object.entries(env).map(([key, value]) => `--env ${quoted(`${key}=${value}`)}`),
      '--',
      ...[node, ...args].map((word) => quoted(word)),
    ].join(' '),
};

/** Claude Code: servers in its state file, hooks in its settings. */
export const claudeCode: AgentClient = {
  name: 'claude-code',
  title: 'Claude Code',
  logs: {
    folder: homeOf,
    trees: ['projects'],
    home: /[\\/]projects[\\/][^\\/]+[\\/](?:[^\\/]+[\\/]subagents[\\/])?[^\\/]+\.jsonl$/,
    recognize: (path, head) =>
      /\.jsonl(\.gz)?$/i.test(path) && (OWN.test(head()) || isOlder(head())) ? 'lines' : undefined,
  },
  reader: async () => (await import('./logs.ts')).claudeCodeLogs,
  dialect: async () => (await import('./hooks.ts')).claudeCodeHooks,
  setup: {
    programs: ['claude'],
    folders: (here) => [homeOf(here)],
    already: (here) => {
      const settings = settingsIn(join(homeOf(here), 'settings.json')) as { enabledPlugins?: object };
      const ours = Object.entries(settings.enabledPlugins ?? {}).some(
        ([name, enabled]) => name.startsWith('squirrel@') && enabled === true,
      );
      return ours ? 'has the Squirrel plugin, which includes everything.' : undefined;
    },
    targets: (here) => [
      {
        kind: 'json',
        path: join(here.env.CLAUDE_CONFIG_DIR || here.person, '.claude.json'),
        what: 'the MCP server',
        entries: [stateEntry(here)],
      },
      groupedHooks('claude-code', hooksPath(here), here),
      ...commandTargets('claude-code', join(folderOf(here), 'commands'), here),
    ],
    next: (here) => [hooksIgnored(here) ?? []].flat(),
    check: (here) => {
      const says = hooksIgnored(here);
      return { runs: says === undefined, says: says ?? 'Its settings can be read.', fix: 'Remove it.' };
    },
    server,
  },
  rules: {
    project: ['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md', '.claude/rules/**/*.md'],
    anyFolder: ['CLAUDE.md'],
    whereItWorks: true,
    imports: true,
    personal: ['CLAUDE.md', 'rules/*.md'],
    notes: (root) => `projects/${root.replace(/[^A-Za-z0-9]/g, '-')}/memory`,
    keeps: /^(?:plans|projects\/[^/]+\/memory)\/[^/]+\.md$/,
  },
};

const OWN =
  /"(?:parentUuid|leafUuid|isSidechain|isSnapshotUpdate)":|"type":"(?:queue-operation|file-history-snapshot|summary|custom-title|mode)"/;

const isOlder = (head: string): boolean => /"sessionId":/.test(head) && /"type":/.test(head);

function homeOf({ env, person }: Person): string {
  return env.CLAUDE_CONFIG_DIR || join(person, '.claude');
}

const folderOf = (here: SetupContext): string =>
  here.project === undefined ? homeOf(here) : join(here.project, '.claude');

/** Absolute paths are of this machine alone, so that of a project's two files it is the one that is not shared. */
const hooksPath = (here: SetupContext): string =>
  join(folderOf(here), here.project === undefined ? 'settings.json' : 'settings.local.json');

function stateEntry(here: SetupContext) {
  // Otherwise its tools are hidden until the agent looks for them.
  const entry = serverEntry(server, here, { alwaysLoad: true });
  return here.project === undefined ? entry : { ...entry, at: ['projects', here.project, ...entry.at] };
}

/** Claude Code ignores a whole file of settings, our hooks too, for a comment or a comma too many in it. */
function hooksIgnored(here: SetupContext): string | undefined {
  const path = hooksPath(here);
  const found = commentIn(path);
  return (
    found &&
    `${path}, line ${found.line}: a comment or a trailing comma. Claude Code then ignores every hook.`
  );
}
