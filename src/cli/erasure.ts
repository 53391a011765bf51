import type { Output } from '../protocol/verbs.ts';
import { EXIT, type Exit } from './exit.ts';
import { oneLine } from './plain.ts';
import { bytesOf, count } from './size.ts';
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
    task.out.line(
      `Erased ${count(output.forgotten, 'memory', 'memories')}, and all copies and logs of them.`,
    ),
  );
  return EXIT.done;
}

function describe(task: Task, of: Erasure['of'], stats: Output<'stats'>): void {
  const { err } = task;
  const ofProject = `the project ${stats.project ? `${oneLine(stats.project.name)} (${oneLine(stats.project.root)})` : 'in this folder'}`;
  const ofUser = 'your own memory, which all projects share';
  const what = { project: ofProject, user: ofUser, both: `${ofProject} and ${ofUser}` }[of];
  err.line(err.paint('red', `This erases everything of ${what}:`));
  err.line('its memories, their history, the search index, the safety copies and the logs.');
  err.line('Only a backup file that you made yourself can bring it back.');
  err.line(err.paint('dim', 'What is stored now:'));
  for (const file of stats.files) {
    err.line(
      err.paint(
        'dim',
        `  ${oneLine(file.path)} (${count(file.memories, 'memory', 'memories')}, ${bytesOf(file.bytes)})`,
      ),
    );
  }
}
