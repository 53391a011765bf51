/**
 * The names of the coding agents' clients, in the order in which they are shown. `packages/squirrel/clients/clients.ts` has the clients
 * themselves; the compiler holds both lists equal.
 */
export const HOOK_CLIENTS = ['claude-code', 'codex', 'gemini', 'opencode', 'copilot', 'cursor'] as const;

export type HookClient = (typeof HOOK_CLIENTS)[number];

/** Clients that put a tool's definition into the context when an agent looks for it, not at once. */
export const LATE_TOOLS: readonly HookClient[] = ['codex'];

/** What happens in a session when a client calls the hook program. */
export type HookPoint =
  | 'start'
  | 'prompt'
  | 'before step'
  | 'after step'
  | 'subagent'
  | 'compaction'
  | 'turn end'
  | 'end';

/** A line of a client's table: one of its events, and what that is. */
export interface HookRow {
  /** The client's own name for it. */
  event: string;
  point: HookPoint;
  /** The client's own names of the tools it is called for, as a regular expression; without it for all. */
  matcher?: string;
}

/** A point of a client's sessions at which it calls the hook program. */
export interface HookEvent extends HookRow {
  /** When the hook program ends by itself on an idle machine, counted from the start of its process. */
  limitMs: number;
  /** The timeout that the client is given. Where the machine is busy, the hook program waits nearly as long. */
  timeoutMs: number;
  /** A session or a turn begins here: the hook program starts the daemon and waits for it where none runs. */
  begins?: true;
}

/** A step of an agent must not wait; where a session or a turn begins or ends, a moment more is not felt. */
export const STEP = { limitMs: 500, timeoutMs: 5000 } as const;
const TURN = { limitMs: 1000, timeoutMs: 10_000 } as const;

/** A line of a table with its limits. */
export const hookEvent = (row: HookRow): HookEvent => ({
  ...row,
  ...(row.point === 'before step' || row.point === 'after step' ? STEP : TURN),
  ...((row.point === 'start' || row.point === 'prompt') && { begins: true }),
});
