import { z } from 'zod';
import { CLIENTS, EVENT_KINDS, type Event, type Session, TOOLS, type Tool } from '../model/event.ts';
import { time } from '../model/schemas.ts';

const tool = z.custom<Tool>(
  (value) =>
    typeof value === 'string' && (value.startsWith('mcp:') || (TOOLS as readonly string[]).includes(value)),
);
const outcome = z.enum(['ok', 'failed', 'rejected', 'interrupted']);
const line = z.number().int();

/** An event as it crosses a process boundary. */
export const event = z.object({
  id: z.string(),
  session: z.string(),
  client: z.enum(CLIENTS),
  agent: z.string().nullable(),
  at: time,
  kind: z.enum(EVENT_KINDS),
  tool: tool.nullable(),
  toolName: z.string().nullable(),
  call: z.string().nullable(),
  command: z.string().nullable(),
  files: z.array(
    z.object({
      path: z.string(),
      outside: z.boolean(),
      way: z.enum(['read', 'edit', 'write', 'delete', 'search', 'list', 'mention']),
      lines: z.tuple([line, line]).nullable(),
    }),
  ),
  outcome: outcome.nullable(),
  exitCode: z.number().nullable(),
  text: z.string(),
  length: z.number(),
  hash: z.string().nullable(),
  tokens: z.object({ input: z.number(), output: z.number(), cached: z.number() }).nullable(),
  durationMs: z.number().nullable(),
  model: z.string().nullable(),
  branch: z.string().nullable(),
  tainted: z.boolean(),
  place: z.object({ path: z.string(), offset: z.number(), bytes: z.number() }),
}) satisfies z.ZodType<Event>;

/** A session as it crosses a process boundary. */
export const sessionSchema = z.object({
  id: z.string(),
  client: z.enum(CLIENTS),
  beganAt: time,
  startedAt: time,
  endedAt: time,
  forkedFrom: z.string().nullable(),
  cwd: z.string().nullable(),
  branch: z.string().nullable(),
  version: z.string().nullable(),
  title: z.string().nullable(),
  model: z.string().nullable(),
}) satisfies z.ZodType<Session>;

/** What happened in a session, in numbers, and what the person said first. */
export const sessionCounts = {
  opening: z.string().nullable(),
  events: z.number(),
  prompts: z.number(),
  calls: z.number(),
  failed: z.number(),
  tainted: z.number(),
};

const strangers = z.array(z.object({ type: z.string(), version: z.string().nullable(), count: z.number() }));

/** What is known of one client's logs. */
export const source = z.object({
  client: z.enum(CLIENTS),
  /** Where its logs are looked for. */
  lookedIn: z.array(z.string()),
  logs: z.number(),
  bytes: z.number(),
  read: z.number(),
  /** Logs with something new in them. */
  waiting: z.number(),
  /** Logs that were read and are no longer there. */
  gone: z.number(),
  events: z.number(),
  lastAt: time.nullable(),
  records: z.object({ read: z.number(), passed: z.number(), unknown: z.number(), broken: z.number() }),
  unknown: strangers,
  broken: strangers,
  troubles: z.array(z.object({ path: z.string(), because: z.string() })),
});
