import { z } from 'zod';
import { EPISODE_STATUSES, FRUSTRATION } from '../model/episode.ts';
import { CLIENTS, EVENT_KINDS } from '../model/event.ts';
import { id, noticeSchema, time, types } from '../model/schemas.ts';
import { episodeSchema } from './episode-schemas.ts';
import { event, sessionCounts, sessionSchema } from './event-schemas.ts';
import { saidIdSchema } from './passages.ts';

/** A memory, shortly. */
const told = z.object({ id, type: z.enum(types), text: z.string() });

/** How hard something was. */
const struggle = z.object({
  errors: z.number(),
  retryLoops: z.number(),
  /** The worst of its episodes. */
  frustration: z.enum(FRUSTRATION),
  /** 0 to 1, of the three together, for colours and for sorting. */
  score: z.number(),
});

const mapFile = z.object({
  path: z.string(),
  module: z.string(),
  language: z.string().nullable(),
  test: z.boolean(),
  symbols: z.number(),
  memories: z.number(),
  stale: z.number(),
  /** How often agents changed it, and looked at it. */
  changed: z.number(),
  looked: z.number(),
});

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
    output: z.object({
      indexed: z.boolean(),
      modules: z.array(
        z.object({
          name: z.string(),
          folder: z.string(),
          files: z.number(),
          tests: z.number(),
          symbols: z.number(),
          memories: z.number(),
          stale: z.number(),
          needsReview: z.number(),
          /** Files of it that something is remembered about. */
          covered: z.number(),
          within: z.number(),
          across: z.number(),
          entryPoints: z.array(z.string()),
          /** How often agents changed its files. */
          changed: z.number(),
        }),
      ),
      couplings: z.array(
        z.object({ from: z.string(), to: z.string(), imports: z.number(), calls: z.number() }),
      ),
      /** Empty unless asked for; with how many there are in all. */
      files: z.array(mapFile),
      filesTotal: z.number(),
      /** Between the listed files, strongest first. */
      edges: z.array(z.object({ from: z.string(), to: z.string(), imports: z.number(), calls: z.number() })),
      pending: z.object({ total: z.number(), paths: z.array(z.string()) }),
    }),
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
    output: z.object({
      sessions: z.array(
        sessionSchema.extend({
          ...sessionCounts,
          struggle,
          episodes: z.array(
            episodeSchema.pick({
              id: true,
              startedAt: true,
              endedAt: true,
              eventCount: true,
              task: true,
              phase: true,
              status: true,
              outcome: true,
              stats: true,
              filesChanged: true,
            }),
          ),
          delivered: z.object({ times: z.number(), tokens: z.number(), memories: z.number() }),
          /** Null if there was never anything to deliver. */
          holdout: z.string().nullable(),
          learned: z.array(told),
          learnedTotal: z.number(),
        }),
      ),
      total: z.number(),
      /** Of all sessions there are, for the filter. */
      byClient: z.record(z.string(), z.number()),
    }),
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
    output: z.object({
      session: sessionSchema.extend(sessionCounts),
      episodes: z.array(episodeSchema),
      steps: z.array(
        z.object({
          /** Its place among the steps that are asked for, from nought. */
          index: z.number(),
          event,
          /** The id of the episode it belongs to; null where it belongs to none yet. */
          episode: z.string().nullable(),
          /** What was learned from it. */
          learned: z.array(told),
          /** The memories that the agent cites in it: `as` is the id as the agent wrote it. */
          cited: z.array(told.extend({ as: z.string(), archived: z.boolean() })),
        }),
      ),
      total: z.number(),
      /** The place of `event` among the steps; null where it was not asked for or is not among them. */
      at: z.number().nullable(),
      /** All deliveries to the session, each with the index of the step that follows it. */
      deliveries: z.array(
        z.object({
          id: z.string(),
          at: time,
          index: z.number(),
          point: z.string(),
          about: z.string().nullable(),
          tokens: z.number(),
          shown: z.boolean(),
          holdout: z.string(),
          memories: z.array(told),
          /** Messages of past sessions that it quotes. */
          passages: z.array(
            z.object({
              id: z.string(),
              speaker: z.enum(['person', 'agent']),
              at: time,
              session: z.string(),
              text: z.string(),
            }),
          ),
        }),
      ),
      notices: z.array(noticeSchema),
    }),
  },
} as const;
