import { isSaidId } from '@sqrl/base/model/citation.ts';
import { EDGE_KINDS } from '@sqrl/base/model/code.ts';
import { printed, printedName } from '@sqrl/base/model/printed.ts';
import { z } from 'zod';
import { outputs } from '../../protocol/outputs.ts';
import { type McpTool, READS, toldWhole, tool } from '../tool.ts';
import { answerOf, symbol } from './code.ts';
import { listOf, openPassage, pastItem, stepItem } from './past.ts';
import { recallTool } from './recall.ts';
import { correctTool, rememberTool } from './remember.ts';

const path = z.string().min(1).max(4096);
const limit = z.int().min(1).max(1000).optional();

const dependencies = tool({
  name: 'get_dependencies',
  description: 'List the files a file depends on, or with dependents those that depend on it.',
  input: { file: path, dependents: z.boolean().optional(), limit },
  output: z.object({
    path: z.string(),
    total: z.number(),
    files: z.array(
      z.object({
        path: z.string(),
        test: z.boolean(),
        kinds: z.partialRecord(z.enum(EDGE_KINDS), z.number()),
        symbols: z.array(z.string()),
      }),
    ),
  }),
  hints: READS,
  async run({ file, dependents, limit = 50 }, ask) {
    const way = dependents ? 'into' : 'out';
    const output = await ask.call('graphDeps', { path: file, limit, way });
    const { path, total, files } = output;
    const lines = files.map(
      (each) =>
        `- ${printedName(each.path)}${each.test ? ' (test)' : ''}: ${printed(each.symbols.join(', '), 600)}`,
    );
    const head = dependents
      ? `${total} files depend on ${printedName(path)}:`
      : `${printedName(path)} depends on ${total} files:`;
    return answerOf([head, ...lines], { path, total, files }, output);
  },
});

const recentWork = tool({
  name: 'get_recent_work',
  description: 'Show recent work on files whose path contains a text, such as auth.',
  input: { path_contains: path, limit },
  output: z.object({ items: z.array(pastItem) }),
  hints: READS,
  async run({ path_contains, limit = 10 }, ask) {
    const { steps } = await ask.call('lastWorkOn', { letters: path_contains, limit });
    const items = steps.map((step) => stepItem(step));
    return { text: listOf(items) || 'No recorded work on such files.', data: { items } };
  },
});

/** The resource sqrl://memories/{id}, for clients that hand no resources to their model. */
const memoryGet = tool({
  name: 'memory_get',
  description: 'Get one memory with its evidence, or a message (said:…) with those around it, by id.',
  input: { id: z.string().min(1).max(100) },
  // A memory, or a message.
  output: outputs.get.partial().extend({ id: z.string(), text: z.string() }),
  hints: READS,
  async run({ id }, ask) {
    if (isSaidId(id)) {
      const passage = await openPassage(ask, id);
      return { text: passage.text, data: passage };
    }
    const memory = toldWhole(await ask.call('get', { id }));
    return { text: JSON.stringify(memory, null, 2), data: { ...memory } };
  },
});

/** The tools that `--tools all` adds: questions that the core tools cannot answer. */
export const moreTools: readonly McpTool[] = [dependencies, recentWork, memoryGet];

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
