import { z } from 'zod';
import { id, memory, noticeSchema } from '../model/schemas.ts';
import { MAX_SHARED_BYTES } from '../model/sync/lines.ts';

/** Sharing memories through a file of the repository. */
export const sharingVerbs = {
  share: {
    input: z.object({
      ids: z.array(id).max(10_000).default([]),
      /** Everything of the project that a person said or confirmed. */
      all: z.boolean().default(false),
      dryRun: z.boolean().default(false),
    }),
    output: z.object({
      shared: z.array(memory),
      /** How many were shared already. */
      known: z.number(),
      /** From the project's root. */
      file: z.string(),
      /** The name under which they are shared. */
      person: z.string(),
      notices: z.array(noticeSchema),
    }),
  },
  unshare: {
    input: z.object({ ids: z.array(id).min(1).max(10_000) }),
    output: z.object({
      unshared: z.array(memory),
      /** The file that is to be committed; null where a hub carried all of them. */
      file: z.string().nullable(),
    }),
  },
  checkShared: {
    input: z.object({ text: z.string().max(MAX_SHARED_BYTES) }),
    output: z.object({
      /** Lines, from one, and what was found in them. */
      secrets: z.array(z.object({ line: z.number(), found: z.array(z.string()) })),
      wrong: z.object({ count: z.number(), first: z.number() }).nullable(),
    }),
  },
  sync: {
    input: z.object({
      /** The person agrees to use what others share here. */
      join: z.boolean().default(false),
      /** Write what waits into the file. */
      write: z.boolean().default(true),
    }),
    output: z.object({
      /** This home is logged in at a hub, too. */
      hub: z.boolean().default(false),
      joined: z.boolean(),
      hasFile: z.boolean(),
      file: z.string(),
      offered: z.object({ memories: z.number(), people: z.array(z.string()) }),
      standing: z.object({ mine: z.number(), reviewed: z.number(), proposed: z.number() }),
      waiting: z.number(),
      written: z.boolean(),
      repaired: z.boolean(),
      wrong: z.object({ count: z.number(), first: z.number() }).nullable(),
      agreedOn: z.string().nullable(),
      added: z.number(),
      changed: z.number(),
      removed: z.number(),
      proposed: z.number(),
      contested: z.number(),
      secret: z.number(),
      left: z.number(),
    }),
  },
};
