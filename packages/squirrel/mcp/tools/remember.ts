import { z } from 'zod';
import {
  type AgentMemoryReport,
  type AgentsDraft,
  correctForAgent,
  forgetForAgent,
  forgottenText,
  rememberForAgent,
} from '../agents-word.ts';
import { type ToolAnswer, tool, UNLISTED } from '../tool.ts';

/** The types an agent has words for; the others come of watching. */
const SAYABLE = [
  'gotcha',
  'decision',
  'preference',
  'pattern',
  'requirement',
  'error_pattern',
  'module_insight',
  'work_state',
  'dead_end',
  'workflow_recipe',
] as const satisfies AgentsDraft['type'][];

export const rememberTool = tool({
  name: 'remember',
  description:
    'Save one fact for later, in a sentence clear on its own: a user decision or rule, a pitfall, a fix. No secrets.',
  input: {
    text: z.string().min(1).max(10_000),
    type: z.enum(SAYABLE).optional(),
    files: z.array(z.string()).max(100).optional(),
    // The verb has their limits: each session pays for what stands here.
    replaces: z.string().optional().describe('Id or text it replaces'),
    because: z.string().optional(),
    key: z.string().max(200).optional(),
    global: z.boolean().optional(),
    emergency: z.boolean().optional(),
    importance: z.int().min(1).max(10).optional().meta(UNLISTED),
  },
  output: z.object({ id: z.string(), did: z.string(), redacted: z.array(z.string()) }),
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  always: true,
  async run({ global, emergency, because, ...draft }, ask) {
    const told = {
      ...draft,
      ...(global && { scope: 'global' as const }),
      ...(emergency && { tier: 'emergency' as const }),
    };
    return toldOf(await rememberForAgent(ask, told, because));
  },
});

export function toldOf({ id, did, redacted, superseded, because, notices }: AgentMemoryReport): ToolAnswer {
  const sentences = [
    {
      added: `Remembered as ${id}.`,
      known: `Already known as ${id}.`,
      reinforced: `Already known as ${id}, and reinforced.`,
      revived: `Known from before as ${id}; restored.`,
      'waits for review': `Kept as ${id}, waiting for the user’s review (\`sqrl review\`): ${because}. Tell the user what you kept and ask whether it is right: a yes in their next message confirms it.`,
    }[did],
    ...(superseded.length > 0 ? [`It replaces ${superseded.join(', ')}.`] : []),
    ...(redacted.length > 0 ? [`Redacted: ${redacted.join(', ')}.`] : []),
  ];
  return { text: sentences.join(' '), data: { id, did, redacted }, notices };
}

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
