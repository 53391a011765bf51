import { z } from 'zod';

const sum = {
  calls: z.number(),
  failed: z.number(),
  input: z.number(),
  output: z.number(),
  cost: z.number(),
};

/** What was spent in some days, in all and by what for. */
const spent = z.object({ ...sum, by: z.array(z.object({ model: z.string(), purpose: z.string(), ...sum })) });

/** Verbs about the optional language model. */
export const spendingVerbs = {
  /** What was spent on it today and in thirty days, the limits, what came of it, and its prompts. */
  spending: {
    input: z.object({}).default({}),
    output: z.object({
      provider: z.string(),
      model: z.string().nullable(),
      allowed: z.boolean(),
      day: z.string(),
      cap: z.object({ tokens: z.number(), cost: z.number() }),
      today: spent,
      month: spent,
      asked: z.array(
        z.object({
          prompt: z.string(),
          asked: z.number(),
          kept: z.number(),
          refused: z.number(),
          passedOver: z.number(),
          failed: z.number(),
        }),
      ),
      prompts: z.array(z.object({ name: z.string(), version: z.number(), system: z.string() })),
    }),
  },
};
