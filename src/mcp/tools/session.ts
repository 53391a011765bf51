import { z } from 'zod';
import { READS, tool } from '../tool.ts';

/** Says where the work stands. */
export const sessionTool = tool({
  name: 'get_session_context',
  description:
    'Where the work in this project stands: what is unfinished, what failed last, what was to come next. Call when resuming, or after a compaction.',
  input: {},
  output: z.object({ text: z.string() }),
  hints: READS,
  async run(_, ask) {
    const where = await ask.call('where', {});
    const text = where.text || 'Nothing was done in this project yet, as far as is known.';
    return { text, data: { text, branch: where.branch, changed: where.changed } };
  },
});
