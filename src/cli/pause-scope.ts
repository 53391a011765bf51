import { resolve } from 'node:path';
import type { Pause } from '../base/pauses.ts';
import { Problem } from '../base/problem.ts';
import type { CommandRun } from './task.ts';
import { localTime } from './time.ts';

/** What `sqrl pause` and `sqrl resume` are about. `--project` needs no folder here: the current one is meant. */
export function pauseScope({ argv, world }: CommandRun) {
  const { machine, projectAt } = world;
  if (!machine || !projectAt) throw new Problem('Only the installed program can be paused.', '', 'usage');
  const at = argv.indexOf('--project');
  const isBare = at >= 0 && (argv[at + 1] === undefined || argv[at + 1]!.startsWith('-'));
  return {
    argv: isBare ? argv.toSpliced(at, 1, '--project=.') : argv,
    home: machine.memory,
    /** The project of a folder; undefined where all are meant. */
    projectIn: async (folder: string | undefined) =>
      folder === undefined ? undefined : await projectAt(resolve(world.cwd, folder)),
  };
}

/** How long a pause lasts, in words. */
export const untilWords = ({ until }: Pause, now: number): string => {
  if (until === null) return 'until `sqrl resume`';
  const [day, time] = localTime(until).split(' ');
  return `until ${day === localTime(now).split(' ')[0] ? time : `${day} ${time}`}`;
};
