import { EVENT_KINDS, TOOLS, type Tool } from '@sqrl/base/model/event.ts';
import { draft, time } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';

const session = z.string().min(1).max(200);
/** One stretch of a session in one process: two of them count their steps apart. */
const run = z.string().min(1).max(64);
const agent = z.string().min(1).max(200).nullable().default(null);
const files = z.array(z.string().min(1).max(4096)).max(256);
const OUTCOMES = ['success', 'failure', 'abandoned'] as const;

/** A step of an agent's loop. */
const step = z.object({
  /** Its place among the steps of the run: with it, a step sent twice is kept once. */
  place: z.int().min(0),
  agent,
  at: time,
  kind: z.enum(EVENT_KINDS),
  text: z.string().max(10_000_000).default(''),
  /** Of a prompt: whether a person typed it. Of what a program wrote nothing is learned. */
  by: z.enum(['person', 'program']).default('program'),
  tool: (z.union([z.enum(TOOLS), z.templateLiteral(['mcp:', z.string()])]) as z.ZodType<Tool>)
    .nullable()
    .default(null),
  toolName: z.string().max(500).nullable().default(null),
  call: z.string().max(500).nullable().default(null),
  command: z.string().max(100_000).nullable().default(null),
  files: files.default([]),
  outcome: z.enum(['ok', 'failed', 'rejected', 'interrupted']).nullable().default(null),
  exitCode: z.int().nullable().default(null),
  tokens: z.object({ input: z.number(), output: z.number(), cached: z.number() }).nullable().default(null),
  durationMs: z.number().nullable().default(null),
});

/** An entry of a scratchpad. */
const note = z.object({
  agent,
  /** The run and place of the step that it is noted as. */
  run,
  place: z.int().min(0),
  /** The subtask it belongs to. */
  subtask: z.string().max(200).nullable().default(null),
  draft: draft.pick({ text: true, type: true, files: true, tags: true, record: true }),
});

export const scratchpadState = z.object({
  task: z.string().max(100_000),
  role: z.string().max(100),
  agents: z.int().min(0).default(0),
  subtasks: z.array(z.object({ id: z.string().max(200), validated: z.boolean() })).max(1000),
  notes: z.array(note).max(1000),
});

export const scratchpadWork = {
  methodology: z.string().min(1).max(100),
  module: z.string().min(1).max(500).nullable(),
  unit: z.array(z.string().max(200)).max(16),
  plannedSteps: z.int().min(0).nullable(),
  steps: z.int().min(0),
};

/** Verbs for programs that have Squirrel in the loop of their agent. */
export const sdkVerbs = {
  /** Keeps steps of an agent as those of a client's log are kept; what follows from them is derived with `settle`. */
  observe: z.object({
    session,
    run,
    /** Where the agent works; the project's folder if not given. */
    cwd: z.string().max(4096).optional(),
    model: z.string().max(200).optional(),
    steps: z.array(step).max(5000),
    settle: z.boolean().default(false),
  }),
  /** Takes events of a client whose logs are not on this machine, and learns from them as from a log. */
  processEvents: z.object({
    /** The client, and the machine where it matters: `devin`, `claude-code@build-7`. Session and evidence carry it. */
    source: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._@-]{0,63}$/i, 'A source has 1 to 64 letters, digits and . _ @ -'),
    session: z.string().min(1).max(120),
    /** The project's folder on the sender's machine. */
    cwd: z.string().max(4096).optional(),
    model: z.string().max(200).optional(),
    events: z
      .array(
        step.omit({ place: true }).extend({
          /** The client's own id: an event sent twice is kept once. */
          id: z.string().min(1).max(200),
          at: z.union([time, z.iso.datetime({ offset: true }).transform((at) => Date.parse(at))]),
          /** Of a prompt: who wrote it. */
          by: z.enum(['person', 'program']).default('person'),
        }),
      )
      .max(5000),
    /** The user vouches for the sender. Without it all of it is foreign text, and what is learned waits for review. */
    mine: z.boolean().default(false),
  }),
  /** The scratchpad of a session, as it was last kept; with `put` it is kept as it is now. */
  scratchpad: z.object({ session, put: z.object({ ...scratchpadWork, state: scratchpadState }).optional() }),
  /** Sends notes of a session through the gate: what several agents noted is one note with their number. */
  promote: z.object({
    session,
    outcome: z.enum(OUTCOMES),
    notes: z.array(note).max(1000),
    /** Set when the session ends: how long the work took, against its plan. */
    work: z.object(scratchpadWork).optional(),
  }),
  /** How many steps finished work took for each step planned, by part of the code; only where there are three or more. */
  calibration: z.object({ methodology: z.string().max(100).optional() }),
  /** Keeps what a browser or MCP tool showed of the running product, where it is worth remembering; a person reviews it. */
  observeProduct: z.object({
    session,
    tool: z.string().min(1).max(500),
    result: z.string().max(10_000_000),
    isError: z.boolean().default(false),
  }),
  /** Turns the failures of a QA report into memories. */
  qaReport: z.object({
    session,
    failures: z
      .array(
        z.object({
          what: z.string().min(1).max(2000),
          expected: z.string().min(1).max(2000).optional(),
          files: files.optional(),
          fix: z.string().min(1).max(2000).optional(),
        }),
      )
      .max(100),
  }),
} as const;
