import type { Output } from '../../../protocol/verbs.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { optionChoice } from '../../usage.ts';

export const help = `
Usage: sqrl config weights [apply | refuse | reset]

  apply     Use the proposed weights in this project
  refuse    Keep the present ones
  reset     Go back to the usual weights

A weight says how much a type of memory counts in a phase of work when an agent is told unasked. After 30 sessions with test
runs, Squirrel compares how often the first run passes in tasks that were told memories of a type and in those that were not,
and proposes other weights where the difference is probable by 19 to 1. Nothing changes until you apply it.

Example:
  $ sqrl config weights apply
`;
export const options = {} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('config weights', task.argv, options);
  const [word] = positionalsOf('config weights', words, { what: 'one action', from: 0, to: 1 });
  const act =
    word === undefined ? undefined : optionChoice('config weights', word, ['apply', 'refuse', 'reset']);
  await using client = await openMemory(task, values);
  const found = await client.call('phaseWeights', act === undefined ? {} : { act });
  answer(task, found, () => show(task, found, act));
  return EXIT.done;
}

function show({ out }: CommandRun, found: Output<'phaseWeights'>, act: string | undefined): void {
  const { sessions, needed, decided, proposals, applied } = found;
  for (const { phase, type, from, to, told, untold, probability } of proposals)
    out.line(
      `${phase}: ${type} ${from} → ${to} ${out.paint('dim', `first test run passed in ${told.passed} of ${told.episodes} tasks with it, ${untold.passed} of ${untold.episodes} without; probability ${probability.toFixed(2)}`)}`,
    );
  if (proposals.length > 0)
    out.line(
      act === 'apply'
        ? 'Applied. `sqrl config weights reset` goes back.'
        : act === 'refuse'
          ? 'Refused: the weights stay as they are.'
          : '`sqrl config weights apply` uses these, `refuse` keeps the present ones.',
    );
  else if (decided) out.line('The last proposal is decided; the next may come after 30 more sessions.');
  else if (sessions < needed)
    out.line(`No proposal yet: ${countNoun(sessions, 'session')} of ${needed} with reminders and test runs.`);
  else out.line('No proposal: no type of memory makes a clear difference to first test runs.');
  const own = Object.entries(applied).flatMap(([phase, weights]) =>
    Object.entries(weights).map(([type, weight]) => `${phase}: ${type} ${weight}`),
  );
  if (own.length > 0) out.line(out.paint('dim', `Applied in this project: ${own.join(', ')}.`));
}
