import type { Tool } from './event.ts';

export const REMEDIES = [
  /** Another command line does it. */
  'instead',
  /** It goes well after another command line. */
  'first',
  /** Another command line is due afterwards. */
  'after',
  /** The same command goes well in another folder, or with variables set. */
  'with',
  /** The same command goes well without the word in front of it. */
  'without',
] as const;

/** What to do about a failure. Its words are made by `learn/guards/guard-text.ts` and never read back. */
export interface Remedy {
  kind: (typeof REMEDIES)[number];
  /** The command line to run, or the word to leave out; null where the command stays as it is. */
  command: string | null;
  /** The folder to run it in, below the repository, `.` for the repository itself; null where it stays. */
  folder: string | null;
  /** The names of the variables to set. */
  variables: string[];
}

/** The failure that a guard was learned from. */
export interface KnownFailure {
  /** The line that says what went wrong, as it was last printed. */
  line: string;
  times: number;
  /** Of so many tries. */
  of: number;
  /** Other lines were printed as well. */
  varies: boolean;
  /** The only folder it was seen in, where that is not the repository itself. */
  folder: string | null;
}

/** When a memory applies to what an agent is about to do. */
export interface Trigger {
  /** What is about to be done; `change` is any edit or write. */
  tool: Tool | 'change';
  /** The core of a command line, or the words that one of its steps begins with; null for any. */
  command: string | null;
  match: 'same' | 'begins';
  /** A path below the repository; null for any. */
  file: string | null;
  /** The folder it is run in, below the repository; `.` for the repository itself. */
  folder?: string | null | undefined;
  /** The variables that are set for it, by their names; `none`. */
  variables?: string | null | undefined;
  /** The fingerprint of the failure to expect. */
  expects: string | null;
  /** What went wrong before, where it was seen. */
  failure?: KnownFailure | null | undefined;
  /** What helped; a call that has it in it is not warned of. */
  remedy?: Remedy | null | undefined;
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
