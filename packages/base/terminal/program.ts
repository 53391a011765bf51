import { oneLine, plainJsonText, visible } from '../plain.ts';
import { Problem } from '../problem.ts';
import { EXIT, type ExitCode, exitOf } from './exit.ts';
import { readLine } from './reading.ts';
import type { InputStream, TerminalOutput } from './terminal.ts';
import { usage } from './usage.ts';

export interface ProgramRun {
  out: TerminalOutput;
  err: TerminalOutput;
  /** The answer is wanted as one JSON value on standard output. */
  json: boolean;
  /** Aborts at Ctrl-C, and when the reader of the answer has gone. */
  signal: AbortSignal;
  world: {
    stdin: InputStream;
    env: Readonly<Record<string, string | undefined>>;
    /** Aborts at Ctrl-C alone. */
    signal: AbortSignal;
  };
}

export function printAnswer(run: ProgramRun, value: object, show: () => void): void {
  if (run.json) run.out.line(plainJsonText(value, run.out.isTerminal ? 2 : undefined));
  else show();
}

export function complain(task: ProgramRun, error: unknown): ExitCode {
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
  task: ProgramRun,
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

/** Asks before something is deleted; `wanted` is the word that means yes. Scripts pass --yes instead. */
export async function agrees(task: ProgramRun, question: string, wanted = 'y'): Promise<boolean> {
  if (!task.world.stdin.isTTY || task.json) {
    throw usage(
      'This needs confirmation, and standard input is not a terminal.',
      'Pass --yes to confirm. Nothing was changed.',
    );
  }
  task.err.write(`${question} `);
  const said = await readLine(task.world.stdin, task.signal).catch((error) => {
    task.err.line();
    throw error;
  });
  return wanted === 'y' ? /^y(es)?$/i.test(said) : said === wanted;
}
