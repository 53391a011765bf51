import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { z } from 'zod';

const value = z.union([z.string().max(10_000), z.number(), z.boolean()]);
/** Verbs about settings and privacy. */
export const settingVerbs = {
  /** Every setting with its meaning; with `set`, writes some of them to the file, and `null` takes one out of it. */
  settings: {
    input: z.object({ set: z.record(z.string().max(200), value.nullable()).optional() }).default({}),
  },
  /** What was added to the clients' files, and whether it still stands there; to change it is for the command line. */
  setup: {
    input: z.object({}).default({}),
  },
  /** Sets up one client, or says what that would change. */
  connect: {
    input: z.object({ client: z.enum(HOOK_CLIENTS), dryRun: z.boolean().default(true) }),
  },
  /** Whether agents are told nothing and nothing is captured; with `set`, begins or ends that. */
  pause: {
    input: z
      .object({
        /** `project`: only the chosen one. */
        set: z.enum(['all', 'project', 'resume']).optional(),
        /** Without it, until it is resumed. */
        hours: z
          .number()
          .min(0.1)
          .max(24 * 365)
          .optional(),
      })
      .default({}),
  },
  /** What is kept, where, and what was kept out of it. */
  privacy: {
    input: z.object({}).default({}),
  },
} as const;
