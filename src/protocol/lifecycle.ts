import { z } from 'zod';
import { MAX_DECISIONS } from '../model/memory.ts';
import { id, MAX_TEXT, memory, time } from '../model/schemas.ts';

const ids = z.array(id).min(1, 'The memory id is missing').max(10_000);
/** Why a person did something; an empty reason is none. */
export const because = z
  .string()
  .trim()
  .max(1000, 'The reason is too long: the limit is 1,000 characters')
  .transform((text) => text || undefined)
  .optional();

const evidence = z.object({
  proof: z.string(),
  episode: z.string().nullable(),
  events: z.array(z.string()),
  quote: z.string().nullable(),
  at: time,
});

/** What people say of memories, and the rules by which memories live. */
export const lifecycleVerbs = {
  /** A person says that they are right. */
  confirm: {
    input: z.object({
      ids,
      /** Other wordings of the first, which are archived as such. */
      same: z.array(id).max(1000).optional(),
    }),
    output: z.object({ confirmed: z.array(memory) }),
  },
  /** A person says it otherwise; the old text stays in its history. */
  correct: {
    input: z.object({
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
    output: z.object({ memory, before: z.string(), redacted: z.array(z.string()) }),
  },
  /** A person says that they are wrong; they are not learned again. */
  reject: {
    input: z.object({ ids, because }),
    output: z.object({ rejected: z.array(memory) }),
  },
  /** What a person is asked to decide, by the use expected of it; what else waits is in `list`. */
  review: {
    input: z.object({ limit: z.number().int().min(1).max(MAX_DECISIONS).default(MAX_DECISIONS) }),
    output: z.object({
      waiting: z.array(
        z.object({
          memory,
          why: z.string(),
          evidence: evidence.nullable(),
          /** Memories that say otherwise. */
          conflicts: z.array(z.object({ id, text: z.string() })),
          /** The same matter in other words, which is decided along. */
          same: z.array(z.object({ id, text: z.string() })),
        }),
      ),
      /** How many decisions that are. */
      total: z.number(),
      /** Proposals to a team that this person may decide for it; they are not among those that wait. */
      proposals: z.number().default(0),
    }),
  },
  /** The rules that hold; `set` changes some of them. */
  policy: {
    input: z.object({
      /** Rules by their keys (`decay.guard.max_inactive_days`); null for the default. */
      set: z.record(z.string(), z.number().nullable()).optional(),
      /** Without them, an invalid file is not an error. */
      rules: z.boolean().default(true),
    }),
    output: z.object({
      path: z.string(),
      exists: z.boolean(),
      rules: z.array(
        z.object({
          key: z.string(),
          value: z.number(),
          default: z.number().nullable(),
          means: z.string(),
        }),
      ),
    }),
  },
} as const;
