import { z } from 'zod';
import { printed, printedName } from '../../model/printed.ts';
import { pendingNote } from '../code-words.ts';
import { READS, tool } from '../tool.ts';
import { toldImpact } from '../tools/impact.ts';
import { toldCalls, toldContents } from '../tools/symbol.ts';

const name = z.string().min(1).max(1000);
const path = z.string().min(1).max(4096);
const limit = z.int().min(1).max(1000).optional();
const symbols = z.object({ symbols: z.array(z.looseObject({ symbol: z.string(), file: z.string() })) });

/** What is defined in a file. */
export const fileContents = tool({
  name: 'get_file_contents',
  description: 'All functions, classes and other symbols of a file, with how often each is used.',
  input: { path },
  output: symbols,
  hints: READS,
  run: async ({ path }, ask) => toldContents(await ask.call('graphContents', { path })),
});

/** Who calls a function. */
export const callers = tool({
  name: 'get_callers',
  description: 'What calls or uses a function, class or other symbol.',
  input: { function: name, limit },
  output: symbols,
  hints: READS,
  run: async ({ function: symbol, limit = 50 }, ask) =>
    toldCalls(await ask.call('graphCallers', { symbol, limit }), 'used by'),
});

/** The files that a file depends on. */
export const dependencies = tool({
  name: 'get_dependencies',
  description: 'The files that a file depends on, or with dependents those that depend on it.',
  input: { file: path, dependents: z.boolean().optional(), limit },
  output: z.object({ files: z.array(z.looseObject({ path: z.string() })) }),
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

/** What may break. */
export const analyzeImpact = tool({
  name: 'analyzeImpact',
  description: 'What may break if a symbol or file changes.',
  input: {
    target: name.describe('src/tokens.ts:verify'),
    maxDepth: z.int().min(1).max(20).optional(),
    limit,
  },
  output: z.looseObject({ symbol: z.string(), total: z.number() }),
  hints: READS,
  run: async ({ target, maxDepth = 3, limit = 50 }, ask) =>
    toldImpact(await ask.call('graphImpact', { symbol: target, depth: maxDepth, limit })),
});
