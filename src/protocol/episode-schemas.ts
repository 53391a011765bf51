import { z } from 'zod';
import { EPISODE_STATUSES, type Episode, FRUSTRATION, PHASES } from '../model/episode.ts';
import { time } from '../model/schemas.ts';

/** An episode as it crosses a process boundary. */
export const episodeSchema = z.object({
  id: z.string(),
  session: z.string(),
  startedAt: time,
  endedAt: time,
  eventCount: z.number(),
  begunBy: z.enum(['session', 'silence', 'new task', 'resolved struggle', 'compaction', 'flush']),
  task: z.string(),
  summary: z.string(),
  phase: z.enum(PHASES),
  importance: z.number(),
  stats: z.object({
    errors: z.number(),
    retryLoops: z.number(),
    tests: z.enum(['passed', 'failed', 'not_run']),
    frustration: z.enum(FRUSTRATION),
  }),
  status: z.enum(EPISODE_STATUSES),
  outcome: z.string(),
  filesChanged: z.array(z.string()),
  filesRead: z.array(z.string()),
  tools: z.record(z.string(), z.number()),
  tainted: z.boolean(),
}) satisfies z.ZodType<Episode>;

/** Questions about episodes, and the one order there is. */
export const episodeVerbs = {
  episodes: {
    input: z.object({
      /** The beginning of a session's id will do. */
      session: z.string().min(1).optional(),
      since: time.optional(),
      statuses: z.array(z.enum(EPISODE_STATUSES)).optional(),
      limit: z.number().int().min(1).max(100_000).default(20),
      offset: z.number().int().min(0).default(0),
    }),
    output: z.object({ episodes: z.array(episodeSchema), total: z.number() }),
  },
  /** Ends the episodes that run now. */
  flush: {
    input: z.object({}).default({}),
    output: z.object({ at: time, ended: z.array(episodeSchema) }),
  },
} as const;
