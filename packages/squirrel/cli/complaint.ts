import { oneLine, plainJsonText, visible } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { EXIT, type ExitCode, exitOf } from '@sqrl/base/terminal/exit.ts';
import type { CommandRun } from './task.ts';

/** Prints an error with its hint and returns the exit status. */
export function complain(task: CommandRun, error: unknown): ExitCode {
  const { message, hint, code } = troubleOf(task, error);
  const stack = task.world.env.SQRL_DEBUG && error instanceof Error ? stackOf(error) : undefined;
  if (task.json) task.err.line(plainJsonText({ error: { message, hint, code, stack } }));
  else {
    task.err.line(task.err.paint('red', visible(message)));
    if (hint) task.err.line(visible(hint));
    if (stack) task.err.line(visible(stack));
  }
  return code === 'unexpected' ? EXIT.problem : exitOf[code];
}

function troubleOf(
  task: CommandRun,
  error: unknown,
): Pick<Problem, 'message' | 'hint'> & { code: Problem['code'] | 'unexpected' } {
  const interrupted = task.world.signal.aborted;
  if (error instanceof Problem && (!interrupted || error.code === 'cancelled')) return error;
  if (interrupted) return { message: 'Interrupted.', hint: '', code: 'cancelled' };
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const hint = task.world.env.SQRL_DEBUG
    ? ''
    : 'This is a bug. Run the command again with SQRL_DEBUG=1 for a stack trace.';
  return { message: oneLine(message), hint, code: 'unexpected' };
}

const stackOf = (error: Error): string =>
  `${error.stack ?? error}${error.cause instanceof Error ? `\nCaused by ${stackOf(error.cause)}` : ''}`;
