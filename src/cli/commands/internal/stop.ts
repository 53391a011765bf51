import { Problem } from '../../../base/problem.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { answer, type CommandRun } from '../../task.ts';
import type { DaemonControl } from '../../world.ts';

export const help = `
Usage: sqrl stop

Stops the daemon of this home within two seconds and removes its files. It stays stopped, whatever agents and commands
do, until \`sqrl start\` (or \`sqrl ui\`, which needs it). Memories are kept; the next daemon continues the work and reads
what happened meanwhile. \`sqrl pause\` is for what must not be read.

Example:
  $ sqrl stop
`;
export const options = {} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { words } = argumentsOf('stop', task.argv, options);
  positionalsOf('stop', words, { what: 'options', from: 0, to: 0 });
  const stopped = await daemonOf(task).stop();
  answer(task, stopped, () =>
    task.out.line(
      stopped.stopped
        ? `Stopped${stopped.pid === null ? '' : ` process ${stopped.pid}`}.`
        : 'No daemon was running.',
    ),
  );
  return EXIT.done;
}

/** The daemon of this world. */
export function daemonOf({ world: { daemon } }: CommandRun): DaemonControl {
  if (!daemon) throw new Problem('The daemon is not available here.', '', 'usage');
  return daemon;
}
