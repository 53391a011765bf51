import { z } from 'zod';
import { READS, tool } from '../tool.ts';

/** Finds what is remembered about a question. */
export const recallTool = tool({
  name: 'recall',
  description:
    'Search the memory of this project and its user: decisions, rules, pitfalls, fixes, quotes from past sessions. Use before guessing how things are done here, and after an unexpected error.',
  input: {
    question: z.string().min(1).max(10_000),
    files: z.array(z.string()).max(100).optional().describe('Current files'),
    budget: z.int().min(50).max(20_000).optional().describe('Tokens'),
  },
  output: z.object({
    memories: z.array(
      z.object({ id: z.string(), type: z.string(), text: z.string(), stale: z.boolean().optional() }),
    ),
    passages: z.array(z.looseObject({ id: z.string() })),
  }),
  hints: READS,
  always: true,
  async run({ question, files, budget }, ask) {
    const {
      lines,
      passages: said,
      text,
      notices,
    } = await ask.call('recall', {
      question,
      ...(files && { files }),
      ...(budget !== undefined && { budget }),
    });
    const memories = lines.map(({ memory: { id, type, text, stale } }) => ({
      id,
      type,
      text,
      ...(stale && { stale }),
    }));
    const passages = said.map(({ id, speaker, at, text }) => ({
      id,
      speaker,
      date: new Date(at).toISOString().slice(0, 10),
      text,
    }));
    return { text: text || 'No matching memories.', data: { memories, passages }, notices };
  },
});
