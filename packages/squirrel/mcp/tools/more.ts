import { EDGE_KINDS } from '@sqrl/base/model/code.ts';
import { printed, printedName } from '@sqrl/base/model/printed.ts';
import { isSaidId } from '@sqrl/base/model/said.ts';
import { z } from 'zod';
import { outputs } from '../../protocol/verbs.ts';
import { pendingNote } from '../code-words.ts';
import { passageSchema, stepSchema } from '../item-schemas.ts';
import { stepItem, stepLine } from '../past.ts';
import { toldWhole } from '../result.ts';
import { openPassage, passageLines } from '../said.ts';
import { type McpTool, READS, tool } from '../tool.ts';

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
    const verb = dependents ? 'graphDependents' : 'graphDeps';
    const { path, total, files, pending } = await ask.call(verb, { path: file, limit });
    const lines = files.map(
      (each) =>
        `- ${printedName(each.path)}${each.test ? ' (test)' : ''}: ${printed(each.symbols.join(', '), 600)}`,
    );
    const head = dependents
      ? `${total} files depend on ${printedName(path)}:`
      : `${printedName(path)} depends on ${total} files:`;
    return { text: [head, ...lines].join('\n'), data: { path, total, files }, notices: pendingNote(pending) };
  },
});

const recentWork = tool({
  name: 'get_recent_work',
  description: 'Show recent work on files whose path contains a text, such as auth.',
  input: { path_contains: path, limit },
  output: z.object({ items: z.array(stepSchema) }),
  hints: READS,
  async run({ path_contains, limit = 10 }, ask) {
    const { steps } = await ask.call('lastWorkOn', { letters: path_contains, limit });
    const items = steps.map(stepItem);
    const lines = items.map((item) => `- ${stepLine(item)}`);
    return { text: lines.join('\n') || 'No recorded work on such files.', data: { items } };
  },
});

/** The resource sqrl://memories/{id}, for clients that hand no resources to their model. */
const memoryGet = tool({
  name: 'memory_get',
  description: 'Get one memory with its evidence, or a message (said:…) with those around it, by id.',
  input: { id: z.string().min(1).max(100) },
  // A memory, or a message.
  output: outputs.get
    .partial()
    .extend(passageSchema.partial().shape)
    .extend({ id: z.string(), text: z.string() }),
  hints: READS,
  async run({ id }, ask) {
    if (isSaidId(id)) {
      const passage = await openPassage(ask, id);
      return { text: passageLines(passage).join('\n'), data: { ...passage } };
    }
    const memory = toldWhole(await ask.call('get', { id }));
    return { text: JSON.stringify(memory, null, 2), data: { ...memory } };
  },
});

/** The tools that `--tools all` adds: questions that the core tools cannot answer. */
export const moreTools: readonly McpTool[] = [dependencies, recentWork, memoryGet];
