import { id } from '@sqrl/base/model/schemas.ts';
import { STEPS } from '@sqrl/base/model/sighting.ts';
import { z } from 'zod';
/** Verbs about how memories come to be. */
export const learningVerbs = {
  /** Every project there is, instead of the one at hand; and everything anew, instead of what changed. */
  learn: z.object({ all: z.boolean().default(false), anew: z.boolean().default(false) }),
  /** Every rule file that is found, where none is named. */
  teach: z.object({ paths: z.array(z.string().min(1)).optional(), dryRun: z.boolean().default(false) }),
  drafts: z.object({
    step: z.enum(STEPS).optional(),
    limit: z.int().min(1).max(10_000).default(20),
  }),
  /** A draft's id or the id of the memory it became. */
  why: z.object({ id }),
};
