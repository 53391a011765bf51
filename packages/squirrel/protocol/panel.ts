import { HOOK_CLIENTS } from '@sqrl/base/model/hook-events.ts';
import { z } from 'zod';
import { askedLayers } from './history.ts';

const value = z.union([z.string().max(10_000), z.number(), z.boolean()]);
/** Verbs about settings and privacy. */
const settingVerbs = {
  /** Every setting with its meaning; with `set`, writes some of them to the file, and `null` takes one out of it. */
  settings: z.object({ set: z.record(z.string().max(200), value.nullable()).optional() }),
  /** What was added to the clients' files, and whether it still stands there; to change it is for the command line. */
  setup: z.object({}),
  /** Sets up one client, or says what that would change. */
  connect: z.object({ client: z.enum(HOOK_CLIENTS), dryRun: z.boolean().default(true) }),
  /** Whether agents are told nothing and nothing is captured; with `set`, begins or ends that. */
  pause: z.object({
    /** `project`: only the chosen one. */
    set: z.enum(['all', 'project', 'resume']).optional(),
    /** Without it, until it is resumed. */
    hours: z
      .number()
      .min(0.1)
      .max(24 * 365)
      .optional(),
  }),
  /** What is kept, where, and what was kept out of it. */
  privacy: z.object({}),
} as const;

/** Verbs about what was done, session by session, and where in the code. */
const workVerbs = {
  /** Parts of the code and their files, what leans on what, and what is remembered of each. */
  map: z.object({ limit: z.int().min(1).max(20_000).default(5000) }),
  /** The line of a log that an event was read from, redacted. Only logs that were read; never any other file. */
  logRecord: z.object({
    /** An event's id, as evidence has them. No path is taken. */
    event: z.string().regex(/^[0-9a-f]{32}$/i, 'An event id has 32 hex digits'),
  }),
} as const;

/** What the memory panel asks for besides the verbs that every door uses. */
export const panelVerbs = {
  /** Every project of this home, the last seen first; a place of its root asks about it. */
  projects: z.object({}),
  /** Whether agents are connected and get memories, whether that helped, and what wants a person. */
  overview: z.object({
    /** How many days of activity are listed. */
    days: z.int().min(1).max(366).default(14),
  }),
  /** What happened lately: memories that agents got, and memories that were learned; the latest first. */
  feed: z.object({
    /** Most of each kind. */
    limit: z.int().min(1).max(200).default(5),
  }),
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
  ...workVerbs,
  ...settingVerbs,
} as const;
