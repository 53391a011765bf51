import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import type { SetupContext } from './surroundings.ts';

export interface SettingsEntry {
  /** Where it stands; of an item the list's place. */
  at: readonly string[];
  value: unknown;
  /** It is one item of a list, beside those of others. */
  item?: boolean;
  /** Whether what stands there is ours, of whatever version. */
  ours(value: unknown): boolean;
}

/** What starts the server, and what it needs to know of the environment: some clients pass nothing on. */
export interface McpProgram {
  node: string;
  args: string[];
  env: Record<string, string>;
}

/** How a client's settings name an MCP server. */
export interface McpForm {
  /** The file of the settings, for a person. */
  file: string;
  /** The key of the servers; `mcpServers` if not given. */
  key?: string;
  /** What it wants besides the program: a type, the tools that may be used. */
  fields?: object;
  /** It takes the program and its arguments as one list, and calls the variables `environment`. */
  asList?: true;
  /** Another way, where the client has a command for it. */
  command?(program: McpProgram): string;
}

export type SetupTarget = {
  path: string;
  /** In a few words, for a person. */
  what: string;
} & (
  | {
      kind: 'json' | 'toml';
      entries: SettingsEntry[];
      /** What a new one begins with. */
      blank?: string;
      /** Tables that the client itself has written about our entries, as its files stand now. */
      left?(): string[][];
    }
  /** One key of our own settings. */
  | { kind: 'setting'; at: readonly string[]; value: boolean }
  /** Lines of ours in a file of another program, between two comments. */
  | {
      kind: 'block';
      text: string;
      /** What begins a comment there. */
      mark: string;
      /** A script of a shell: it must be executable, and ours comes first in it. */
      script?: boolean;
    }
  | { kind: 'whole'; text: string; ours(text: string): boolean }
);

export type EntriesTarget = Extract<SetupTarget, { entries: SettingsEntry[] }>;

export interface SetupFiles {
  client: string;
  /** As its makers write it. */
  title: string;
  /** By which it is found; none where a person names it. */
  programs?: readonly string[];
  /** Folders that are there once it has run. */
  folders?(here: SetupContext): string[];
  /** Nothing where the client knows no settings of one project alone. */
  targets(here: SetupContext): SetupTarget[];
  /** Why it needs nothing of us: our plugin is in it, and would do everything twice. */
  already?(here: SetupContext): string | undefined;
  /** What the person has to do, where we cannot. */
  next?(here: SetupContext): string[];
}

export interface ClientSetup extends SetupFiles {
  client: HookClient;
  programs: readonly string[];
  folders(here: SetupContext): string[];
  server: McpForm;
  /** Whether it runs the hooks that were registered, where the client itself decides that. */
  check?(here: SetupContext): HookCheck;
}

export interface HookCheck {
  runs: boolean;
  says: string;
  fix: string;
}
