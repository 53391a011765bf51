import type { Options } from './arguments.ts';
import type { ExitCode } from './exit.ts';
import type { CommandRun } from './task.ts';

/** One command. Its file holds its summary, help, options and work. */
export interface Command {
  /** One line for the overview; starts with a verb. */
  summary: string;
  /** Usage, options and at least one example. */
  help: string;
  options: Options;
  run(task: CommandRun): Promise<ExitCode>;
}

/** A command in the list; a subcommand's name has two words, `history sessions`. */
export interface NamedCommand extends Command {
  name: string;
  /** The heading in the overview. */
  group: string;
  /** Listed by `sqrl help --all` only. */
  hidden: boolean;
}
