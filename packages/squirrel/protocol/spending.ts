import { z } from 'zod';
/** Verbs about the optional language model. */
export const spendingVerbs = {
  /** What was spent on it today and in thirty days, the limits, what came of it, and its prompts. */
  spending: z.object({}).default({}),
};
