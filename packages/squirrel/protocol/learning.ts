import { MAX_DECISIONS } from '@sqrl/base/model/memory.ts';
import { id, MAX_TEXT } from '@sqrl/base/model/schemas.ts';
import { STEPS } from '@sqrl/base/model/sighting.ts';
import { z } from 'zod';

const ids = z.array(id).min(1, 'The memory id is missing').max(10_000);
/** Why a person did something; an empty reason is none. */
export const because = z
  .string()
  .trim()
  .max(1000, 'The reason is too long: the limit is 1,000 characters')
  .transform((text) => text || undefined)
  .optional();
/** What people say of memories, and the rules by which memories live. */
export const learningVerbs = {
  /** A person says that they are right. */
  confirm: z.object({
    ids,
    /** Other wordings of the first, which are archived as such. */
    same: z.array(id).max(1000).optional(),
  }),
  /** A person says it otherwise; the old text stays in its history. */
  correct: z.object({
    id,
    text: z
      .string()
      .refine(
        (text) => text.trim() !== '',
        'The new text is empty; to remove the memory, run `sqrl review --reject`',
      )
      .refine((text) => text.length <= MAX_TEXT, 'The text is too long; keep it in a file'),
    because,
    same: z.array(id).max(1000).optional(),
  }),
  /** A person says that they are wrong; they are not learned again. */
  reject: z.object({ ids, because }),
  /** What a person is asked to decide, by the use expected of it; what else waits is in `list`. */
  review: z.object({
    limit: z.number().int().min(1).max(MAX_DECISIONS).default(MAX_DECISIONS),
    /** Instead: what was learned in a session, by the first letters of its id; empty for the latest that taught something. */
    learned: z.string().max(500).optional(),
  }),
  /** The rules that hold; `set` changes some of them. */
  policy: z.object({
    /** Rules by their keys (`decay.guard.max_inactive_days`); null for the default. */
    set: z.record(z.string(), z.number().nullable()).optional(),
    /** Without them, an invalid file is not an error. */
    rules: z.boolean().default(true),
  }),
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
  // `docs/PROOF.md` documents every field of these answers.
  /** What memory did in this project: counted, and compared with a control group. */
  proof: z
    .object({
      /** All receipts, and every session that is compared; otherwise the latest receipts only. */
      all: z.boolean().default(false),
      /** One receipt by its id. */
      receipt: z.string().max(100).optional(),
    })
    .default({ all: false }),
  /** Weights of types of memories in phases of work that test runs speak for; a person applies or refuses them. */
  phaseWeights: z.object({ act: z.enum(['apply', 'refuse', 'reset']).optional() }).default({}),
  /** What the memory of each day would have said in the sessions that were read, and what followed. Writes nothing. */
  replay: z
    .object({
      /** Only the latest sessions are asked about. */
      limit: z.int().min(1).max(1000).default(1000),
    })
    .default({ limit: 1000 }),
  /** What was spent on the language model today and in thirty days, the limits, what came of it, and its prompts. */
  spending: z.object({}).default({}),
} as const;
