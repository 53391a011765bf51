import { resolve } from 'node:path';
import type { Message } from '../../../base/messages.ts';
import { oneLine, visible } from '../../../base/plain.ts';
import { Problem } from '../../../base/problem.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

export const help = `
Usage: sqrl ingest notes [FOLDER] [--watch]

  --watch    Keep reading changed notes; stop with Ctrl-C

Reads your own notes, or a folder of this project. Only new and changed notes are read again; memories of deleted notes
are removed.

Examples:
  $ sqrl ingest notes
  $ sqrl ingest notes docs/decisions --watch
`;
export const options = { watch: { type: 'boolean' } } as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('ingest notes', task.argv, options);
  const [folder] = positionalsOf('ingest notes', words, { what: 'one folder', from: 0, to: 1 });
  await using client = await openMemory(task, values);
  const watch = values.watch === true;
  if (watch) task.err.line(task.err.paint('dim', 'Watching the notes; stop with Ctrl-C.'));
  const where = folder === undefined ? {} : { folder: resolve(task.world.cwd, folder) };
  const output = await client.call('index', { ...where, watch }, watch ? { onProgress: tellerOf(task) } : {});
  if (task.signal.aborted && !watch)
    throw new Problem(
      'Interrupted.',
      'Notes already read are kept. Run the command again for the rest.',
      'cancelled',
    );
  answer(task, output, () => {
    const news = `${output.added} new, ${output.known} known, ${output.removed} removed`;
    task.out.line(`Read ${countNoun(output.files, 'file')} in ${visible(output.folder)}: ${news}.`);
    for (const { file, because } of output.skipped) {
      task.err.line(task.err.paint('yellow', `Skipped ${oneLine(file)}: ${oneLine(because.text)}`));
    }
  });
  return EXIT.done;
}

/** A line for each step of a watch: a bar would have no end to run towards. */
const tellerOf = (task: CommandRun) => (done: number, total: number, what: Message) => {
  if (done === total && !task.json) task.out.line(`${done} ${oneLine(what.text)}`);
};
