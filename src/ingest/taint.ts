import type { Event, Tool } from '../model/event.ts';
import { isVouchedFor } from '../model/own-tools.ts';

/** What decides whether an event is tainted. */
export type Step = Pick<Event, 'agent' | 'kind' | 'tool'>;

/**
 * Says of each step of a session, in order, whether foreign text was in its turn before it or is in it. What a
 * subagent fetched reaches whoever hears of it, by the result of its task or by a notice; it also goes the other way,
 * with the task a subagent is given.
 */
export function taintOf(steps: readonly Step[]): boolean[] {
  const tainted = new Map<string | null, boolean>();
  const others = (agent: string | null) => [...tainted].some(([each, is]) => is && each !== agent);
  return steps.map(({ agent, kind, tool }) => {
    if (kind === 'prompt') tainted.set(agent, agent !== null && tainted.get(null) === true);
    const hears = kind === 'notice' || (kind === 'result' && tool === 'task');
    if ((kind === 'result' && bringsForeignText(tool)) || (hears && others(agent))) tainted.set(agent, true);
    return tainted.get(agent) === true;
  });
}

/** Whether a tool's answer is written by somebody outside. */
const bringsForeignText = (tool: Tool | null): boolean =>
  tool === 'fetch' || tool === 'web search' || (tool?.startsWith('mcp:') === true && !isVouchedFor(tool));
