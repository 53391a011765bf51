import type { Store } from '@sqrl/base/sqlite/store.ts';

/** The list of steps that an agent kept of its work, as it stood last. */
export interface TaskList {
  done: number;
  of: number;
  /** Those that are not done, the one at hand first. */
  open: string[];
}

interface Task {
  text: string;
  status: string;
}

/** The task list of an episode's session as its calls tell it; undefined where it kept none. What may hold foreign words is left out. */
export function taskListOf(store: Store, episodeRow: number): TaskList | undefined {
  const steps = store.rows`select event.kind, event.tool_name, event.text from event
    where event.session = (select session from episode where row = ${episodeRow})
      and event.tool = 'plan' and event.agent is null and event.tainted = 0
    order by event.at, event.offset, event.part` as unknown as readonly PlanStep[];
  let tasks = new Map<string, Task>();
  for (const step of steps) tasks = after(tasks, step);
  const all = [...tasks.values()];
  if (all.length === 0) return undefined;
  const open = all.filter(({ status }) => status !== 'completed');
  return {
    done: all.length - open.length,
    of: all.length,
    open: open
      .sort((a, b) => Number(b.status === 'in_progress') - Number(a.status === 'in_progress'))
      .map(({ text }) => text),
  };
}

interface PlanStep {
  kind: 'call' | 'result';
  toolName: string | null;
  text: string;
}

/** A list that is written anew replaces the one before; Claude Code's newer tools add tasks and change one at a time. */
function after(tasks: Map<string, Task>, { kind, toolName, text }: PlanStep): Map<string, Task> {
  if (toolName === 'TodoWrite' && kind === 'call') return listed(text.matchAll(TODO), (content) => content);
  if (toolName === 'update_plan' && kind === 'call') {
    const steps = listed(text.matchAll(PLAN_STEP), unescaped);
    // One that was cut says nothing.
    return steps.size > 0 ? steps : tasks;
  }
  const [, made, subject] = (kind === 'result' && /^Task #(\d+) created successfully: (.+)/.exec(text)) || [];
  if (made !== undefined) tasks.set(made, { text: subject!.trim(), status: 'pending' });
  if (toolName !== 'TaskUpdate' || kind !== 'call') return tasks;
  const id = /\btaskId: (\d+)/.exec(text)?.[1] ?? '';
  const status = /\bstatus: (\w+)/.exec(text)?.[1];
  const task = tasks.get(id);
  if (status === 'deleted') tasks.delete(id);
  else if (task && status !== undefined) task.status = status;
  return tasks;
}

const listed = (found: Iterable<RegExpMatchArray>, read: (text: string) => string): Map<string, Task> =>
  new Map([...found].map(([, text, status], i) => [`${i}`, { text: read(text!).trim(), status: status! }]));

const TODO = /- (.+) \((pending|in_progress|completed)\)$/gm;
const PLAN_STEP = /"step"\s*:\s*"((?:[^"\\]|\\.)*)"\s*,\s*"status"\s*:\s*"(pending|in_progress|completed)"/g;

const unescaped = (text: string): string => text.replace(/\\(["\\/])/g, '$1');
