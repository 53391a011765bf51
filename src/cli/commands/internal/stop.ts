import { Problem } from '../../../base/problem.ts';
import { argumentsOf, type Options, wordsOf } from '../../arguments.ts';
import { EXIT, type Exit } from '../../exit.ts';
import { answer, type Task } from '../../task.ts';
import type { DaemonControl } from '../../world.ts';

export const summary = 'Stop the daemon';
export const help = `
Usage: sqrl stop

Stops the daemon of this home within two seconds and removes its files. Memories are kept; the next daemon continues
the work.

Example:
  $ sqrl stop
`;
export const options = {} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { words } = argumentsOf('stop', task.argv, options);
  wordsOf('stop', words, { what: 'options', from: 0, to: 0 });
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
export function daemonOf({ world: { daemon } }: Task): DaemonControl {
  if (!daemon) throw new Problem('The daemon is not available here.', '', 'usage');
  return daemon;
}
