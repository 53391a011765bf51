import { time } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';

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
/** How a rule is held at the action, and how often it was met. */
export const ruleHeld = z.object({
  /** What it stops, as a sentence; null where a person took its trigger away. */
  stops: z.string().nullable(),
  /** A person set it. */
  isSet: z.boolean(),
  ...ruleCounts,
});
/** How the rules that are checked at actions were met. */
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
  status: z.object({}).default({}),
} as const;

export type DaemonStatus = z.output<typeof daemon>;
export type JobStatus = z.output<typeof job>;
