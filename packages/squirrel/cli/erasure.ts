import { oneLine } from '@sqrl/base/plain.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { agrees } from '@sqrl/base/terminal/program.ts';
import { memoryCount } from '@sqrl/base/terminal/size.ts';
import type { Output } from '../protocol/verbs.ts';
import { answer, type CommandRun, openMemory } from './task.ts';

/** The memory to delete. */
export interface Erasure {
  of: 'project' | 'user' | 'both';
  project: string | undefined;
  yes: boolean;
}

/** Deletes all memory of a project, of the user, or of both, after showing what is deleted. */
export async function confirmAndForgetAll(
  task: CommandRun,
  { of, project, yes }: Erasure,
): Promise<ExitCode> {
  await using client = await openMemory(task, { project, global: of === 'user' });
  if (!yes) {
    const stats = await client.call('stats', {});
    const wanted = (of === 'project' && stats.project?.name) || 'erase';
    if (task.world.stdin.isTTY && !task.json) describe(task, of, stats);
    if (!(await agrees(task, `Type ${task.err.paint('bold', wanted)} to continue:`, wanted))) {
      task.err.line('Nothing was deleted.');
      return EXIT.problem;
    }
  }
  const output = await client.call('forgetAll', { of });
  answer(task, output, () =>
    task.out.line(`Deleted ${memoryCount(output.forgotten)}, with all copies and logs of them.`),
  );
  return EXIT.done;
}

function describe({ err }: CommandRun, of: Erasure['of'], stats: Output<'stats'>): void {
  const global = stats.byScope.global ?? 0;
  const ofProject = `in the project ${oneLine(stats.project?.name ?? 'here')} (${memoryCount(stats.memories - global)})`;
  const ofUser = (number: number) => `in your global memory, shared by all projects (${memoryCount(number)})`;
  // With --global no project is open, so all counted memories are the user's.
  const what = {
    project: ofProject,
    user: ofUser(stats.memories),
    both: `${ofProject} and ${ofUser(global)}`,
  }[of];
  err.line(err.paint('red', `This deletes everything ${what}:`));
  err.line(
    'the memories, their history, the search index, the copies, the lines in the daily logs, ' +
      "and the events read from the agents' sessions. Their logs are kept, but not read again.",
  );
  err.line('Only a backup file that you made yourself can restore it.');
}
