import type { Readable, Writable } from 'node:stream';
import type { VerbClient } from '../protocol/client.ts';
import type { McpTimeouts } from './patience.ts';

/** Everything the MCP door knows of the outside. The composition root builds it from `process`. */
export interface McpWorld {
  /** Opens the memory of a folder's project; the caller closes the client. */
  open(folder: string): Promise<VerbClient>;
  /** Whether a person has paused Squirrel in a folder's project. */
  isPaused?(folder: string): boolean;
  stdin: Readable;
  /** Carries the protocol and nothing else. */
  stdout: Writable;
  /** Writes one line to the server's log. */
  log(line: string): void;
  /** Where it was started, absolute. */
  cwd: string;
  /** The project's folder, where it was named when it was started: it stands for the client's roots. */
  project?: string | undefined;
  /** Whether the long list of tools is offered. */
  all: boolean;
  version: string;
  /** Other than the usual. */
  patience?: Partial<McpTimeouts>;
  now(): number;
  /** Aborts when it is to end before its client does. */
  signal: AbortSignal;
}
