import { EPISODE_STATUSES } from '@sqrl/base/model/episode.ts';
import { CLIENTS, EVENT_KINDS } from '@sqrl/base/model/event.ts';
import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { id, time } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';
import { askedLayers, saidIdSchema } from './history.ts';
import { because } from './learning.ts';
import { memoryPanelVerbs, panelFilter } from './panel-memories.ts';

const value = z.union([z.string().max(10_000), z.number(), z.boolean()]);
/** Verbs about settings and privacy. */
const settingVerbs = {
  /** Every setting with its meaning; with `set`, writes some of them to the file, and `null` takes one out of it. */
  settings: z.object({ set: z.record(z.string().max(200), value.nullable()).optional() }).default({}),
  /** What was added to the clients' files, and whether it still stands there; to change it is for the command line. */
  setup: z.object({}).default({}),
  /** Sets up one client, or says what that would change. */
  connect: z.object({ client: z.enum(HOOK_CLIENTS), dryRun: z.boolean().default(true) }),
  /** Whether agents are told nothing and nothing is captured; with `set`, begins or ends that. */
  pause: z
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
  /** What is kept, where, and what was kept out of it. */
  privacy: z.object({}).default({}),
} as const;

/** Verbs for what a person does to memories, and takes back. */
const actionVerbs = {
  /**
   * Does the same to many memories, as one action that `undo` takes back as one. What is forgotten is archived at once;
   * half a minute later rows, words, vectors, copies and log lines are erased, and nothing brings them back.
   */
  bulk: z.object({
    action: z.enum(['confirm', 'reject', 'pin', 'unpin', 'mute', 'unmute', 'forget']),
    /** Either these … */
    ids: z.array(id).min(1, 'The memory id is missing').max(10_000).optional(),
    /** Other wordings of the one that is confirmed, which are archived as such. */
    same: z.array(id).max(1000).optional(),
    /** … or all that a filter lets through; `expected` is how many the person saw, and must be right. */
    filter: panelFilter.optional(),
    expected: z.int().min(0).optional(),
    because,
    /** Only says what it would do; a filter needs no `expected` then. */
    dryRun: z.boolean().optional(),
  }),
  /** What people did to memories of late, the latest first. */
  actions: z.object({ limit: z.int().min(1).max(500).default(20) }).default({ limit: 20 }),
  /**
   * Takes back what a person did: the last action, one action, or the last one to a memory. What was changed since by
   * another action is left, and said. What was erased cannot be taken back.
   */
  undo: z
    .object({
      action: z.string().min(1).max(64).optional(),
      /** The last action on this memory alone. */
      id: id.optional(),
    })
    .default({}),
} as const;

/** Verbs about what was done, session by session, and where in the code. */
const workVerbs = {
  /** Parts of the code with how they lean on each other and what is remembered of each; of one part or of all, the files. */
  map: z
    .object({
      /** `files` also tells of every file, and which lean on which. */
      detail: z.enum(['modules', 'files']).default('modules'),
      /** Only this part. */
      module: z.string().min(1).max(4096).optional(),
      limit: z.int().min(1).max(20_000).default(5000),
    })
    .default({ detail: 'modules', limit: 5000 }),
  /** Sessions with their episodes, how hard they were, what was delivered to them and learned from them; the latest first. */
  timeline: z
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
  /** A session step by step, in pages. */
  replaySession: z.object({
    /** The beginning of an id will do; without it the session of the event. */
    session: z.string().min(1).max(500).optional(),
    kinds: z.array(z.enum(EVENT_KINDS)).max(32).optional(),
    limit: z.int().min(1).max(1000).default(100),
    offset: z.int().min(0).max(100_000_000).default(0),
    /** Gives the page that holds this event instead of the one at `offset`. */
    event: saidIdSchema.optional(),
  }),
} as const;

/** What the memory panel asks for besides the verbs that every door uses. */
export const panelVerbs = {
  /** Every project of this home, the last seen first; a place of its root asks about it. */
  projects: z.object({}).default({}),
  /** Whether agents are connected and get memories, whether that helped, and what wants a person. */
  overview: z
    .object({
      /** How many days of activity are listed. */
      days: z.int().min(1).max(366).default(14),
    })
    .default({ days: 14 }),
  /** What happened lately: memories that agents got, and memories that were learned; the latest first. */
  feed: z
    .object({
      /** Most of each kind. */
      limit: z.int().min(1).max(200).default(5),
    })
    .default({ limit: 5 }),
  /** A question answered from memories, conversations and history: in quotes, or in a model's words where allowed. */
  ask: z.object({
    question: z
      .string()
      .trim()
      .min(1, 'The question is missing')
      .max(2000, 'The question is too long; ask in a sentence or two'),
    /** How many memories may be cited. */
    limit: z.int().min(1).max(20).default(6),
    /** Let a language model word it, where the settings allow one and something is left of what may be spent. */
    compose: z.boolean().default(false),
    in: askedLayers,
  }),
  ...memoryPanelVerbs,
  ...workVerbs,
  ...actionVerbs,
  ...settingVerbs,
} as const;
