import { HOOK_CLIENTS } from './hook-events.ts';

/** Where an event was read: in the log of a client, or in another history of the work. */
export const CLIENTS = [...HOOK_CLIENTS, 'vscode', 'sdk', 'remote', 'specstory', 'git', 'ci'] as const;

export type Client = (typeof CLIENTS)[number];

export const EVENT_KINDS = [
  'prompt',
  'reply',
  'reasoning',
  /** A tool was called; its result is an event of its own. */
  'call',
  'result',
  'compaction',
  'commit',
  /** What a CI run said of one test or of itself. */
  'check',
  /** What the client itself put in: an interruption, an error of its service. */
  'notice',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** What tools do, whatever their clients call them. */
export const TOOLS = [
  'read',
  'edit',
  'write',
  'search',
  'list',
  'run',
  'fetch',
  'web search',
  'task',
  'ask',
  /** Keeping a list of steps, entering or leaving a plan, looking up which tools there are. */
  'plan',
  'other',
] as const;

/** A tool by what it does; one of an MCP server by its server and name: `mcp:memo/recall`. */
export type Tool = (typeof TOOLS)[number] | `mcp:${string}`;

/** How a tool call, a check or a commit ended. A person's refusal is not an error. */
export type Outcome = 'ok' | 'failed' | 'rejected' | 'interrupted';

export type TouchWay = 'read' | 'edit' | 'write' | 'delete' | 'search' | 'list' | 'mention';

/** Those that change it. */
export const CHANGING_WAYS: ReadonlySet<TouchWay> = new Set(['edit', 'write', 'delete']);

export interface Touch {
  /** Below the repository with forward slashes, or absolute where `outside`. */
  path: string;
  /** It does not lie in the repository of the session. */
  outside: boolean;
  way: TouchWay;
  /** First and last line, from 1, where the client tells. */
  lines: [from: number, to: number] | null;
}

export interface Tokens {
  input: number;
  output: number;
  /** Of the input, what came from the provider's cache. */
  cached: number;
}

/** Where in a log an event was read. For a database `offset` is the row and `bytes` 0. */
interface LogPosition {
  path: string;
  offset: number;
  bytes: number;
}

/** One normalised step of a session, as it is kept. Times are milliseconds since 1970. */
export interface Event {
  id: string;
  session: string;
  client: Client;
  /** The subagent that took the step; null for the main agent. */
  agent: string | null;
  at: number;
  kind: EventKind;
  tool: Tool | null;
  toolName: string | null;
  /** What ties a result to its call. */
  call: string | null;
  command: string | null;
  files: Touch[];
  outcome: Outcome | null;
  exitCode: number | null;
  /** Redacted; of a long text its head and tail. */
  text: string;
  /** Characters of the whole text. */
  length: number;
  /** Of the whole text, where only a part is kept. */
  hash: string | null;
  tokens: Tokens | null;
  durationMs: number | null;
  model: string | null;
  branch: string | null;
  /** Its words are a stranger's, or an agent's who may have them from one: they may carry a stranger's instructions. */
  tainted: boolean;
  place: LogPosition;
}

/** One run of a client, with its subagents. */
export interface Session {
  id: string;
  client: Client;
  /** Of the first record in its log, whether an event or not. */
  beganAt: number;
  startedAt: number;
  endedAt: number;
  /** The session this one was forked from, where the client says so. */
  forkedFrom: string | null;
  cwd: string | null;
  branch: string | null;
  version: string | null;
  title: string | null;
  model: string | null;
}
