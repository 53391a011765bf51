import { z } from 'zod';
import { correctForAgent, forgetForAgent, forgottenText } from '../agents-word.ts';
import { tool } from '../tool.ts';
import { toldOf } from './remember.ts';

/** Says a memory otherwise, or has it forgotten. */
export const correctTool = tool({
  name: 'correct_memory',
  description: 'Replace a wrong memory; without text, delete it.',
  input: {
    id: z.string(),
    text: z.string().min(1).max(10_000).optional(),
    because: z.string().max(1000).optional(),
  },
  output: z.object({ id: z.string(), did: z.string(), redacted: z.array(z.string()).optional() }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  async run({ id, text, because }, ask) {
    if (text !== undefined) return toldOf(await correctForAgent(ask, { id, text, because }));
    const done = await forgetForAgent(ask, { id, because });
    const did = done.isForgotten ? 'forgotten' : 'waits for review';
    return { text: forgottenText(done), data: { id: done.memory.id, did } };
  },
});
