import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { lineNumberAt } from '@sqrl/base/cannot-edit.ts';
import type { HookClient, HookEvent } from '@sqrl/base/model/hook-events.ts';
import { type ParseError, parse } from 'jsonc-parser';
import { HOOK_EVENTS } from '../hook-events.ts';
import type { EntriesTarget, McpForm, McpProgram, SettingsEntry, SetupTarget } from './client.ts';
import { launcherLine, launcherWords } from './launcher.ts';
import { findProgram, isUsualMemory, MARK, packageOf, quoted, type SetupContext } from './surroundings.ts';

export const serverTarget = (path: string, form: McpForm, here: SetupContext): EntriesTarget => ({
  kind: path.endsWith('.toml') ? 'toml' : 'json',
  path,
  what: 'the MCP server',
  entries: [serverEntry(form, here)],
});

/** Our MCP server as a client writes it; `more` is what only that client knows. */
export function serverEntry(form: McpForm, here: SetupContext, more: object = {}): SettingsEntry {
  const { node, script, memory } = here;
  const env: McpProgram['env'] = isUsualMemory(here) ? {} : { SQRL_HOME: memory };
  const { at, server } = registrationOf(form, { node, args: [script, 'mcp'], env });
  return { at, value: { ...server, ...more }, ours: isOurServer };
}

export const SERVER_NAME = 'squirrel';

/** Where our server stands in a client's settings, and as what. */
export function registrationOf(
  { key = 'mcpServers', fields, asList }: McpForm,
  { node, args, env }: McpProgram,
): { at: string[]; server: object } {
  const program = asList ? { command: [node, ...args] } : { command: node, args };
  const variables = Object.keys(env).length > 0 && { [asList ? 'environment' : 'env']: env };
  return { at: [key, SERVER_NAME], server: { ...fields, ...program, ...variables } };
}

export const hookWords = (client: HookClient, event: string, here: SetupContext): string[] => [
  ...launcherWords(here),
  client,
  event,
  ...(isUsualMemory(here) ? [] : ['--home', here.memory]),
];

export const hookLine = (client: HookClient, event: string, here: SetupContext): string =>
  launcherLine(hookWords(client, event, here), here);

export const hookEntries = (client: HookClient, item: (event: HookEvent) => object): SettingsEntry[] =>
  HOOK_EVENTS[client].map((event) => ({
    at: ['hooks', event.event],
    item: true,
    value: item(event),
    ours: (value) => isOurHook(value, client),
  }));

/** A group of hooks as Claude Code has them. */
export const groupOf = ({ matcher }: HookEvent, hook: object): object => ({
  ...(matcher !== undefined && { matcher }),
  hooks: [{ type: 'command', ...hook }],
});

/** Hooks in groups and with seconds, as Claude Code has them, and others after it. */
export const groupedHooks = (client: HookClient, path: string, here: SetupContext): EntriesTarget => ({
  kind: 'json',
  path,
  what: 'hooks',
  entries: hookEntries(client, (event) =>
    groupOf(event, { command: hookLine(client, event.event, here), timeout: secondsOf(event) }),
  ),
});

/** The timeout of an event for clients that count in seconds. */
export const secondsOf = ({ timeoutMs }: HookEvent): number => Math.ceil(timeoutMs / 1000);

/** The commands a person can type after `sign`, as files of a client's folder; `kind` is the plugin's folder that has them. */
export function commandTargets(
  client: HookClient,
  folder: string,
  here: SetupContext,
  { kind, sign } = { kind: 'commands', sign: '/' },
): SetupTarget[] {
  const from = join(packageOf(here), 'plugins', client, kind);
  return readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(from, join(entry.parentPath, entry.name)))
    .toSorted()
    .map((path) => ({
      kind: 'whole',
      path: join(folder, path),
      what: `the command ${sign}${path.replace(/[\\/.].*$/, '')}`,
      text: callable(readFileSync(join(from, path), 'utf8'), here),
      ours: (text) => text.includes(MARK),
    }));
}

/** A text of the package in which our program is called as it can be called here. */
const callable = (text: string, here: SetupContext): string =>
  findProgram('sqrl', here)
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

/** Where a file of settings is not plain JSON, for a client that then ignores all of it; undefined where it is. */
export function commentIn(path: string): { line: number } | undefined {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const errors: ParseError[] = [];
  if (text.trim() !== '') parse(text, errors, { disallowComments: true });
  return errors[0] && { line: lineNumberAt(text, errors[0].offset) };
}

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
  return wordsIn(value).some((word) => OUR_HOOK.test(word) && word.includes(` ${client} `));
}

const OUR_HOOK = /sqrl-hook(?:\.cjs)?['"]? /;

const wordsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(wordsIn)
      : [];
