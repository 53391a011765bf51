import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'jsonc-parser';
import { HOOK_EVENTS, type HookClient, type HookEvent } from '../../model/hook-events.ts';
import type { Target } from './client.ts';
import type { Entry } from './entry.ts';
import { type McpClient, mcpServerOf } from './mcp-config.ts';
import { isUsualMemory, packageOf, programOf, type Surroundings } from './surroundings.ts';

/** Our MCP server as a client writes it; `more` is what only that client knows. */
export function serverEntry(client: McpClient, here: Surroundings, more: object = {}): Entry {
  const { node, script, memory } = here;
  const { at, server } = mcpServerOf(client, {
    node,
    args: [script, 'mcp'],
    env: isUsualMemory(here) ? {} : { SQRL_HOME: memory },
  });
  return { at, value: { ...server, ...more }, ours: isOurServer };
}

/** The words that call the hook program at a point of a client's sessions. */
export const hookWords = (client: HookClient, event: string, here: Surroundings): string[] => [
  here.node,
  join(packageOf(here), 'dist', 'hooks', 'hook.js'),
  client,
  event,
  ...(isUsualMemory(here) ? [] : ['--home', here.memory]),
];

/** The same as one line for a shell. */
export const hookLine = (client: HookClient, event: string, here: Surroundings): string =>
  hookWords(client, event, here)
    .map((word) => quoted(word, here.platform))
    .join(' ');

/** An item in the list of every event of a client. */
export const hookEntries = (client: HookClient, item: (event: HookEvent) => object): Entry[] =>
  HOOK_EVENTS[client].map((event) => ({
    at: ['hooks', event.event],
    item: true,
    value: item(event),
    ours: (value) => isOurHook(value, client),
  }));

/** Groups of hooks as Claude Code has them, and others after it. */
export const groupOf = ({ matcher }: HookEvent, hook: object): object => ({
  ...(matcher !== undefined && { matcher }),
  hooks: [{ type: 'command', ...hook }],
});

/** The commands a person can type, as files of a client's folder. */
export function commandTargets(client: HookClient, folder: string, here: Surroundings): Target[] {
  const from = join(packageOf(here), 'plugins', client, client === 'codex' ? 'skills' : 'commands');
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .toSorted()
    .map((path) => ({
      kind: 'whole',
      path: join(folder, path),
      what: `the command ${client === 'codex' ? '$' : '/'}${path.replace(/[\\/.].*$/, '')}`,
      text: callable(readFileSync(join(from, path), 'utf8'), here),
      ours: (text) => text.includes(MARK),
    }));
}

/** A text of the package in which our program is called as it can be called here. */
const callable = (text: string, here: Surroundings): string =>
  programOf('sqrl', here)
    ? text
    : text.replaceAll(
        '`sqrl ',
        `\`${[here.node, here.script].map((word) => quoted(word, here.platform)).join(' ')} `,
      );

/** What a file of settings says; nothing where it is not there or broken, which is told elsewhere. */
export function settingsIn(path: string): object {
  const said: unknown = parse(existsSync(path) ? readFileSync(path, 'utf8') : '', [], {
    allowTrailingComma: true,
  });
  return typeof said === 'object' && said !== null ? said : {};
}

/** Stands in every file that is all ours. */
export const MARK = 'squirrel-memory';

function isOurServer(value: unknown): boolean {
  const words = wordsIn(value);
  return (
    words.includes('mcp') && words.some((word) => /(^|[\\/])sqrl(\.mjs)?$|^squirrel-memory(@|$)/.test(word))
  );
}

/** A group is ours where all its hooks are; others may have joined it. */
function isOurHook(value: unknown, client: HookClient): boolean {
  const hooks = (value as { hooks?: unknown } | null)?.hooks;
  if (Array.isArray(hooks)) return hooks.length > 0 && hooks.every((hook) => isOurHook(hook, client));
  return wordsIn(value).some((word) => /hooks[\\/]hook\.js['"]? /.test(word) && word.includes(` ${client} `));
}

const wordsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(wordsIn)
      : [];

function quoted(word: string, platform: NodeJS.Platform): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}
