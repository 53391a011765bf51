import { EPISODE_STATUSES } from '@sqrl/base/model/episode.ts';
import { CLIENTS, EVENT_KINDS } from '@sqrl/base/model/event.ts';
import { time } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';
import { saidIdSchema } from './passages.ts';
/** Verbs about what was done, session by session, and where in the code. */
export const workVerbs = {
  /** Parts of the code with how they lean on each other and what is remembered of each; of one part or of all, the files. */
  map: {
    input: z
      .object({
        /** `files` also tells of every file, and which lean on which. */
        detail: z.enum(['modules', 'files']).default('modules'),
        /** Only this part. */
        module: z.string().min(1).max(4096).optional(),
        limit: z.int().min(1).max(20_000).default(5000),
      })
      .default({ detail: 'modules', limit: 5000 }),
  },
  /** Sessions with their episodes, how hard they were, what was delivered to them and learned from them; the latest first. */
  timeline: {
    input: z
      .object({
        /** Without it, those of agents: no commits and no runs of CI. */
        clients: z.array(z.enum(CLIENTS)).max(16).optional(),
        /** Something happened in them since, and before. */
        since: time.optional(),
        until: time.optional(),
        /** Only those with an episode that ended so. */
        statuses: z.array(z.enum(EPISODE_STATUSES)).max(8).optional(),
        /** Only those with errors, retries or frustration. */
        hard: z.boolean().optional(),
        /** Only those in which something was said that has all these words. */
        words: z.string().max(500).optional(),
        limit: z.int().min(1).max(500).default(30),
        offset: z.int().min(0).max(10_000_000).default(0),
      })
      .default({ limit: 30, offset: 0 }),
  },
  /** A session step by step, in pages. */
  replaySession: {
    input: z.object({
      /** The beginning of an id will do. */
      session: z.string().min(1).max(500),
      kinds: z.array(z.enum(EVENT_KINDS)).max(32).optional(),
      limit: z.int().min(1).max(1000).default(100),
      offset: z.int().min(0).max(100_000_000).default(0),
      /** Gives the page that holds this event instead of the one at `offset`. */
      event: saidIdSchema.optional(),
    }),
  },
} as const;
