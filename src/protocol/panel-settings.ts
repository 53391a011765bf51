import { z } from 'zod';
import { HOOK_CLIENTS } from '../model/hook-events.ts';
import { time } from '../model/schemas.ts';

const value = z.union([z.string().max(10_000), z.number(), z.boolean()]);

/** One setting: what it is, what it may be, and what it means. */
const setting = z.object({
  /** `llm.daily_tokens` */
  key: z.string(),
  section: z.string(),
  kind: z.enum(['choice', 'number', 'boolean', 'text']),
  /** Null where nothing is set and there is no default. */
  value: value.nullable(),
  default: value.nullable(),
  /** The file says so; else it is the default. */
  set: z.boolean(),
  means: z.string(),
  choices: z.array(z.string()).nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Only whole numbers. */
  whole: z.boolean(),
  /** It says where texts and keys go, and is changed in a terminal, not in the panel. */
  guarded: z.boolean(),
});

/** Verbs about settings and privacy. */
export const settingVerbs = {
  /** Every setting with its meaning; with `set`, writes some of them to the file, and `null` takes one out of it. */
  settings: {
    input: z.object({ set: z.record(z.string().max(200), value.nullable()).optional() }).default({}),
    output: z.object({
      path: z.string(),
      exists: z.boolean(),
      settings: z.array(setting),
      /** Keys that were written just now. */
      written: z.array(z.string()),
    }),
  },
  /** What was added to the clients' files, and whether it still stands there; to change it is for the command line. */
  setup: {
    input: z.object({}).default({}),
    output: z.object({
      /** When it was set up last; null where it never was. */
      at: time.nullable(),
      /** Clients that can be set up, with what shows that they are on this machine. */
      available: z.array(
        z.object({ client: z.enum(HOOK_CLIENTS), title: z.string(), found: z.string().nullable() }),
      ),
      clients: z.array(
        z.object({
          client: z.enum(HOOK_CLIENTS),
          files: z.array(z.object({ path: z.string(), what: z.string(), stands: z.boolean() })),
        }),
      ),
    }),
  },
  /** Sets up one client, or says what that would change. */
  connect: {
    input: z.object({ client: z.enum(HOOK_CLIENTS), dryRun: z.boolean().default(true) }),
    output: z.object({
      client: z.enum(HOOK_CLIENTS),
      title: z.string(),
      /** Why it needs nothing. */
      already: z.string().nullable(),
      files: z.array(
        z.object({
          path: z.string(),
          what: z.string(),
          isNew: z.boolean(),
          /** Why it is left as it is. */
          refused: z.string().nullable(),
          lines: z.array(z.object({ sign: z.enum(['+', '-', ' ', '…']), text: z.string() })),
        }),
      ),
      /** What the person has to do. */
      next: z.array(z.string()),
    }),
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
    output: z.object({
      paused: z.object({ of: z.enum(['all', 'project']), from: time, until: time.nullable() }).nullable(),
    }),
  },
  /** What is kept, where, and what was kept out of it. */
  privacy: {
    input: z.object({}).default({}),
    output: z.object({
      home: z.string(),
      files: z.array(z.object({ path: z.string(), bytes: z.number(), lastCopyAt: time.nullable() })),
      /** How many places of what is kept hold a mark in the place of a secret, by its kind. */
      redactions: z.object({
        memories: z.number(),
        events: z.number(),
        byKind: z.record(z.string(), z.number()),
        /** How many of the latest events were looked at. */
        lookedAt: z.number(),
      }),
      /** Whether anything may leave this machine, and to where. */
      leaves: z.array(z.object({ what: z.string(), to: z.string() })),
    }),
  },
} as const;
