import { Problem } from '@sqrl/base/problem.ts';
import { z } from 'zod';
import { pastItem } from '../item-schemas.ts';
import { ABOUT, answerPast, NEEDS, type PastTopic } from '../past.ts';
import { UNLISTED } from '../schema.ts';
import { READS, tool } from '../tool.ts';

export const historyTool = tool({
  name: 'history',
  description:
    'Look up past work; of is a task for similar, a path for file and together, src/a.ts:12 for line, an id for memory, said and commit.',
  input: {
    about: z.enum(ABOUT),
    of: z.string().min(1).max(10_000).optional(),
    limit: z.int().min(1).max(100).optional().meta(UNLISTED),
  },
  output: z.object({ items: z.array(pastItem) }),
  hints: READS,
  async run(
    { about, of, limit = 10 }: { about: PastTopic; of?: string | undefined; limit?: number | undefined },
    ask,
  ) {
    const needs = NEEDS[about];
    if (needs !== undefined && of === undefined)
      throw new Problem(`history: \`about: ${about}\` needs \`of\`.`, `Pass ${needs}.`, 'usage');
    const { lines, items, empty } = await answerPast(ask, { about, of: of ?? '', limit });
    return { text: lines.length > 0 ? lines.map((line) => `- ${line}`).join('\n') : empty, data: { items } };
  },
});
