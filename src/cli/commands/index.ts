import { resolve } from 'node:path';
import { oneLine, visible } from '../../base/plain.ts';
import { Problem } from '../../base/problem.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { count } from '../size.ts';
import { answer, openMemory, type Task } from '../task.ts';

export const summary = 'Read a folder of Markdown notes';
export const help = `
Usage: sqrl index [FOLDER] [--watch]

  --watch    Go on reading what changes; Ctrl-C ends it, and that is its proper end

Reads your own notes, or those of a folder of this project. Only what is new or changed is read again,
and what has left the notes leaves the memory.

Examples:
  $ sqrl index
  $ sqrl index docs/decisions --watch
`;
export const options = { watch: { type: 'boolean' } } as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('index', task.argv, options);
  const [folder] = wordsOf('index', words, { what: 'one folder', from: 0, to: 1 });
  await using client = await openMemory(task, values);
  const watch = values.watch === true;
  if (watch) task.err.line(task.err.paint('dim', 'Watching the notes; end with Ctrl-C.'));
  const where = folder === undefined ? {} : { folder: resolve(task.world.cwd, folder) };
  const output = await client.call('index', { ...where, watch }, watch ? { onProgress: tellerOf(task) } : {});
  if (task.signal.aborted && !watch)
    throw new Problem('Interrupted.', 'What was read stays; run it again for the rest.', 'cancelled');
  answer(task, output, () => {
    const news = `${output.added} new, ${output.known} known, ${output.removed} gone`;
    task.out.line(`Read ${count(output.files, 'file')} in ${visible(output.folder)}: ${news}.`);
    for (const { file, because } of output.skipped) {
      task.err.line(task.err.paint('yellow', `Left out ${oneLine(file)}: ${oneLine(because)}`));
    }
  });
  return EXIT.done;
}

/** A line for each step of a watch: a bar would have no end to run towards. */
const tellerOf = (task: Task) => (done: number, total: number, what: string) => {
  if (done === total && !task.json) task.out.line(`${done} ${oneLine(what)}`);
};
