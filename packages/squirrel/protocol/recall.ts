import { TRUST_LEVELS, type TrustLevel } from '@sqrl/base/model/delivery.ts';
import { PHASES } from '@sqrl/base/model/episode.ts';
import { CLIENTS, TOOLS, type Tool } from '@sqrl/base/model/event.ts';
import { BEGINNINGS, HOLDOUTS } from '@sqrl/base/model/moment.ts';
import { memory, noticeSchema, time, typeNames, whose } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';
import { contextOutputs, contextVerbs } from './contexts.ts';
import { askedLayers, repositoryAnswers } from './repository-answers.ts';
import { saidPassage } from './said.ts';

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
  trust: z.object({ level: z.enum(levels).nullable().optional() }).default({}),
  ...contextVerbs,
};

/** What is answered, for other programs. */
export const recallOutputs = {
  recall: z.object({
    kind: z.enum(['identifier', 'semantic', 'structural']),
    phase: z.enum(PHASES),
    /** The briefing as an agent reads it. */
    text: z.string(),
    tokens: z.number(),
    budget: z.number(),
    lines: z.array(
      z.object({
        memory: memory.extend({
          stale: z.boolean().optional(),
          earlier: z.boolean().optional(),
          own: z.boolean().optional(),
        }),
        score: z.number(),
        tokens: z.number(),
        why: z.array(z.string()),
      }),
    ),
    /** What was said in past sessions, at most three. */
    /** Talks of past sessions with what was settled in them. */
    talks: z.array(z.object({ id: z.string(), at: time, text: z.string() })),
    passages: z.array(saidPassage),
    /** From the repository, where the question asks for it. */
    ...repositoryAnswers,
    left: z.array(z.object({ id: z.string(), text: z.string(), score: z.number(), because: z.string() })),
    notices: z.array(noticeSchema),
  }),
  deliver: z.object({
    point: z.string().nullable(),
    /** To be handed to the agent as it is; mostly empty. */
    text: z.string(),
    tokens: z.number(),
    memories: z.array(z.string()),
    /** Messages of past sessions that it quotes. */
    passages: z.array(z.string()),
    injection: z.string().nullable(),
    shown: z.boolean(),
    /** What a session of a holdout group would have received. */
    withheld: z.string().nullable(),
    holdout: z.enum(HOLDOUTS),
    spent: z.object({ tokens: z.number(), cap: z.number() }),
    why: z.array(z.string()),
    left: z.array(z.object({ memory: z.string(), because: z.string() })),
    notices: z.array(noticeSchema),
  }),
  ...contextOutputs,
};
