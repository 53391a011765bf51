import type { Event, Tool } from '../model/event.ts';
import { isVouchedFor } from '../model/own-tools.ts';
import { reachOf } from './foreign-command.ts';

/** What decides whether an event is tainted. */
export type Step = Pick<Event, 'agent' | 'kind' | 'tool' | 'command'> & {
  /** Files whose text it brought, as far as the client names them. */
  read: readonly { path: string; outside: boolean }[];
};

/** Tells the project's own files from others. */
export interface FileOwnership {
  /** Whether a stranger may have written a file that an event names. */
  isForeign(file: { path: string; outside: boolean }): boolean;
  /** The same of a word in a command, which need not be a file at all. */
  isForeignWord(word: string): boolean;
}

/**
 * Says of each step of a session, in order, whether foreign text was in its turn before it or is in it. What a
 * subagent fetched reaches whoever hears of it, by the result of its task or by a notice; it also goes the other way,
 * with the task a subagent is given.
 */
export function taintOf(steps: readonly Step[], files: FileOwnership): boolean[] {
  const tainted = new Map<string | null, boolean>();
  const others = (agent: string | null) => [...tainted].some(([each, is]) => is && each !== agent);
  return steps.map((step) => {
    const { agent, kind, tool } = step;
    if (kind === 'prompt') tainted.set(agent, agent !== null && tainted.get(null) === true);
    if (tainted.get(agent) === true) return true;
    const hears = kind === 'notice' || (kind === 'result' && tool === 'task');
    if ((kind === 'result' && bringsForeignText(step, files)) || (hears && others(agent)))
      tainted.set(agent, true);
    return tainted.get(agent) === true;
  });
}

/** Whether a result may be written by somebody outside: a page, a foreign tool, a network, a file that is not the project's. */
function bringsForeignText({ tool, command, read }: Step, files: FileOwnership): boolean {
  if (isForeignTool(tool) || read.some((file) => files.isForeign(file))) return true;
  if (tool !== 'run' || command === null) return false;
  const { isForeign, reads } = reachOf(command);
  return isForeign || reads.some((word) => files.isForeignWord(word));
}

/** A tool that nobody knows may bring anything. */
const isForeignTool = (tool: Tool | null): boolean =>
  tool === 'fetch' ||
  tool === 'web search' ||
  tool === 'other' ||
  (tool?.startsWith('mcp:') === true && !isVouchedFor(tool));
