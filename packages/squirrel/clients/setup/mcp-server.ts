/** What starts the server, and what it needs to know of the environment: some clients pass nothing on. */
export interface McpProgram {
  node: string;
  args: string[];
  env: Record<string, string>;
}

/** How our server stands in a client's settings. */
export interface McpRegistration {
  /** The file of the settings, for a person. */
  file: string;
  /** Where in it. */
  at: string[];
  server: object;
  /** As it stands in that file, where that is not JSON. */
  text?: string;
  /** Another way, where the client has a command for it. */
  command?: string;
}

export const SERVER_NAME = 'squirrel';

/** A registration under `mcpServers` of a JSON file; some clients want a type, or the tools they may use. */
export const mcpServers =
  (file: string, { type, tools }: { type?: string; tools?: string[] } = {}) =>
  ({ node, args, env }: McpProgram): McpRegistration => ({
    file,
    at: ['mcpServers', SERVER_NAME],
    server: { ...(type && { type }), command: node, args, ...(tools && { tools }), ...variables('env', env) },
  });

/** The environment of the server under the name that the client has for it; nothing where it is empty. */
export const variables = (field: string, env: Record<string, string>): object =>
  Object.keys(env).length > 0 ? { [field]: env } : {};
