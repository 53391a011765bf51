import { z } from 'zod';
import { PHASES } from '../model/episode.ts';
import { id, memory, time } from '../model/schemas.ts';
import { episodeSchema } from './episode-schemas.ts';

const path = z.string().min(1, 'The file is missing').max(4096, 'The path is too long');
/** Only what happened from then on. */
const since = time.optional();
const limit = (most: number, some: number) => z.number().int().min(1).max(most).default(some);

const step = z.object({
  path: z.string(),
  /** Not in this repository. */
  outside: z.boolean(),
  at: time,
  way: z.string(),
  lines: z.tuple([z.number(), z.number()]).nullable(),
  session: z.string(),
  client: z.string(),
  tool: z.string().nullable(),
  outcome: z.string().nullable(),
  event: z.string(),
  /** What the agent said last before it. */
  why: z.string().nullable(),
  /** What its model was sent at that step, where the log tells. */
  contextTokens: z.number().nullable(),
  /** With what kind of work it was, and what came of it. */
  episode: z
    .object({ id: z.string(), task: z.string(), phase: z.enum(PHASES), summary: z.string() })
    .nullable(),
});

const pattern = z.object({
  fingerprint: z.string(),
  tool: z.string(),
  line: z.string(),
  times: z.number(),
  sessions: z.number(),
  resolved: z.number(),
  firstAt: time,
  lastAt: time,
});

const fix = z.object({
  how: z.string(),
  /** What was run at last. */
  command: z.string().nullable(),
  times: z.number(),
  /** Files changed before it went well, most often first. */
  changed: z.array(z.string()),
});

/** Questions about what was done: by whom, with which files and tools, and how it ended. */
export const historyVerbs = {
  /** What was I working on before? What is unfinished, latest first; where nothing is, what was done last. */
  tasks: {
    input: z.object({ limit: limit(1000, 10), since }),
    output: z.object({ tasks: z.array(episodeSchema) }),
  },
  /** Have I worked on this file? */
  fileHistory: {
    input: z.object({ path, limit: limit(1000, 10), since }),
    output: z.object({
      path: z.string(),
      use: z.object({ lastAt: time, looked: z.number(), changed: z.number() }).nullable(),
      steps: z.array(step),
    }),
  },
  /** What is changed, or looked at, together with this file? */
  filesTogether: {
    input: z.object({
      path,
      way: z.enum(['changed', 'looked']).default('changed'),
      times: z.number().int().min(1).default(1),
      limit: limit(1000, 20),
    }),
    output: z.object({
      path: z.string(),
      together: z.array(
        z.object({
          path: z.string(),
          times: z.number(),
          /** Of changes: in how many tasks both were changed within five minutes; three make a pattern. */
          close: z.number().optional(),
          pattern: z.boolean().optional(),
        }),
      ),
    }),
  },
  /** What did I last do with files whose paths hold these letters? */
  lastWorkOn: {
    input: z.object({ letters: path, limit: limit(1000, 10), since }),
    output: z.object({ steps: z.array(step) }),
  },
  /** How often does each tool succeed? */
  toolUse: {
    input: z.object({ since }),
    output: z.object({
      tools: z.array(
        z.object({
          tool: z.string(),
          toolName: z.string(),
          ok: z.number(),
          failed: z.number(),
          rejected: z.number(),
          interrupted: z.number(),
          durationMs: z.number().nullable(),
        }),
      ),
    }),
  },
  /** Which failures come back? */
  failures: {
    input: z.object({ sessions: z.number().int().min(1).default(1), limit: limit(1000, 20), since }),
    output: z.object({ failures: z.array(pattern) }),
  },
  /** One failure: when it was seen and what resolved it. */
  failure: {
    input: z.object({
      fingerprint: z
        .string()
        .regex(/^[0-9a-f]{4,16}$/, 'A fingerprint has 4 to 16 hex digits; `sqrl history errors` lists them'),
      limit: limit(1000, 10),
      since,
    }),
    output: z.object({
      failure: pattern,
      /** What resolved it, most often first. */
      fixes: z.array(fix),
      seen: z.array(
        z.object({
          event: z.string(),
          session: z.string(),
          at: time,
          failedCommand: z.string().nullable(),
          text: z.string(),
          resolution: z
            .object({
              event: z.string(),
              how: z.string(),
              command: z.string().nullable(),
              changed: z.array(z.string()),
              ran: z.array(z.string()),
            })
            .nullable(),
        }),
      ),
    }),
  },
  /** What happened to a memory, also to one that is gone, and what it came to. */
  memoryHistory: {
    input: z.object({ id, limit: limit(1000, 10) }),
    output: z.object({
      id: z.string(),
      /** Null where it is gone. */
      memory: memory.nullable(),
      /** Its confidence as it is by now: half with each half-life in which it was not used. */
      confidence: z.number().nullable(),
      steps: z.array(
        z.object({
          at: time,
          did: z.string(),
          why: z.string(),
          before: z.string().nullable(),
          confidence: z.number().nullable(),
        }),
      ),
      /** In how many episodes it could have applied, had been delivered before, was followed, and helped or did not. */
      tally: z.object({
        opportunities: z.number(),
        chances: z.number(),
        uses: z.number(),
        hits: z.number(),
        misses: z.number(),
        saved: z.number(),
      }),
      /** When it was last shown to an agent. */
      deliveredAt: time.nullable(),
      /** The last episodes in which it could have applied, the latest first. */
      outcomes: z.array(
        z.object({
          episode: z.string(),
          at: time,
          delivered: z.boolean(),
          used: z.boolean(),
          failure: z.enum(['came', 'came again', 'not again', 'did not come']).nullable(),
          saved: z.number(),
          why: z.string(),
        }),
      ),
    }),
  },
} as const;
