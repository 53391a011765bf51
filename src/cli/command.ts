import type { Options } from './arguments.ts';
import type { Exit } from './exit.ts';
import type { Task } from './task.ts';

/** One thing the command line can do. Its file is its whole truth: what it is, how it is used, what it does. */
export interface Command {
  /** One line for the overview. */
  summary: string;
  /** Usage, options and at least one example. */
  help: string;
  options: Options;
  run(task: Task): Promise<Exit>;
}

/** A command as it stands in the list. */
export interface NamedCommand extends Command {
  name: string;
  /** The heading it stands under in the overview. */
  group: string;
}
