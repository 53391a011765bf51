import { z } from 'zod';
import { READS, tool } from '../tool.ts';

export const sessionTool = tool({
  name: 'get_session_context',
  description: 'Show unfinished tasks and the next step. Call when resuming.',
  input: {},
  output: z.object({
    text: z.string(),
    branch: z.string().nullable(),
    changed: z.array(z.string()),
  }),
  hints: READS,
  async run(_, ask) {
    const where = await ask.call('where', {});
    const text = where.text || 'No recorded work in this project yet.';
    return { text, data: { text, branch: where.branch, changed: where.changed } };
  },
});
