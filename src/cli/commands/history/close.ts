import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { showEpisodes } from '../../episode-view.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

export const help = `
Usage: sqrl history close

Closes the running episode of this project. A pause, a new session and most new tasks are detected without it.

Example:
  $ sqrl history close
`;
export const options = {} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('history close', task.argv, options);
  positionalsOf('history close', words, { what: 'options', from: 0, to: 0 });
  await using client = await openMemory(task, values);
  const output = await client.call('flush', {});
  answer(task, output, () => {
    const { ended } = output;
    if (ended.length === 0)
      return task.out.line('No task is running here; the next prompt starts a new one.');
    task.out.line(`Closed ${countNoun(ended.length, 'task')}; the next prompt starts a new one.`);
    if (task.out.isTerminal) task.out.line();
    showEpisodes(task.out, ended, task.world.now());
  });
  return EXIT.done;
}
