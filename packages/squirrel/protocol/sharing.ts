import { id } from '@sqrl/base/model/schemas.ts';
import { MAX_SHARED_BYTES } from '@sqrl/base/model/sync/lines.ts';
import { z } from 'zod';

/** Sharing memories through a file of the repository. */
export const sharingVerbs = {
  share: z.object({
    ids: z.array(id).max(10_000).default([]),
    /** Everything of the project that a person said or confirmed. */
    all: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  }),
  unshare: z.object({ ids: z.array(id).min(1).max(10_000) }),
  checkShared: z.object({ text: z.string().max(MAX_SHARED_BYTES) }),
  sync: z.object({
    /** The person agrees to use what others share here. */
    join: z.boolean().default(false),
    /** Write what waits into the file. */
    write: z.boolean().default(true),
  }),
};
