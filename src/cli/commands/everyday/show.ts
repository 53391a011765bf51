import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { showCard } from '../../card.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

export const summary = 'Show one memory with its origin, links and use';
export const help = `
Usage: sqrl show ID

Shows the whole text, what it is about, where it came from, what it is linked to and how often it helped. For the
code it is about, it shows whether that is fresh, stale since a commit, moved, or gone; \`sqrl edit ID --verified\`
confirms the memory for the code as it is now. Exits with status 3 if the memory does not exist.

Example:
  $ sqrl show 7k3f9x2m
`;
export const options = {} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('show', task.argv, options);
  const [id] = positionalsOf('show', words, { what: 'the id of a memory', from: 1, to: 1 });
  await using client = await openMemory(task, values);
  const memory = await client.call('get', { id: id! });
  answer(task, memory, () => showCard(task.out, memory, task.world.now()));
  return EXIT.done;
}
