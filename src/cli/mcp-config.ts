import { json } from './plain.ts';

/** The clients whose way of registering an MCP server is known. */
export const MCP_CLIENTS = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor', 'copilot'] as const;

export type McpClient = (typeof MCP_CLIENTS)[number];

/** What starts the server, and what it needs to know of the environment: some clients pass nothing on. */
export interface McpProgram {
  node: string;
  args: string[];
  env: Record<string, string>;
}

/** What to add to which file of a client. */
export interface McpConfig {
  file: string;
  /** As it stands in that file. */
  text: string;
  /** Another way, where the client has a command for it. */
  command?: string;
}

/** How a client is told of our MCP server. */
export function mcpConfigOf(client: McpClient, program: McpProgram): McpConfig {
  return ways[client](program);
}

const NAME = 'squirrel';

const ways: Record<McpClient, (program: McpProgram) => McpConfig> = {
  'claude-code': ({ node, args, env }) => ({
    file: '~/.claude.json for every project, or .mcp.json in one',
    text: servers({ type: 'stdio', command: node, args, ...environment('env', env) }),
    command: [
      `claude mcp add --scope user ${NAME}`,
      ...Object.entries(env).map(([key, value]) => `--env ${quoted(`${key}=${value}`)}`),
      '--',
      ...[node, ...args].map(quoted),
    ].join(' '),
  }),
  codex: ({ node, args, env }) => ({
    file: '~/.codex/config.toml',
    text: [
      `[mcp_servers.${NAME}]`,
      `command = ${JSON.stringify(node)}`,
      `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
      ...(Object.keys(env).length > 0
        ? [
            `env = { ${Object.entries(env)
              .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
              .join(', ')} }`,
          ]
        : []),
    ].join('\n'),
  }),
  gemini: ({ node, args, env }) => ({
    file: '~/.gemini/settings.json',
    text: servers({ command: node, args, ...environment('env', env) }),
  }),
  opencode: ({ node, args, env }) => ({
    file: '~/.config/opencode/opencode.json',
    text: json(
      {
        mcp: {
          [NAME]: {
            type: 'local',
            command: [node, ...args],
            enabled: true,
            ...environment('environment', env),
          },
        },
      },
      2,
    ),
  }),
  cursor: ({ node, args, env }) => ({
    file: '~/.cursor/mcp.json',
    text: servers({ command: node, args, ...environment('env', env) }),
  }),
  copilot: ({ node, args, env }) => ({
    file: '~/.copilot/mcp-config.json',
    text: servers({ type: 'local', command: node, args, tools: ['*'], ...environment('env', env) }),
  }),
};

const servers = (server: object): string => json({ mcpServers: { [NAME]: server } }, 2);

const environment = (field: string, env: Record<string, string>) =>
  Object.keys(env).length > 0 ? { [field]: env } : {};

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
