import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { showEpisodes } from '../episode-view.ts';
import { EXIT, type Exit } from '../exit.ts';
import { count } from '../size.ts';
import { answer, openMemory, type Task } from '../task.ts';

export const summary = 'End the running episode: what comes next is something else';
export const help = `
Usage: sqrl flush

Ends whatever episode runs in this project now, so that what is done next counts as a new task. Silence, a new
session and most new tasks are noticed without it.

Example:
  $ sqrl flush
`;
export const options = {} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('flush', task.argv, options);
  wordsOf('flush', words, { what: 'options', from: 0, to: 0 });
  await using client = await openMemory(task, values);
  const output = await client.call('flush', {});
  answer(task, output, () => {
    const { ended } = output;
    if (ended.length === 0)
      return task.out.line('Nothing runs here now; what comes next begins a new episode.');
    task.out.line(`Ended ${count(ended.length, 'episode')}; what comes next begins a new one.`);
    if (task.out.isTerminal) task.out.line();
    showEpisodes(task.out, ended, task.world.now());
  });
  return EXIT.done;
}
