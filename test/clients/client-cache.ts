import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A real agent client as the npm registry has it; its fixtures say which version wrote them. */
export interface Pin {
  client: string;
  package: string;
  version: string;
  /** The command inside node_modules/.bin; a library has none. */
  bin?: string;
  /** Further arguments of `npm install`. */
  install?: readonly string[];
}

/** Every client the fixtures are made with, and the one that only asks MCP servers. A newer one is a new version here and a new run. */
export const pins: readonly Pin[] = [
  { client: 'claude-code', package: '@anthropic-ai/claude-code', version: '2.1.325', bin: 'claude' },
  { client: 'codex', package: '@openai/codex', version: '0.166.0', bin: 'codex' },
  { client: 'gemini', package: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' },
  // The newest one with a program for arm64.
  { client: 'opencode', package: 'opencode-ai', version: '1.18.18', bin: 'opencode' },
  { client: 'copilot', package: '@github/copilot', version: '1.0.102', bin: 'copilot' },
  {
    client: 'inspector',
    package: '@modelcontextprotocol/inspector',
    version: '2.12.0',
    bin: 'mcp-inspector',
  },
  // Libraries that adapters are tested with, too large for every `npm install`. The agent SDK runs the Claude Code above,
  // of the same version, so it needs no program of its own.
  {
    client: 'claude-agent-sdk',
    package: '@anthropic-ai/claude-agent-sdk',
    version: '0.3.325',
    install: ['--omit=optional', 'zod@4.6.7'],
  },
  { client: 'mastra', package: '@mastra/core', version: '1.71.0', install: ['zod@4.6.7'] },
];

/** Says where the clients lie: `SQRL_CLIENTS`, or a folder of the person's cache. */
export const cacheFolder = (env: NodeJS.ProcessEnv): string =>
  env.SQRL_CLIENTS || join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'squirrel-clients');

/** The command of an installed client. */
export const commandOf = (cache: string, pin: Pin): string =>
  join(cache, pin.client, 'node_modules', '.bin', pin.bin ?? '');

/** The folder of an installed package. */
export const packageOf = (cache: string, pin: Pin): string =>
  join(cache, pin.client, 'node_modules', pin.package);

/** Says which version of a client is installed, or nothing. */
export function installedVersion(cache: string, pin: Pin): string | undefined {
  const manifest = join(packageOf(cache, pin), 'package.json');
  // The package can be there without its command: the install was cut off half-way.
  if (!existsSync(manifest) || !existsSync(commandOf(cache, pin))) return undefined;
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}

/** The clients of a comma-separated list, or all of them. */
export function choosePins(names: readonly string[]): readonly Pin[] {
  for (const name of names) {
    if (!pins.some((pin) => pin.client === name))
      throw new Error(`There is no client ${name}; there are ${pins.map((pin) => pin.client).join(', ')}.`);
  }
  return names.length === 0 ? pins : pins.filter((pin) => names.includes(pin.client));
}
