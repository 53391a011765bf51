import type { CallToolResult } from '@modelcontextprotocol/server';
import { printed } from '@sqrl/base/model/printed.ts';
import { isAgentsWord, type ToldMemory, toldMemory } from '@sqrl/base/model/sync/told.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { ToolAnswer } from './tool.ts';

/** The longest line of an answer, in characters: an agent can ask for the whole of a memory by its id. */
const MAX_LINE_CHARS = 600;

export function resultOf({ text, data, notices = [] }: ToolAnswer): CallToolResult {
  const notes = notices.map(inWords);
  return {
    content: [{ type: 'text', text: [text, ...notes.map((note) => `Note: ${note}`)].join('\n\n') }],
    structuredContent: notes.length > 0 ? { ...data, notes } : data,
  };
}

/** What went wrong, as an answer that an agent can act on. */
export function troubleOf(error: unknown, log: (line: string) => void): CallToolResult {
  if (!(error instanceof Problem)) log(error instanceof Error ? (error.stack ?? error.message) : `${error}`);
  return { isError: true, content: [{ type: 'text', text: messageOf(error) }] };
}

/** What went wrong and what to try, in one text. */
export function messageOf(error: unknown): string {
  if (error instanceof Problem) return inWords(error);
  const said = error instanceof Error ? error.message : String(error);
  return `Unexpected error: ${flat(said)}\nRetry once; if it fails again, continue without it and tell the user.`;
}

/** A text as one line that is not too long. */
export const flat = (text: string, most = MAX_LINE_CHARS): string => printed(text, most);

/** A whole memory for an agent: words of others and of agents are quoted, and the team has its name. */
export const toldWhole = <M extends ToldMemory>(memory: M): M =>
  memory.userId || isAgentsWord(memory) ? { ...memory, text: toldMemory(memory) } : memory;

/** A day, as people and agents read it. */
export const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

const inWords = ({ message, hint }: { message: string; hint: string }): string =>
  hint === '' ? message : `${message}\n${hint}`;
