import { refuseAgents } from '@sqrl/base/terminal/agents-shell.ts';
import { flag, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { readForeign } from '../../../clients/setup/text-file.ts';
import { command, formsOf } from '../../command.ts';
import { answer, type CommandRun } from '../../task.ts';
import { status } from '../setup/status.ts';

const startOptions = { foreground: flag };

export const start = command('start', {
  help: `
Usage: sqrl start [--foreground]

  --foreground    Run the daemon in this terminal until Ctrl-C, not in the background

One daemon per home serves all agents: it follows their logs and the code they work on, learns, and answers. It sleeps
when idle. Commands use the daemon if it runs; --no-daemon or SQRL_NO_DAEMON=1 avoids it.

Examples:
  $ sqrl start
  $ sqrl start --foreground
`,
  options: startOptions,
  run: startDaemon,
});

export const stop = command('stop', {
  help: `
Usage: sqrl stop

Stops the daemon of this home within two seconds and removes its files. It stays stopped, whatever agents and commands
do, until \`sqrl start\` (or \`sqrl ui\`, which needs it). Memories are kept; the next daemon continues the work and reads
what happened meanwhile. \`sqrl pause\` is for what must not be read.

Example:
  $ sqrl stop
`,
  options: {},
  run: stopDaemon,
});

/** The name that the specifications give both. */
export const daemon = formsOf<typeof startOptions>('daemon', {
  help: `
Usage: sqrl daemon [start] [--foreground]
       sqrl daemon stop
       sqrl daemon status

  --foreground    Run it in this terminal until Ctrl-C

The same as \`sqrl start\`, \`sqrl stop\` and \`sqrl status\`.

Example:
  $ sqrl daemon start
`,
  options: startOptions,
  forms: {
    '': { run: startDaemon },
    start: { run: startDaemon },
    stop: { options: [], run: stopDaemon },
    status: { options: [], run: async (task) => status.run({ ...task, argv: [] }) },
  },
});

async function startDaemon(task: CommandRun, values: Values<typeof startOptions>): Promise<ExitCode> {
  const { daemon, settings } = task.world;
  if (values.foreground) {
    const ended = await daemon.run(({ pid, port, version }) => {
      answer(task, { pid, port, version, started: true }, () =>
        task.out.line(`sqrl ${version} is running on port ${port}; stop with Ctrl-C.`),
      );
    });
    if (ended === 'another') task.err.line('The daemon is already running; run `sqrl status`.');
    return EXIT.done;
  }
  // What is wrong with it would only be in the daemon's log.
  await settings.check(readForeign(settings.path) ?? '');
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

async function stopDaemon(task: CommandRun): Promise<ExitCode> {
  refuseAgents(task, 'stop the daemon');
  const stopped = await task.world.daemon.stop();
  answer(task, stopped, () =>
    task.out.line(
      stopped.stopped
        ? `Stopped${stopped.pid === null ? '' : ` process ${stopped.pid}`}.`
        : 'No daemon was running.',
    ),
  );
  return EXIT.done;
}
