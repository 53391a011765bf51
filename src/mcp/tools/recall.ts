import { z } from 'zod';
import { noteOf } from '../../model/note-tag.ts';
import { day } from '../result.ts';
import { READS, tool } from '../tool.ts';

/** Finds what is remembered about a question. */
export const recallTool = tool({
  name: 'recall',
  description:
    'Search what this project and its user remember: decisions, rules, pitfalls, fixes, past sessions. Use before guessing how things are done here, and after unexpected errors.',
  input: {
    question: z.string().min(1).max(10_000),
    files: z.array(z.string()).max(100).optional().describe('Current files'),
    budget: z.int().min(50).max(20_000).optional().describe('Tokens'),
    in: z.enum(['commits', 'code']).optional(),
  },
  // Passages, commits and code come along without a schema: each session pays for its tokens.
  output: z.looseObject({
    memories: z.array(z.looseObject({ id: z.string(), type: z.string(), text: z.string() })),
  }),
  hints: READS,
  always: true,
  async run({ question, files, budget, in: layer }, ask) {
    const {
      lines,
      passages: said,
      commits,
      code,
      text,
      notices,
    } = await ask.call('recall', {
      question,
      ...(files && { files }),
      ...(budget !== undefined && { budget }),
      ...(layer && { in: [layer] }),
    });
    const memories = lines.map(({ memory: { id, type, text, stale, earlier, tags } }) => {
      const note = noteOf({ tags });
      return {
        id,
        type,
        text,
        ...(stale && { stale }),
        ...(earlier && { earlier }),
        ...(note !== null && { note }),
      };
    });
    const passages = said.map(({ id, speaker, at, text }) => ({
      id,
      speaker,
      date: new Date(at).toISOString().slice(0, 10),
      text,
    }));
    const found = {
      ...(commits.length > 0 && { commits: commits.map((one) => ({ ...one, at: day(one.at) })) }),
      ...(code.length > 0 && { code }),
    };
    return { text: text || 'No matching memories.', data: { memories, passages, ...found }, notices };
  },
});
