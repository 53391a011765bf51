import { ANSWER_LAYERS } from '@sqrl/base/model/answer-layers.ts';
import { COMMIT_ID, SAID_ID } from '@sqrl/base/model/citation.ts';
import { EPISODE_STATUSES } from '@sqrl/base/model/episode.ts';
import { CLIENTS, EVENT_KINDS } from '@sqrl/base/model/event.ts';
import { id, time } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';

const path = z.string().min(1, 'The file is missing').max(4096, 'The path is too long');
/** Only what happened from then on. */
const since = time.optional();
const limit = (most: number, some: number) => z.number().int().min(1).max(most).default(some);
/** The layers that a question goes to; the question's own words choose them where none are given. */
export const askedLayers = z.array(z.enum(ANSWER_LAYERS)).min(1).optional();

/** The id that answers cite a message by; the first digits will do. */
const saidIdSchema = z
  .string()
  .regex(SAID_ID, 'A message’s id is `said:` and 8 to 32 hex digits, as answers cite it');
const count = z.int().min(0).max(200).optional();

/** Questions about what was done: by whom, with which files and tools, and how it ended. */
export const historyVerbs = {
  /** What was I working on before? What is unfinished, latest first; where nothing is, what was done last. */
  tasks: z.object({ limit: limit(1000, 10), since }),
  /** Have I worked on this file? */
  fileHistory: z.object({ path, limit: limit(1000, 10), since }),
  /** What is changed, or looked at, together with this file? */
  filesTogether: z.object({
    path,
    way: z.enum(['changed', 'looked']).default('changed'),
    times: z.number().int().min(1).default(1),
    limit: limit(1000, 20),
  }),
  /** What did I last do with files whose paths hold these letters? */
  lastWorkOn: z.object({ letters: path, limit: limit(1000, 10), since }),
  /** How often does each tool succeed? */
  toolUse: z.object({ since }),
  /** Which failures come back? */
  failures: z.object({ sessions: z.number().int().min(1).default(1), limit: limit(1000, 20), since }),
  /** One failure: when it was seen and what resolved it. */
  failure: z.object({
    fingerprint: z
      .string()
      .regex(/^[0-9a-f]{4,16}$/, 'A fingerprint has 4 to 16 hex digits; `sqrl history errors` lists them'),
    limit: limit(1000, 10),
    since,
  }),
  /** Why is a line as it is? Its commit, the session that wrote it, and what a person typed for it. */
  lineOrigin: z.object({ path, line: z.number().int().min(1).max(10_000_000) }),
  /** What happened to a memory, also to one that is gone, and what it came to. */
  memoryHistory: z.object({ id, limit: limit(1000, 10) }),
  /** What was found, read and passed over of every client's logs, and why. */
  sources: z.object({}),
  /** Sessions with their episodes, how hard they were, what was delivered to them and learned from them; the latest first. */
  sessions: z.object({
    clients: z.array(z.enum(CLIENTS)).optional(),
    /** Something happened in them since, and before. */
    since,
    until: since,
    /** Only those with an episode that ended so. */
    statuses: z.array(z.enum(EPISODE_STATUSES)).max(8).optional(),
    /** Only those with errors, retries or frustration. */
    hard: z.boolean().optional(),
    /** Only those in which something was said that has all these words. */
    words: z.string().max(500).optional(),
    limit: limit(100_000, 20),
    offset: z.number().int().min(0).default(0),
  }),
  /** A session step by step, in pages, with what was delivered to it and learned from it. */
  events: z.object({
    /** The beginning of an id will do; without it the session of the event. */
    session: z.string().min(1).max(500).optional(),
    kinds: z.array(z.enum(EVENT_KINDS)).optional(),
    limit: limit(1_000_000, 200),
    offset: z.number().int().min(0).default(0),
    /** Gives the page that holds this event instead of the one at `offset`. */
    event: saidIdSchema.optional(),
  }),
  episodes: z.object({
    /** The beginning of a session's id will do. */
    session: z.string().min(1).optional(),
    since: time.optional(),
    statuses: z.array(z.enum(EPISODE_STATUSES)).optional(),
    limit: z.number().int().min(1).max(100_000).default(20),
    offset: z.number().int().min(0).default(0),
  }),
  /** Ends the episodes that run now. */
  flush: z.object({}),
  /**
   * A message that an answer cites, where it was said, and the messages of the same conversation around it: as many as asked
   * for, else all of them, folded in the middle where they are many.
   */
  passage: z.object({ id: saidIdSchema, before: count, after: count }),
  /** A commit that an answer cites. */
  commit: z.object({
    id: z
      .string()
      .regex(COMMIT_ID, 'A commit’s id is `commit:` and at least 7 digits of its hash, as answers cite it'),
  }),
} as const;
