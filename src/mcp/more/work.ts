import { z } from 'zod';
import { type About, stepItem, stepLine, tell, toolItem, toolLine } from '../past.ts';
import { type Asking, READS, type Told, tool } from '../tool.ts';

const path = z.string().min(1).max(4096);
const limit = z.int().min(1).max(1000).optional();
const output = z.object({ items: z.array(z.looseObject({})) });

/** Have I worked on this file before? */
export const fileHistory = tool({
  name: 'get_file_history',
  description: 'Who worked on a file, when, how and for which task.',
  input: { file_path: path, limit },
  output,
  hints: READS,
  run: ({ file_path, limit = 5 }, ask) => past(ask, 'file', file_path, limit),
});

/** What files are often edited together? */
export const coeditedFiles = tool({
  name: 'get_coedited_files',
  description: 'Files that were changed together with a file, most often first.',
  input: { file_path: path, min_count: z.int().min(1).max(1000).optional(), limit },
  output,
  hints: READS,
  async run({ file_path, min_count = 1, limit = 20 }, ask) {
    const { together } = await ask.call('filesTogether', { path: file_path, times: min_count, limit });
    const lines = together.map(({ path, times }) => `${path} (${times} times)`);
    return listed(lines, together, 'Nothing is known to change with it.');
  },
});

/** What did I last do with files called like this? */
export const recentWork = tool({
  name: 'get_recent_work',
  description: 'What was last done with files whose paths hold some letters, such as auth.',
  input: { path_contains: path, limit },
  output,
  hints: READS,
  async run({ path_contains, limit = 10 }, ask) {
    const { steps } = await ask.call('lastWorkOn', { letters: path_contains, limit });
    const items = steps.map(stepItem);
    return listed(items.map(stepLine), items, `Nothing is known to have been done with ${path_contains}.`);
  },
});

/** How often does each tool succeed? */
export const toolSuccess = tool({
  name: 'get_tool_success',
  description: 'How often each tool of the agents succeeded, over some days.',
  input: { days: z.int().min(1).max(3650).optional() },
  output,
  hints: READS,
  async run({ days = 7 }, ask) {
    const { tools } = await ask.call('toolUse', { since: ask.now() - days * 86_400_000 });
    const items = tools.map(toolItem);
    return listed(items.map(toolLine), items, `No tool was used in ${days} days, as far as is known.`);
  },
});

/** What was I working on before? */
export const activeTasks = tool({
  name: 'get_active_tasks',
  description: 'Tasks that are unfinished, latest first; where none is, the last ones.',
  input: { limit },
  output,
  hints: READS,
  run: ({ limit = 10 }, ask) => past(ask, 'tasks', '', limit),
});

/** Was something like this done before? */
export const similarTasks = tool({
  name: 'find_similar_tasks',
  description: 'Past tasks like this one, and how they ended.',
  input: { task: z.string().min(1).max(20_000), limit },
  output,
  hints: READS,
  run: ({ task, limit = 5 }, ask) => past(ask, 'similar', task, limit),
});

async function past(ask: Asking, about: About, of: string, limit: number): Promise<Told> {
  const { lines, items, empty } = await tell(ask, { about, of, limit });
  return listed(lines, items, empty);
}

const listed = (lines: readonly string[], items: readonly object[], empty: string): Told => ({
  text: lines.length > 0 ? lines.map((line) => `- ${line}`).join('\n') : empty,
  data: { items },
});
