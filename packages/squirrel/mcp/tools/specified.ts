import { z } from 'zod';
import { type McpTool, READS, tool } from '../tool.ts';
import { correctTool } from './correct.ts';
import { recallTool } from './recall.ts';
import { rememberTool } from './remember.ts';
import { symbol } from './symbol.ts';

const PROJECT = { project_root: 'project' };
const SEARCH = {
  ...PROJECT,
  query: 'question',
  scope_paths: 'files',
  top_k: 'limit',
  minImportance: 'min_importance',
};
const WORDS = { ...PROJECT, content: 'text' };

/** A tool of ours by the name, and the names of its arguments, that the specifications gave it. */
const named = (name: string, same: McpTool, also: Record<string, string> = PROJECT): McpTool => ({
  ...same,
  name,
  description: `Same as ${same.name}.`,
  always: false,
  also,
});

const view = (name: 'user_style' | 'project_brief' | 'pitfalls'): McpTool =>
  tool({
    name: `get_${name}_view`,
    description: `Show the view ${name}.`,
    input: {
      files: z.array(z.string().max(4096)).max(100).optional(),
      task: z.string().max(10_000).optional(),
      user_id: z.string().max(200).optional(),
    },
    output: z.object({ view: z.string() }),
    hints: READS,
    also: { ...PROJECT, scope_paths: 'files', task_description: 'task' },
    async run({ files, task }, ask) {
      const { views } = await ask.call('views', {
        names: [name],
        ...(files && { files }),
        ...(task && { task }),
      });
      const text = views[0]?.markdown || 'No memories yet.';
      return { text, data: { view: text } };
    },
  });

const stats = tool({
  name: 'memory_stats',
  description: 'Count memories, sessions and events.',
  input: {},
  output: z.object({ memories: z.number(), sessions: z.number(), events: z.number() }),
  hints: READS,
  also: PROJECT,
  async run(_, ask) {
    const { memories, sessions, events } = (await ask.call('status', {})).knows;
    return {
      text: `${memories} memories, from ${sessions} sessions with ${events} events.`,
      data: { memories, sessions, events },
    };
  },
});

/** The tools of the specifications that are called otherwise here: `--tools all` offers them to whom knows those names. */
export const specifiedTools: readonly McpTool[] = [
  ...['search_project_memory', 'search_memory', 'memory_search'].map((name) =>
    named(name, recallTool, SEARCH),
  ),
  ...['memory_add', 'record_memory'].map((name) => named(name, rememberTool, WORDS)),
  named('memory_delete', correctTool),
  named('get_file_contents', symbol, { ...PROJECT, path: 'symbol' }),
  {
    ...named('get_callers', symbol, { ...PROJECT, function: 'symbol' }),
    description: 'Find what calls a function.',
    run: (given, ask) => symbol.run({ ...given, show: 'callers' }, ask),
  },
  view('user_style'),
  view('project_brief'),
  view('pitfalls'),
  stats,
];
