import { PHASES } from '@sqrl/base/model/episode.ts';
import { CLIENTS } from '@sqrl/base/model/event.ts';
import { noticeSchema, recordSchema, time } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';

const task = z.string().max(100_000, 'The task is too long; describe it in a page at most');
const files = z.array(z.string().min(1).max(4096)).max(256);
const viewName = z.enum(['user_style', 'project_brief', 'pitfalls']);

const line = z.object({
  text: z.string(),
  /** What it tells of; null where it tells of something else. */
  memory: z.string().nullable(),
  episode: z.string().nullable(),
  file: z.string().nullable(),
  why: z.array(z.string()).readonly(),
});

const neededFile = z.object({
  path: z.string(),
  score: z.number(),
  /** What reading it costs; null if unknown. */
  tokens: z.number().nullable(),
  /** The share of similar work that it had a part in, where there is enough of that. */
  share: z.number().nullable(),
  why: z.array(z.string()),
});
/** Verbs that say what to know before work begins, and where it stands. */
export const contextVerbs = {
  /** What a colleague would say before a task begins; for a planner, a coder or a tester what each needs. */
  context: z.object({
    task,
    for: z.enum(['task', 'planner', 'coder', 'qa']).default('task'),
    /** Files at hand. */
    files: files.optional(),
    phase: z.enum(PHASES).optional(),
    /** In tokens; the phase's own where it is not given, for a coder 32,000 with the files. */
    budget: z.int().min(0).max(100_000).optional(),
    /** For a coder: what the files say, as far as it fits. */
    contents: z.boolean().default(false),
    /** Whose agent asks: what its client loads by itself (CLAUDE.md, AGENTS.md) is left out. */
    client: z.enum(CLIENTS).optional(),
    /** The agent's session: what it was told before is left out, and a receipt is kept of what it is told now. */
    session: z.string().min(1).max(500).optional(),
    /** When the answer comes too late: then no receipt is kept, and the text is empty. */
    until: time.optional(),
  }),
  /** Past tasks like this one, with their outcome. */
  similarTasks: z.object({
    task: task.min(1, 'The task is missing'),
    limit: z.int().min(1).max(1000).default(5),
    /** Only those that ended since. */
    since: time.optional(),
  }),
  /** Where was I? */
  where: z.object({ limit: z.int().min(1).max(100).default(5) }).default({ limit: 5 }),
  /** The user's style, the project's brief, its pitfalls; with `write` also as files in the project. */
  views: z.object({
    names: z.array(viewName).optional(),
    /** Paths that pitfalls are wanted for. */
    files: files.optional(),
    task: task.optional(),
    user: z.string().max(200).optional(),
    write: z.boolean().default(false),
  }),
  /** The standing rules for the instructions of a server; empty for a client that has them by our hooks. */
  serverRules: z.object({ client: z.string().max(100).optional(), tokens: z.int().min(1).max(1000) }),
  /** Removes the files that `views` has written. */
  removeViews: z.object({ names: z.array(viewName).optional() }).default({}),
} as const;

/** What is answered, for other programs. */
export const contextOutputs = {
  context: z.object({
    for: z.enum(['task', 'planner', 'coder', 'qa']),
    phase: z.enum(PHASES),
    /** As an agent reads it. */
    text: z.string(),
    tokens: z.number(),
    budget: z.number(),
    sections: z.array(
      z.object({
        name: z.string(),
        heading: z.string(),
        lines: z.array(line.extend({ tokens: z.number() })),
      }),
    ),
    files: z.array(neededFile),
    /** By path. */
    contents: z.record(z.string(), z.string()).optional(),
    /** The structured part of the memories among the lines, where they have one. */
    records: z.array(z.object({ memory: z.string(), record: recordSchema })),
    /** For a planner: files that change together with those at hand. */
    scope: z.array(z.string()),
    /** The receipt's id; null where no session was given or nothing was told. */
    injection: z.string().nullable(),
    left: z.array(z.object({ section: z.string(), line, because: z.string() })),
    notices: z.array(noticeSchema),
  }),
};
