import { z } from 'zod';
import type { Input, Output } from '../../protocol/verbs.ts';
import { flat } from '../result.ts';
import { type Asking, READS, type Told, tool } from '../tool.ts';
import { typeName, typesNamed } from './types-named.ts';

const query = z.string().min(1).max(10_000);
const results = z.object({ results: z.array(z.looseObject({ memory_id: z.string(), content: z.string() })) });

/** Memories about a question, near some paths first. */
export const searchProjectMemory = tool({
  name: 'search_project_memory',
  description: 'Search what is remembered about this project, near some paths first.',
  input: {
    project_root: z.string().max(4096).optional().describe('The project’s folder'),
    query,
    top_k: z.int().min(1).max(100).optional(),
    types: z.array(typeName).max(20).optional(),
    scope_paths: z.array(z.string().min(1)).max(256).optional(),
  },
  output: results,
  hints: READS,
  run: ({ query, top_k = 5, types, scope_paths }, ask) =>
    recalled(
      ask,
      {
        question: query,
        ...(types && { types: types.flatMap(typesNamed) }),
        ...(scope_paths && { files: scope_paths }),
      },
      top_k,
    ),
});

/** Memories about a question. */
export const searchMemory = tool({
  name: 'search_memory',
  description: 'Search memories when context is needed in the middle of a task.',
  input: {
    query,
    types: z.array(typeName).max(20).optional(),
    files: z.array(z.string().min(1)).max(256).optional(),
    limit: z.int().min(1).max(100).optional(),
  },
  output: results,
  hints: READS,
  run: ({ query, types, files, limit = 10 }, ask) =>
    recalled(
      ask,
      { question: query, ...(types && { types: types.flatMap(typesNamed) }), ...(files && { files }) },
      limit,
    ),
});

async function recalled(ask: Asking, asked: Input<'recall'>, most: number): Promise<Told> {
  // What is wanted is a number of them, whatever they cost.
  const { lines, notices } = await ask.call('recall', { ...asked, budget: 100_000 });
  return { ...foundOf(lines.slice(0, most)), notices };
}

/** Memories found, as lines and as data. */
export function foundOf(
  hits: readonly { memory: Output<'list'>['memories'][number]; score: number }[],
): Told {
  const found = hits.map(({ memory, score }) => ({
    memory_id: memory.id,
    type: memory.type,
    key: memory.key,
    content: memory.text,
    tags: memory.tags,
    files: memory.files,
    importance: memory.pinned ? 1 : memory.confidence,
    score,
    ...(memory.stale && { stale: true }),
  }));
  const lines = found.map(
    ({ memory_id, type, content }) => `- ${flat(content)} (${type}) [Memory #${memory_id}]`,
  );
  return {
    text: lines.length > 0 ? lines.join('\n') : 'Nothing is remembered about that.',
    data: { results: found },
  };
}
