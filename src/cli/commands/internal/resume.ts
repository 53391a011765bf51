import { endPauses, pauseAt } from '../../../base/pauses.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { pauseScope, untilWords } from '../../pause-scope.ts';
import { answer, type CommandRun } from '../../task.ts';

export const help = `
Usage: sqrl resume [--project [DIR]]

  --project [DIR]  Only the pause of this project, or of that of DIR; without it, every pause

What agents did during the pause stays unread.

Example:
  $ sqrl resume
`;
export const options = { project: { type: 'string' } } as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { argv, home, projectIn } = pauseScope(task);
  const { values, words } = argumentsOf('resume', argv, options);
  positionalsOf('resume', words, { what: 'options', from: 0, to: 0 });
  const now = task.world.now();
  const project = await projectIn(values.project);
  const { ended, pauses } = endPauses(home, { project: project?.id, now });
  const still = pauseAt(pauses, project?.id ?? null, now);
  answer(task, { ended, paused: still ?? null }, () => {
    if (still) task.out.line(`All projects are still paused ${untilWords(still, now)}; run \`sqrl resume\`.`);
    else task.out.line(ended > 0 ? 'Resumed.' : 'It was not paused.');
  });
  return EXIT.done;
}
