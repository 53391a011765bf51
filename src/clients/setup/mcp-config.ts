import { json } from '../../base/plain.ts';

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
  const { file, at, server, text, command } = waysOf(program)[client];
  return {
    file,
    text:
      text ??
      json(
        at.reduceRight<object>((value, name) => ({ [name]: value }), server),
        2,
      ),
    ...(command !== undefined && { command }),
  };
}

/** What stands for our server in a client's settings, and where in them. */
export function mcpServerOf(client: McpClient, program: McpProgram): { at: string[]; server: object } {
  const { at, server } = waysOf(program)[client];
  return { at, server };
}

const NAME = 'squirrel';

interface Way {
  file: string;
  at: string[];
  server: object;
  /** Where it is not JSON. */
  text?: string;
  command?: string;
}

const waysOf = ({ node, args, env }: McpProgram): Record<McpClient, Way> => ({
  'claude-code': {
    file: '~/.claude.json for every project, or .mcp.json in one',
    at: ['mcpServers', NAME],
    server: { type: 'stdio', command: node, args, ...environment('env', env) },
    command: [
      `claude mcp add --scope user ${NAME}`,
      ...Object.entries(env).map(([key, value]) => `--env ${quoted(`${key}=${value}`)}`),
      '--',
      ...[node, ...args].map(quoted),
    ].join(' '),
  },
  codex: {
    file: '~/.codex/config.toml',
    at: ['mcp_servers', NAME],
    server: { command: node, args, ...environment('env', env) },
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
  },
  gemini: {
    file: '~/.gemini/settings.json',
    at: ['mcpServers', NAME],
    server: { command: node, args, ...environment('env', env) },
  },
  opencode: {
    file: '~/.config/opencode/opencode.json',
    at: ['mcp', NAME],
    server: { type: 'local', command: [node, ...args], enabled: true, ...environment('environment', env) },
  },
  cursor: {
    file: '~/.cursor/mcp.json',
    at: ['mcpServers', NAME],
    server: { command: node, args, ...environment('env', env) },
  },
  copilot: {
    file: '~/.copilot/mcp-config.json',
    at: ['mcpServers', NAME],
    server: { type: 'local', command: node, args, tools: ['*'], ...environment('env', env) },
  },
});

const environment = (field: string, env: Record<string, string>) =>
  Object.keys(env).length > 0 ? { [field]: env } : {};

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
