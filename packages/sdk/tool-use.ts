import type { Tool } from '@sqrl/base/model/event.ts';
import { COMMAND_KEYS, COMMANDED, PATH_KEYS, toolNamed } from '@sqrl/base/model/tool-names.ts';
import type { ToolCall, ToolResult, ToolTable, ToolUse } from './types.ts';

/** What a call does, by the table of the agent's program or by its tool's name. */
export function toolUse({ name, input }: ToolCall, table: ToolTable = {}): Required<ToolUse> {
  const known = Object.hasOwn(table, name) ? table[name] : undefined;
  if (typeof known === 'function') {
    const { tool, command, files = [] } = known(input);
    return clipped({ tool, command: command ?? null, files });
  }
  const tool = known ?? toolOf(name);
  return clipped({ tool, command: commandIn(tool, input), files: filesIn(tool, input) });
}

/** What is longer than this names no file and no command. */
const clipped = ({ tool, command, files }: Required<ToolUse>): Required<ToolUse> => ({
  tool,
  command: command?.slice(0, MAX_COMMAND_CHARS) ?? null,
  files: files.filter((file) => file !== '' && file.length <= MAX_PATH_CHARS).slice(0, MAX_FILES),
});

const MAX_PATH_CHARS = 4096;
const MAX_FILES = 64;

const MAX_COMMAND_CHARS = 100_000;

/** The beginning and the end of a long text. */
export const ends = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most / 2)}\n${text.slice(-most / 2)}` : text;

/** What a result says, as the agent reads it. */
export function resultText(output: unknown): string {
  if (typeof output === 'string') return output;
  if (output === undefined || output === null) return '';
  if (Array.isArray(output) && output.every((part) => typeof part?.text === 'string'))
    return output.map((part) => part.text).join('\n');
  const { content } = output as { content?: unknown };
  if (Array.isArray(content)) return resultText(content.filter((part) => typeof part?.text === 'string'));
  try {
    return JSON.stringify(output) ?? '';
  } catch {
    return String(output);
  }
}

/** How a call ended. */
export function outcomeOf({ output, isError, exitCode }: ToolResult): {
  outcome: 'ok' | 'failed';
  exitCode: number | null;
} {
  const code = exitCode ?? (output as { exitCode?: unknown } | undefined | null)?.exitCode;
  const number = typeof code === 'number' && Number.isSafeInteger(code) ? code : null;
  return { outcome: (isError ?? (number ?? 0) !== 0) ? 'failed' : 'ok', exitCode: number };
}

function toolOf(name: string): Tool {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/s.exec(name) ?? [];
  return server && tool ? `mcp:${server}/${tool}` : toolNamed(name);
}

const WITH_FILES: ReadonlySet<string> = new Set(['read', 'edit', 'write']);

function commandIn(tool: Tool, input: unknown): string | null {
  if (!COMMANDED.has(tool)) return null;
  const found = textUnder(input, COMMAND_KEYS);
  if (found !== undefined) return found;
  const { command } = (input ?? {}) as { command?: unknown };
  return tool === 'run' && Array.isArray(command) ? command.join(' ') : null;
}

function filesIn(tool: Tool, input: unknown): string[] {
  if (!WITH_FILES.has(tool)) return [];
  const one = textUnder(input, PATH_KEYS);
  return one === undefined ? [] : [one];
}

function textUnder(input: unknown, names: readonly string[]): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  for (const name of names) {
    const value = (input as Record<string, unknown>)[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
