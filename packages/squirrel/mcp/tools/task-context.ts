import { z } from 'zod';
import { UNLISTED } from '../schema.ts';
import { READS, tool } from '../tool.ts';

export const taskContextTool = tool({
  name: 'get_task_context',
  description: 'Get rules, pitfalls, past attempts and files for a new task.',
  input: {
    task: z.string().min(1).max(20_000),
    files: z.array(z.string()).max(100).optional(),
    for: z.enum(['task', 'planner', 'coder', 'qa']).optional().meta(UNLISTED),
  },
  output: z.object({
    text: z.string(),
    files: z.array(z.object({ path: z.string(), why: z.string() })),
  }),
  hints: READS,
  always: true,
  async run({ task, files, for: role }, ask) {
    const context = await ask.call('context', {
      task,
      ...(role && { for: role }),
      ...(files && { files }),
      ...(ask.client && { client: ask.client }),
    });
    const text = context.text || 'No memories are relevant to this task.';
    const needed = context.files.map(({ path, why }) => ({
      path,
      why: why.join('; '),
    }));
    return { text, data: { text, files: needed }, notices: context.notices };
  },
});
