import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { answer, type Task } from '../task.ts';
import { daemonOf } from './stop.ts';

export const summary = 'Start the daemon, which reads, learns and answers';
export const help = `
Usage: sqrl start [--foreground]

  --foreground    Be the daemon in this terminal, until Ctrl-C; else it goes on by itself

One daemon for each home does the work for all agents: it follows what they write and the code they work on, learns,
and answers. It sleeps when there is nothing to do. Commands speak to it where it runs; --no-daemon, or
SQRL_NO_DAEMON=1, goes without.

Examples:
  $ sqrl start
  $ sqrl start --foreground
`;
export const options = { foreground: { type: 'boolean' } } as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('start', task.argv, options);
  wordsOf('start', words, { what: 'options', from: 0, to: 0 });
  const daemon = daemonOf(task);
  if (values.foreground) {
    const ended = await daemon.run(({ pid, port, version }) => {
      answer(task, { pid, port, version, started: true }, () =>
        task.out.line(`sqrl ${version} answers on port ${port}; end with Ctrl-C.`),
      );
    });
    if (ended === 'another') task.err.line('The daemon runs already; `sqrl status` shows it.');
    return EXIT.done;
  }
  const started = await daemon.start();
  answer(task, { ...started }, () =>
    task.out.line(
      started.started
        ? `Started: process ${started.pid}, port ${started.port}.`
        : `It runs already: process ${started.pid}, port ${started.port}.`,
    ),
  );
  return EXIT.done;
}
