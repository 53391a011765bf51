import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { answer, type CommandRun } from '../../task.ts';
import { daemonOf } from './stop.ts';

export const help = `
Usage: sqrl start [--foreground]

  --foreground    Run the daemon in this terminal until Ctrl-C, not in the background

One daemon per home serves all agents: it follows their logs and the code they work on, learns, and answers. It sleeps
when idle. Commands use the daemon if it runs; --no-daemon or SQRL_NO_DAEMON=1 avoids it.

Examples:
  $ sqrl start
  $ sqrl start --foreground
`;
export const options = { foreground: { type: 'boolean' } } as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('start', task.argv, options);
  positionalsOf('start', words, { what: 'options', from: 0, to: 0 });
  const daemon = daemonOf(task);
  if (values.foreground) {
    const ended = await daemon.run(({ pid, port, version }) => {
      answer(task, { pid, port, version, started: true }, () =>
        task.out.line(`sqrl ${version} is running on port ${port}; stop with Ctrl-C.`),
      );
    });
    if (ended === 'another') task.err.line('The daemon is already running; run `sqrl status`.');
    return EXIT.done;
  }
  const started = await daemon.start();
  answer(task, { ...started }, () =>
    task.out.line(
      started.started
        ? `Started: process ${started.pid}, port ${started.port}.`
        : `Already running: process ${started.pid}, port ${started.port}.`,
    ),
  );
  return EXIT.done;
}
