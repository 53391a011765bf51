import { TRUST_LEVELS, type TrustLevel } from '@sqrl/base/model/delivery.ts';
import { PHASES } from '@sqrl/base/model/episode.ts';
import { CLIENTS, TOOLS, type Tool } from '@sqrl/base/model/event.ts';
import { BEGINNINGS } from '@sqrl/base/model/moment.ts';
import { time, typeNames, whose } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';
import { askedLayers } from './history.ts';

const levels = Object.keys(TRUST_LEVELS) as [TrustLevel, ...TrustLevel[]];

const step = {
  tool: z.union([z.enum(TOOLS), z.templateLiteral(['mcp:', z.string()])]) as z.ZodType<Tool>,
  /** What is run or searched for. */
  command: z.string().max(100_000).nullable().default(null),
  files: z.array(z.string()).max(256).default([]),
  /** Functions, classes and other names that it changes. */
  symbols: z.array(z.string()).max(256).default([]),
  /** What an editing tool writes. */
  writes: z
    .array(z.object({ path: z.string(), text: z.string(), replaced: z.string().optional() }))
    .max(256)
    .optional(),
};

/** A point of a session at which something may be said. */
const moment = z.discriminatedUnion('point', [
  z.object({ point: z.literal('session start'), because: z.enum(BEGINNINGS).default('startup') }),
  z.object({
    point: z.literal('prompt'),
    text: z.string().max(1_000_000),
    files: z.array(z.string()).max(256).default([]),
  }),
  z.object({ point: z.literal('before'), ...step }),
  z.object({
    point: z.literal('after'),
    ...step,
    outcome: z.enum(['ok', 'failed', 'rejected', 'interrupted']).default('ok'),
    text: z.string().max(10_000_000).default(''),
    exitCode: z.int().nullable().default(null),
  }),
  z.object({
    point: z.literal('between'),
    /** How many steps were taken. */
    step: z.int().min(0),
    /** Files read or changed, and what was searched for, since it was last asked. */
    files: z.array(z.string()).max(256).default([]),
    searches: z.array(z.string().max(100_000)).max(64).default([]),
  }),
]);

const task = z.string().max(100_000, 'The task is too long; describe it in a page at most');
const files = z.array(z.string().min(1).max(4096)).max(256);
const viewName = z.enum(['user_style', 'project_brief', 'pitfalls']);

/** Verbs that say what to know before work begins, and where it stands. */
const contextVerbs = {
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
  where: z.object({ limit: z.int().min(1).max(100).default(5) }),
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
  removeViews: z.object({ names: z.array(viewName).optional() }),
} as const;

/** Verbs that answer with what helps, packed for an agent. */
export const recallVerbs = {
  recall: z.object({
    question: z.string().max(100_000),
    /** Files and symbols at hand. */
    files: z.array(z.string()).max(256).optional(),
    symbols: z.array(z.string()).max(256).optional(),
    phase: z.enum(PHASES).optional(),
    types: typeNames.optional(),
    /** In tokens; the phase's own where it is not given. */
    budget: z.int().min(0).max(100_000).optional(),
    /** Without the second look. */
    fast: z.boolean().optional(),
    in: askedLayers,
    /** Only memories that matter at least so much, 1 to 10. */
    minImportance: z.number().min(1).max(10).optional(),
  }),
  /** What is said to an agent at a point of its session: mostly nothing, never the same twice. */
  deliver: z.object({
    client: z.enum(CLIENTS),
    session: z.string().min(1).max(500),
    /** Now, where it is not given. */
    at: time.optional(),
    moment,
    /** The worktree it happens in. */
    cwd: z.string().optional(),
    /** Without it nothing is noted. */
    record: z.boolean().default(true),
    /** For whom the agent works: what is kept for all of these is told at the session's start. */
    whose: whose.optional(),
    /** When the answer comes too late: then nothing is told, and nothing is noted as told. */
    until: time.optional(),
  }),
  /** How far this project's memory is trusted; with a level, a person's choice, `null` leaves it to the rules again. */
  trust: z.object({ level: z.enum(levels).nullable().optional() }),
  ...contextVerbs,
};
