import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { showCard } from '../card.ts';
import { EXIT, type Exit } from '../exit.ts';
import { answer, openMemory, type Task } from '../task.ts';

export const summary = 'Show one memory with everything that hangs on it';
export const help = `
Usage: sqrl get ID

Shows the whole text, what it is about, where it came from, what it is tied to and how often it helped;
of the code it is about, whether that is still as it was: fresh, stale since a commit, moved, or gone.
\`sqrl change ID --verified\` says that it holds for the code as it is now.
Ends with 3 when there is no such memory.

Example:
  $ sqrl get 7k3f9x2m
`;
export const options = {} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('get', task.argv, options);
  const [id] = wordsOf('get', words, { what: 'the id of a memory', from: 1, to: 1 });
  await using client = await openMemory(task, values);
  const memory = await client.call('get', { id: id! });
  answer(task, memory, () => showCard(task.out, memory, task.world.now()));
  return EXIT.done;
}
