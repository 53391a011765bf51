import { visible } from '../../base/plain.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { showHit } from '../memory-view.ts';
import { MAX_TEXT_BYTES, readText } from '../reading.ts';
import { answer, openMemory, type Task } from '../task.ts';
import { usage } from '../usage.ts';

export const summary = 'Say it otherwise: new words for a memory, the old ones stay in its history';
export const help = `
Usage: sqrl correct ID TEXT… [--because TEXT]
       sqrl correct ID -

  -                 Read the text from standard input
  --because TEXT    Why, for its history

A corrected memory counts as confirmed. \`sqrl history memory ID\` shows what it said before.
Ends with 3 when there is no such memory.

Example:
  $ sqrl correct 7k3f9x2m "Deploys go out on Tuesdays, since the move"
`;
export const options = { because: { type: 'string' } } as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('correct', task.argv, options);
  const [id, ...rest] = wordsOf('correct', words, {
    what: 'the id of a memory and its new text',
    from: 2,
    to: Number.POSITIVE_INFINITY,
  });
  const text = rest.join(' ') === '-' ? await typedIn(task) : rest.join(' ');
  if (text.trim() === '') throw usage('The new text is empty.', 'To have it gone, use `sqrl reject`.');
  await using client = await openMemory(task, values);
  const output = await client.call('correct', {
    id: id!,
    text,
    ...(values.because !== undefined && { because: values.because }),
  });
  answer(task, output, () => {
    task.out.line('Corrected:');
    showHit(task.out, { place: '', memory: output.memory, now: task.world.now() });
    if (output.redacted.length > 0) {
      const what = [...new Set(output.redacted)].map(visible).join(', ');
      task.out.line(task.out.paint('yellow', `Taken out before it was stored: ${what}.`));
    }
  });
  return EXIT.done;
}

const typedIn = ({ world, signal }: Task): Promise<string> =>
  readText(world.stdin, { limit: MAX_TEXT_BYTES, name: 'Standard input', signal });
