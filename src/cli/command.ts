import type { Options } from './arguments.ts';
import type { ExitCode } from './exit.ts';
import type { CommandRun } from './task.ts';

/** One command. Its file holds its help, options and work. */
export interface Command {
  /** Usage, options and at least one example. */
  help: string;
  options: Options;
  run(task: CommandRun): Promise<ExitCode>;
}

/** A command in the list; a subcommand's name has two words, `history sessions`. */
export interface CommandEntry {
  name: string;
  /** The heading in the overview. */
  group: string;
  /** One line for the overview; starts with a verb. */
  summary: string;
  /** Listed by `sqrl help --all` only. */
  hidden: boolean;
  load(): Promise<Command>;
}
