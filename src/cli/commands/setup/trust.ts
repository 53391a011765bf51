import { TRUST_LEVELS, type TrustLevel } from '../../../model/delivery.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { optionChoice } from '../../usage.ts';

const LEVELS = Object.keys(TRUST_LEVELS) as TrustLevel[];

export const help = `
Usage: sqrl config trust [LEVEL | auto]

  cautious      Confidence 0.80; the level of a new project
  standard      0.65: after 3 sessions, if at least half of the reviewed memories were right
  confident     0.55: after 16 sessions, 10 with a reminder, and less than 1 in 20 reminders wrong
  autonomous    0.45: only if you choose it
  auto          Let these rules choose again, from the start

A level you choose stays. If you never review anything, the level still rises. After a session with three wrong
reminders, a lower level is suggested.

Examples:
  $ sqrl config trust
  $ sqrl config trust cautious
`;
export const options = {} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('config trust', task.argv, options);
  const [word] = positionalsOf('config trust', words, { what: 'one level', from: 0, to: 1 });
  const level =
    word === undefined ? undefined : optionChoice('config trust', word, [...LEVELS, 'auto'] as const);
  await using client = await openMemory(task, values);
  const output = await client.call('trust', {
    ...(level !== undefined && { level: level === 'auto' ? null : level }),
  });
  answer(task, output, () => show(task, output));
  return EXIT.done;
}

function show({ out }: CommandRun, { level, confidence, by, counts, next }: Output<'trust'>): void {
  const whose = by === 'person' ? 'chosen by you' : 'automatic';
  out.line(
    `${out.paint('bold', level)} (${whose}): agents see memories from confidence ${confidence.toFixed(2)} on`,
  );
  out.line(
    out.paint(
      'dim',
      `${counts.sessions} sessions, ${counts.told} with reminders: ${counts.delivered} memories shown; ` +
        `${counts.confirmed} confirmed, ${counts.flagged} marked wrong`,
    ),
  );
  if (next) out.line(out.paint('dim', `Next level: ${next.text}`));
}
