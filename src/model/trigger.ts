import type { Tool } from './event.ts';

/** What must be so in the session for a memory to apply. */
export const GIVENS = [
  /** The file was neither read nor written in it. */
  'unread',
  /** Something else than an edit may have changed the file since: a formatter, a command, git. */
  'changed since read',
  /** The last try at the same file failed. */
  'failed before',
] as const;

export type GivenName = (typeof GIVENS)[number];

/** When a memory applies to what an agent is about to do. */
export interface Trigger {
  /** What is about to be done; `change` is any edit or write. */
  tool: Tool | 'change';
  /** The core of a command line, or the words that one of its steps begins with; null for any. */
  command: string | null;
  match: 'same' | 'begins';
  /** A path below the repository; null for any. */
  file: string | null;
  given: GivenName | null;
  /** The folder it is run in, below the repository; `.` for the repository itself. */
  folder?: string | null | undefined;
  /** The variables that are set for it, by their names; `none`. */
  variables?: string | null | undefined;
  /** The fingerprint of the failure to expect. */
  expects: string | null;
  /** The command line that worked in its place, or that it worked after; a call that has it is not warned of. */
  fix?: string | null | undefined;
  /** It is all but certain to fail, and what to do instead is known: an agent may be stopped once. */
  stops?: boolean | undefined;
}

/** What an agent is about to do, or has done. */
export interface AgentAction {
  tool: Tool | null;
  command: string | null;
  /** The folder it is run in, below the repository; null for the repository itself. */
  folder?: string | null | undefined;
  /** The paths it is about. */
  files: readonly string[];
}
