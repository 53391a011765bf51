import { z } from 'zod';
import { CLIENTS } from '../model/event.ts';
import { time } from '../model/schemas.ts';

/** A piece of work that is done unasked, and how it stands. */
const job = z.object({
  name: z.string(),
  /** Whose; null where it is about all. */
  project: z.string().nullable(),
  state: z.enum(['running', 'watching', 'waiting', 'done', 'failed']),
  done: z.number(),
  total: z.number(),
  note: z.string().nullable(),
  updatedAt: time,
});

/** Calls stopped and not made, done before they were seen, and made again after the stop. */
const ruleCounts = { kept: z.number(), broken: z.number(), overruled: z.number() };

/** What can be searched of what was said in sessions. */
export const conversationCounts = z.object({
  passages: z.number(),
  /** Passages that are found by meaning, too. */
  embedded: z.number(),
  vectorBytes: z.number(),
  /** What the vectors may take; 0 while there is none to tell from. */
  maxVectorBytes: z.number(),
  /** Passages that will have a vector. */
  waiting: z.number(),
  /** Why not all are found by meaning; null where all are. */
  because: z.string().nullable(),
});

/** How a rule is held at the action, and how often it was met. */
export const ruleHeld = z.object({
  /** What it stops, as a sentence; null where a person took its trigger away. */
  stops: z.string().nullable(),
  /** A person set it. */
  isSet: z.boolean(),
  ...ruleCounts,
});

/** Rules that are held here. */
export const rulesHeld = z.object({
  held: z.number(),
  /** A few of them, with what they stop as a sentence. */
  latest: z.array(z.object({ text: z.string(), stops: z.string() })),
  ...ruleCounts,
  met: z.array(z.object({ id: z.string(), text: z.string(), ...ruleCounts })),
});

/** The daemon itself. */
const daemon = z.object({
  pid: z.number(),
  port: z.number(),
  version: z.string(),
  protocol: z.number(),
  startedAt: time,
  uptimeMs: z.number(),
  /** Bytes of memory it takes now. */
  memory: z.number(),
  /** How long it has worked since it began, and its share of a core in the last while. */
  cpuMs: z.number(),
  cpuShare: z.number(),
  embedderLoaded: z.boolean(),
  /** Projects that are open now. */
  open: z.array(z.string()),
  calls: z.number(),
  /** Calls that are being answered now, this one included. */
  underWay: z.number(),
  lastCallAt: time.nullable(),
  jobs: z.array(job),
});

/** Verbs about how everything stands. */
export const statusVerbs = {
  /** What it knows, what it learned today, what it saved; and how the daemon is. */
  status: {
    input: z.object({}).default({}),
    output: z.object({
      project: z
        .object({
          id: z.string(),
          name: z.string(),
          root: z.string(),
          /** Its clones and worktrees, the main one first; a folder may be gone. */
          folders: z.array(z.string()),
        })
        .nullable(),
      knows: z.object({
        memories: z.number(),
        ofProject: z.number(),
        ofUser: z.number(),
        sessions: z.number(),
        events: z.number(),
        projects: z.number(),
      }),
      conversations: conversationCounts,
      today: z.object({
        learned: z.number(),
        changed: z.number(),
        sessions: z.number(),
        told: z.number(),
        tokens: z.number(),
        /** Hooks that gave no answer because the machine was too busy. */
        hooksTimedOut: z.number(),
        latest: z.array(z.object({ id: z.string(), type: z.string(), text: z.string(), at: time })),
      }),
      saved: z.object({
        /** How often a memory seems to have helped. */
        hits: z.number(),
        uses: z.number(),
        told: z.number(),
        tokens: z.number(),
      }),
      rules: rulesHeld,
      clients: z.array(
        z.object({ client: z.enum(CLIENTS), logs: z.number(), events: z.number(), lastAt: time.nullable() }),
      ),
      /** Null where none runs. */
      daemon: daemon.nullable(),
    }),
  },
} as const;

export type DaemonStatus = z.output<typeof daemon>;
export type JobStatus = z.output<typeof job>;
