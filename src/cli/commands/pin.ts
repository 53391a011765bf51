import { oneLine } from '../../base/plain.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { answer, openMemory, type Task } from '../task.ts';
import { cut } from '../width.ts';

export const summary = 'Keep a memory, whatever its age';
export const help = `
Usage: sqrl pin ID [--off]

  --off    Let it age again

Ends with 3 when there is no such memory.

Example:
  $ sqrl pin 7k3f9x2m
`;
export const options = { off: { type: 'boolean' } } as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('pin', task.argv, options);
  const [id] = wordsOf('pin', words, { what: 'the id of a memory', from: 1, to: 1 });
  await using client = await openMemory(task, values);
  const memory = await client.call('pin', { id: id!, pinned: !values.off });
  answer(task, memory, () => {
    const did = memory.pinned ? 'Pinned' : 'No longer pinned';
    task.out.line(`${did}: ${cut(oneLine(memory.text), task.out.width - did.length - 2)}`);
  });
  return EXIT.done;
}
