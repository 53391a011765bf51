import type { Client, EventKind, Outcome, Tokens, Tool, TouchWay } from './event.ts';
import type { HookClient } from './hook-events.ts';

/** A step as a reader found it: whole, unredacted, paths as the client wrote them. Never kept like this. */
export interface RawEvent {
  /**
   * Names the step for ever within its client: the record's own id and the part of it, so that the same record in a
   * fork's log, or read twice, is the same step. Where a client gives no id: the session and the place in its order.
   */
  key: string;
  session: string;
  agent: string | null;
  at: number;
  kind: EventKind;
  text: string;
  tool: Tool | null;
  toolName: string | null;
  call: string | null;
  command: string | null;
  files: RawTouch[];
  outcome: Outcome | null;
  exitCode: number | null;
  tokens: Tokens | null;
  durationMs: number | null;
  model: string | null;
  cwd: string | null;
  branch: string | null;
}

export interface RawTouch {
  /** Absolute or relative to the event's cwd, of any operating system. */
  path: string;
  way: TouchWay;
  lines: [from: number, to: number] | null;
}

export interface Log {
  client: Client;
  path: string;
  /** Lines are appended to; a document is read whole whenever it changed; a database is asked for what is new. */
  form: 'lines' | 'document' | 'database';
  /** Where the session was at work, if the client keeps that beside the log and not in it. */
  cwd?: string;
  /** No person vouched for its words: all of it is foreign text. */
  foreign?: boolean;
}

export interface LogPiece {
  bytes: Uint8Array;
  offset: number;
  /** Set for rows of a database instead of bytes. */
  row?: Record<string, unknown>;
}

/** What became of a piece. Every record is accounted for by its type, its client's version and its fate. */
export interface PieceResult {
  events: readonly RawEvent[];
  /** The client's own name for the type of the record, with its subtype where it has one: `system/compact_boundary`. */
  type: string;
  version: string | null;
  /** passed: known and of no use; unknown: a type nobody taught us; broken: cannot be read at all. */
  fate: 'read' | 'passed' | 'unknown' | 'broken';
  session?: SessionFacts;
}

export interface SessionFacts {
  id: string;
  beganAt?: number;
  forkedFrom?: string;
  cwd?: string;
  /** The top of the repository or worktree, as the log names it. */
  root?: string;
  /** The repository's address, or its owner and name. */
  repository?: string;
  branch?: string;
  version?: string;
  title?: string;
  model?: string;
}

/** A log being read, piece by piece and in order. Pure: no clock, no file, no network. */
export interface OpenLog {
  take(piece: LogPiece): PieceResult | PieceResult[];
  /** What must be kept to go on later: plain JSON, small whatever the length of the log. */
  state(): unknown;
}

export interface Reader {
  client: Client;
  find(folders: ClientFolders): Log[];
  open(log: Log, state?: unknown): OpenLog;
  /** For a database: what is new since the state, oldest first. */
  changes?(log: Log, state?: unknown): Iterable<LogPiece>;
}

export interface ClientFolders extends Readonly<Record<HookClient, string>> {
  /** The `User` folders of VS Code and its other builds. */
  readonly vscode?: readonly string[];
  /** Repositories whose commits and SpecStory histories can be read. */
  readonly repositories: readonly string[];
}

/** A reader whose changes may also come one after the other, as those of git do. */
export interface LogReader extends Omit<Reader, 'changes'> {
  changes?(log: Log, state?: unknown): Iterable<LogPiece> | AsyncIterable<LogPiece>;
}
