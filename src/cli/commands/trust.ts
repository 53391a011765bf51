import { TRUST_LEVELS, type TrustLevel } from '../../model/delivery.ts';
import type { Output } from '../../protocol/verbs.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { answer, openMemory, type Task } from '../task.ts';
import { oneOf } from '../usage.ts';

const LEVELS = Object.keys(TRUST_LEVELS) as TrustLevel[];

export const summary = 'Show or set how sure a memory must be to be said unasked';
export const help = `
Usage: sqrl trust [LEVEL | auto]

  cautious      Only what is at least 0.80 sure; where every project begins
  standard      0.65: after 3 sessions, if at least half of what people judged was right
  confident     0.55: after 16 sessions, 10 in which something was said, and less than 1 in 20 of that wrong
  autonomous    0.45: only if you say so
  auto          Leave it to these rules again, from the beginning

What you choose is yours: nothing raises it. Where nobody judges anything, that is in nobody's way. After a session in
which three things that were said turn out wrong, a lower level is offered.

Examples:
  $ sqrl trust
  $ sqrl trust cautious
`;
export const options = {} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('trust', task.argv, options);
  const [word] = wordsOf('trust', words, { what: 'one level', from: 0, to: 1 });
  const level = word === undefined ? undefined : oneOf('The level', word, [...LEVELS, 'auto'] as const);
  await using client = await openMemory(task, values);
  const output = await client.call('trust', {
    ...(level !== undefined && { level: level === 'auto' ? null : level }),
  });
  answer(task, output, () => show(task, output));
  return EXIT.done;
}

function show({ out }: Task, { level, confidence, by, counts, next }: Output<'trust'>): void {
  const whose = by === 'person' ? 'your choice' : 'by the rules';
  out.line(`${out.paint('bold', level)} (${whose}): said unasked from ${confidence.toFixed(2)} on`);
  out.line(
    out.paint(
      'dim',
      `${counts.sessions} sessions, ${counts.told} of them told something: ${counts.delivered} memories; ` +
        `people called ${counts.confirmed} right and ${counts.flagged} wrong`,
    ),
  );
  if (next) out.line(out.paint('dim', `Next is ${next.text}`));
}
