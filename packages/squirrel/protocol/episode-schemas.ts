import { EPISODE_STATUSES } from '@sqrl/base/model/episode.ts';
import { time } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';
/** Questions about episodes, and the one order there is. */
export const episodeVerbs = {
  episodes: z.object({
    /** The beginning of a session's id will do. */
    session: z.string().min(1).optional(),
    since: time.optional(),
    statuses: z.array(z.enum(EPISODE_STATUSES)).optional(),
    limit: z.number().int().min(1).max(100_000).default(20),
    offset: z.number().int().min(0).default(0),
  }),
  /** Ends the episodes that run now. */
  flush: z.object({}).default({}),
} as const;
