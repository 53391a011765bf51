import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import type { Log, Reader } from '@sqrl/base/model/reader.ts';
import type { Dialect } from './hooks/dialect.ts';
import type { ClientSetup } from './setup/client.ts';
import type { Person } from './setup/surroundings.ts';

/**
 * A coding agent's client: everything that the rest of the program knows of it. The command line loads this object at every
 * start, so its reader and its hooks are loaded on demand.
 */
export interface AgentClient {
  name: HookClient;
  /** As its makers write it; the first word names it in other programs' texts. */
  title: string;
  logs: ClientLogs;
  reader(): Promise<Reader>;
  dialect(): Promise<Dialect>;
  setup: Omit<ClientSetup, 'client' | 'title'>;
  rules: RuleFiles;
}

interface ClientLogs {
  folder(person: Person): string;
  /** Folders below that one in which the folders of sessions appear. */
  trees: readonly string[];
  /** The part of a log's path that is the same wherever the client's folder was copied to. */
  home?: RegExp;
  /** The form of a log that lies anywhere, by its path and its first bytes; undefined for other files. */
  recognize(path: string, head: () => string): Log['form'] | undefined;
  /** Which of some folders a log belongs to that lies anywhere, where it says so in another way than by its path. */
  rootOf?(head: string, roots: readonly string[]): string | undefined;
}

/** The files in which a client reads its rules: paths or glob patterns. */
export interface RuleFiles {
  /** In a repository. */
  project: readonly string[];
  /** File names that it reads in every folder of a repository. */
  anyFolder: readonly string[];
  /** It reads those of a folder when its agent works on a file there, wherever the session began. */
  whereItWorks?: true;
  /** It follows `@path` in them to other files. */
  imports?: true;
  /** Below the folder of its logs, for every project. */
  personal: readonly string[];
  /** What its agents noted about one project, below the same folder. */
  notes?(root: string): string;
  /** Other files below the same folder that only its user and its agents write. */
  keeps?: RegExp;
}
