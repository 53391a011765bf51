import { oneLine } from '../base/plain.ts';
import type { Output } from '../protocol/verbs.ts';
import { EXIT, type Exit } from './exit.ts';
import { count } from './size.ts';
import { agrees, answer, openMemory, type Task } from './task.ts';

/** Whose memory is to be erased. */
export interface Erasure {
  of: 'project' | 'user' | 'both';
  project: string | undefined;
  yes: boolean;
}

/** Erases everything of a project, of the user, or of both, after saying plainly what that is. */
export async function forgetAll(task: Task, { of, project, yes }: Erasure): Promise<Exit> {
  await using client = await openMemory(task, { project, global: of === 'user' });
  if (!yes) {
    const stats = await client.call('stats', {});
    const wanted = (of === 'project' && stats.project?.name) || 'erase';
    if (task.world.stdin.isTTY && !task.json) describe(task, of, stats);
    if (!(await agrees(task, { question: `Type ${task.err.paint('bold', wanted)} to go on:`, wanted }))) {
      task.err.line('Nothing was erased.');
      return EXIT.problem;
    }
  }
  const output = await client.call('forgetAll', { of });
  answer(task, output, () =>
    task.out.line(`Erased ${memories(output.forgotten)}, and all copies and logs of them.`),
  );
  return EXIT.done;
}

function describe({ err }: Task, of: Erasure['of'], stats: Output<'stats'>): void {
  const global = stats.byScope.global ?? 0;
  const ofProject = `of the project ${oneLine(stats.project?.name ?? 'here')} (${memories(stats.memories - global)})`;
  const ofUser = (number: number) => `of your own, which all projects share (${memories(number)})`;
  // With --global no project is open, so that all there is to count is the user's.
  const what = {
    project: ofProject,
    user: ofUser(stats.memories),
    both: `${ofProject} and ${ofUser(global)}`,
  }[of];
  err.line(err.paint('red', `This erases everything ${what}:`));
  err.line(
    'the memories, their history, the search index, the safety copies and the lines in the daily logs,',
  );
  err.line("and what was read of the agents' sessions; their logs stay, but are not read again.");
  err.line('Only a backup file that you made yourself can bring it back.');
}

const memories = (number: number) => count(number, 'memory', 'memories');
