import type { Client, Outcome } from '@sqrl/base/model/event.ts';
import type { Place } from './place.ts';
import type { Call } from './play.ts';

/** The tools of a client in its own words. What it cannot do without a person or offline is left out. */
export interface Hands {
  read(file: string): Call;
  edit(file: string, from: string, to: string): Call;
  write(file: string, text: string): Call;
  run(command: string, outcome?: Call['outcome']): Call;
  search?(pattern: string): Call;
  list?(): Call;
  fetch?(url: string): Call;
  webSearch?(query: string): Call;
  /** Sends a subagent. */
  task?(prompt: string): Call;
  /** Finds the tools of MCP servers first, where the client shows them only when asked. */
  findTools?(query: string): Call;
  recall(query: string): Call;
  /** A call of the MCP tool that fails. */
  fail(query: string): Call;
}

/** How a prompt is given. */
export interface How {
  /** Goes on with the newest session, or with a copy of it. */
  resume?: 'same' | 'fork';
  /** Tools need a permission that nobody gives. */
  refuse?: boolean;
  /** Below the home. */
  cwd?: string;
  /** With the MCP server. */
  mcp?: boolean;
  /** The context is small, so that the client compacts. */
  small?: boolean;
  /** Its settings are there already, and stay as they are. */
  settled?: boolean;
}

/** What starts a client. */
export interface Command {
  args: readonly string[];
  env?: Record<string, string>;
}

/** How one real client is set up, told something without a person, and robbed of its logs. */
export interface Driver {
  client: Client;
  hands(place: Place): Hands;
  /** Undefined where the client knows no such way. */
  command(prompt: string, how: How, at: { place: Place; url: string }): Command | undefined;
  /** Starts it for a person at a terminal; it asks before it writes, unless it may do all. */
  terminal?(at: { place: Place; url: string; free: boolean }): Command;
  /** What its log makes of an outcome at a terminal, where that is something else. */
  logged?: Partial<Record<Outcome, Outcome>>;
  /** What it wrote that a reader might want, as globs below the home. */
  logs: readonly string[];
  /** Takes text of the vendor's out of a record. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the client's own.
  cut?(record: any): unknown;
}
