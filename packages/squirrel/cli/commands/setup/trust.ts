import { TRUST_LEVELS, type TrustLevel } from '@sqrl/base/model/delivery.ts';
import { takes } from '@sqrl/base/terminal/arguments.ts';
import { optionChoice } from '@sqrl/base/terminal/usage.ts';
import type { Output } from '../../../protocol/verbs.ts';
import type { Form } from '../../command.ts';
import { type CommandRun, tell } from '../../task.ts';

const LEVELS = Object.keys(TRUST_LEVELS) as TrustLevel[];

/** `sqrl config trust`: the confidence a memory needs to be shown to agents. */
export const trust: Form<Record<never, never>> = {
  words: takes('one level', 0, 1),
  options: [],
  run: (task, values, [word]) => {
    const level =
      word === undefined ? undefined : optionChoice('config trust', word, [...LEVELS, 'auto'] as const);
    return tell(task, values, ['trust', { level: level === 'auto' ? null : level }], (found) =>
      show(task, found),
    );
  },
};

function show({ out }: CommandRun, { level, confidence, by, counts, next }: Output<'trust'>): void {
  const whose = by === 'person' ? 'chosen by you' : 'automatic';
  out.line(
    `${out.paint('bold', level)} (${whose}): agents see memories from confidence ${confidence.toFixed(2)} on`,
  );
  out.quiet(
    `${counts.sessions} sessions, ${counts.told} with reminders: ${counts.delivered} memories shown; ` +
      `${counts.confirmed} confirmed, ${counts.flagged} marked wrong`,
  );
  if (next) out.quiet(`Next level: ${next}`);
}
