import { visible } from '../../../base/plain.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { optionNumber } from '../../usage.ts';
import { wrap } from '../../width.ts';

export const help = `
Usage: sqrl history where [options]

  --limit N        At most N tasks (5)

Shows the last task with what was said last in it, the stated next step, the last failing command, the files that its
session changed and did not commit, unfinished tasks, and the tasks before it. Exits with status 3 if nothing is known.

Examples:
  $ sqrl history where
  $ sqrl history where --json | jq -r .text
`;
export const options = { limit: { type: 'string' } } as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('history where', task.argv, options);
  positionalsOf('history where', words, { what: 'options', from: 0, to: 0 });
  const limit = optionNumber('--limit', values.limit, { from: 1, to: 100, whole: true });
  await using client = await openMemory(task, values);
  const output = await client.call('where', limit === undefined ? {} : { limit });
  const known = output.last.length > 0 || output.notes.length > 0;
  answer(task, output, () => {
    if (known) show(task, output);
    else task.err.line("No tasks of this project yet. Run `sqrl ingest` to read the agents' logs.");
  });
  return known ? EXIT.done : EXIT.nothing;
}

/** Prints the same text that an agent gets. */
function show({ out }: CommandRun, { text }: Output<'where'>): void {
  for (const line of text.split('\n'))
    if (line.startsWith('## ')) out.line(out.paint('bold', line.slice(3)));
    else for (const each of wrap(visible(line), out.width)) out.line(each);
}
