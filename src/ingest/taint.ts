import type { Event, Tool } from '../model/event.ts';
import { isVouchedFor } from '../model/own-tools.ts';
import { commandReach } from './foreign-command.ts';

/** What decides whether an event is tainted. */
export type TaintStep = Pick<Event, 'agent' | 'kind' | 'tool' | 'command' | 'outcome'> & {
  /** Files whose text it brought, as far as the client names them. */
  read: readonly { path: string; outside: boolean }[];
  /** Files that it wrote as a whole. */
  wrote: readonly string[];
};

/** Tells the project's own files from others. */
export interface FileOwnership {
  /** Whether a stranger may have written a file that an event names. */
  isForeign(file: { path: string; outside: boolean }): boolean;
  /** The file that a word in a command names; undefined where it names none. */
  fileOf(word: string): { path: string; outside: boolean } | undefined;
}

/**
 * Says of each step of a session, in order, whether foreign text was in its turn before it or is in it. What a
 * subagent fetched reaches the agent that gets it, by the result of its task or by a notice; it also goes the other way,
 * with the task a subagent is given.
 */
export function taintOf(steps: readonly TaintStep[], files: FileOwnership): boolean[] {
  const tainted = new Map<string | null, boolean>();
  const others = (agent: string | null) => [...tainted].some(([each, is]) => is && each !== agent);
  // What an agent wrote after foreign text may be that text.
  const written = new Map<string, boolean>();
  const isForeign = (file: { path: string; outside: boolean }) =>
    files.isForeign(file) && (written.get(file.path) ?? true);
  return steps.map((step) => {
    const { agent, kind, tool } = step;
    if (kind === 'prompt') tainted.set(agent, agent !== null && tainted.get(null) === true);
    const hears = kind === 'notice' || (kind === 'result' && tool === 'task');
    const brings =
      kind === 'result' && tainted.get(agent) !== true && bringsForeignText(step, files, isForeign);
    if (brings || (hears && others(agent))) tainted.set(agent, true);
    const is = tainted.get(agent) === true;
    for (const path of step.wrote) written.set(path, is);
    return is;
  });
}

/** Whether a result may be written by an outsider: a page, a foreign tool, a network, a file that is not the project's. */
function bringsForeignText(
  { tool, command, read, outcome }: TaintStep,
  files: FileOwnership,
  isForeign: FileOwnership['isForeign'],
): boolean {
  // A refused call never ran: its result is the client's sentence and the person's reason.
  if (outcome === 'rejected') return false;
  if (isForeignTool(tool) || read.some(isForeign)) return true;
  if (tool !== 'run' || command === null) return false;
  const reach = commandReach(command);
  return (
    reach.isForeign ||
    reach.reads.some((word) => {
      const file = files.fileOf(word);
      return file !== undefined && isForeign(file);
    })
  );
}

/** An unknown tool may return anything. */
const isForeignTool = (tool: Tool | null): boolean =>
  tool === 'fetch' ||
  tool === 'web search' ||
  tool === 'other' ||
  (tool?.startsWith('mcp:') === true && !isVouchedFor(tool));
