import { takes } from '@sqrl/base/terminal/arguments.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { optionChoice } from '@sqrl/base/terminal/usage.ts';
import type { Output } from '../../../protocol/verbs.ts';
import type { Form } from '../../command.ts';
import { type CommandRun, tell } from '../../task.ts';

const ACTS = ['apply', 'refuse', 'reset'] as const;

/** `sqrl config weights`: the weights that test runs speak for. */
export const weights: Form<Record<never, never>> = {
  words: takes('one action', 0, 1),
  options: [],
  run: (task, values, [word]) => {
    const act = word === undefined ? undefined : optionChoice('config weights', word, ACTS);
    return tell(task, values, ['phaseWeights', { act }], (found) => show(task, found, act));
  },
};

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
  if (own.length > 0) out.quiet(`Applied in this project: ${own.join(', ')}.`);
}
