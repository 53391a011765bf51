import { z } from 'zod';

/** How memories are learned, the rules by which they live, and what came of them. */
export const learningVerbs = {
  /** The rules that hold; `set` changes some of them. */
  policy: z.object({
    /** Rules by their keys (`decay.guard.max_inactive_days`); null for the default. */
    set: z.record(z.string(), z.number().nullable()).optional(),
    /** Without them, an invalid file is not an error. */
    rules: z.boolean().default(true),
  }),
  /** Every project there is, instead of the one at hand; and everything anew, instead of what changed. */
  learn: z.object({ all: z.boolean().default(false), anew: z.boolean().default(false) }),
  // `docs/PROOF.md` documents every field of these answers.
  /** What memory did in this project: counted, and compared with a control group. */
  proof: z.object({
    /** All receipts, and every session that is compared; otherwise the latest receipts only. */
    all: z.boolean().default(false),
    /** One receipt by its id. */
    receipt: z.string().max(100).optional(),
  }),
  /** Weights of types of memories in phases of work that test runs speak for; a person applies or refuses them. */
  phaseWeights: z.object({ act: z.enum(['apply', 'refuse', 'reset']).optional() }),
  /** What the memory of each day would have said in the sessions that were read, and what followed. Writes nothing. */
  replay: z.object({
    /** Only the latest sessions are asked about. */
    limit: z.int().min(1).max(1000).default(1000),
  }),
  /** What was spent on the language model today and in thirty days, the limits, what came of it, and its prompts. */
  spending: z.object({}),
} as const;
