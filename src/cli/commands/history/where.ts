import { oneLine } from '../../../base/plain.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { showTasks } from '../../history-view.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { relativeTime } from '../../time.ts';
import { optionNumber } from '../../usage.ts';
import { cutToWidth, wrap } from '../../width.ts';

export const summary = 'Show where you left off: last task, unfinished work, last failure';
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

function show(task: CommandRun, where: Output<'where'>): void {
  const { out, world } = task;
  const { last, said, unfinished, notes, failure, next, changed, branch, workedOn } = where;
  const title = (text: string) => out.line(out.paint('bold', text));
  const [latest] = last;
  const open = unfinished.filter(({ id }) => id !== latest?.id);
  if (latest) title('Last task');
  if (latest) showTasks(task, { tasks: [latest] });
  for (const { id, speaker, text } of said)
    for (const line of wrap(
      `${speaker === 'person' ? 'You' : 'Agent'}: ${oneLine(text)} ${id}`,
      out.width - 2,
    ))
      out.line(`  ${line}`);
  if (next) {
    title('Next step');
    out.line(oneLine(next.text));
  }
  if (failure && !failure.resolved) {
    title('Failing');
    out.line(cutToWidth(oneLine(failure.command), out.width));
    const facts = [relativeTime(failure.at, world.now()), ...(failure.line === null ? [] : [failure.line])];
    out.line(out.paint('dim', cutToWidth(facts.map(oneLine).join(' · '), out.width)));
  }
  if (changed.length > 0) {
    title('Changed, not committed in that session');
    for (const file of changed) out.line(oneLine(file));
  }
  if (workedOn !== null && branch !== null && workedOn !== branch)
    out.line(
      out.paint(
        'yellow',
        `That was on branch ${oneLine(workedOn)}; the current branch is ${oneLine(branch)}.`,
      ),
    );
  if (open.length > 0 || notes.length > 0) title('Unfinished');
  if (open.length > 0) showTasks(task, { tasks: open });
  for (const { text } of notes) out.line(oneLine(text));
  const done = last.filter(({ id }) => id !== latest?.id && !unfinished.some((one) => one.id === id));
  if (done.length > 0) title('Done before');
  if (done.length > 0) showTasks(task, { tasks: done });
}
