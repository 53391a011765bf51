import { oneLine } from '@sqrl/base/plain.ts';
import { countNoun, memoryCount } from '@sqrl/base/terminal/size.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import type { Output } from '../../protocol/verbs.ts';
import { type DoctorFinding, good, look } from './finding.ts';

/** Checks the exchange with the hub; nothing where this home has none, and no memory has rival wordings. */
export function lookAtHub(hub: Output<'hubStatus'>, now: number): DoctorFinding[] {
  const conflicts =
    hub.conflicts > 0 &&
    look(
      'sharing',
      `${countNoun(hub.conflicts, 'shared memory', 'shared memories')} worded in two ways at once.`,
      'Run `sqrl review --conflicts`.',
    );
  const found = hub.login ? [...exchangeOf(hub, hub.login.url, now), conflicts] : [conflicts];
  return found.filter((one) => one !== false);
}

function exchangeOf(hub: Output<'hubStatus'>, url: string, now: number): (DoctorFinding | false)[] {
  const last = hub.syncedAt === null ? 'never' : relativeTime(hub.syncedAt, now);
  const where = hub.linked === null ? 'this project is not linked' : `this project is ${oneLine(hub.linked)}`;
  const retry = 'Run `sqrl sync --now`.';
  return [
    hub.failed === null && hub.syncedAt !== null
      ? good('hub', `${url} answered ${last}; ${where}.`)
      : look('hub', `${url} last answered: ${last}. ${oneLine(hub.failed ?? '')}`.trim(), retry),
    hub.waiting > 0 && look('hub', `${memoryCount(hub.waiting)} with changes that wait.`, retry),
    hub.refused.length > 0 &&
      look(
        'hub',
        `The hub refused ${countNoun(hub.refused.length, 'change')}.`,
        'Run `sqrl sync --status` to see why.',
      ),
    hub.forged.length + hub.exchanged.length > 0 &&
      look(
        'hub',
        `${countNoun(hub.forged.length, 'record')} with a signature that does not fit; ${countNoun(hub.exchanged.length, 'device')} with another key than before.`,
        'Run `sqrl sync --status`, and ask the people it names.',
      ),
    hub.aheadMs !== 0 &&
      look(
        'clock',
        `This machine is ${Math.round(Math.abs(hub.aheadMs) / 60_000)} minutes ${hub.aheadMs > 0 ? 'ahead of' : 'behind'} the hub.`,
        'Set the clock; changes are dated by the hub meanwhile.',
      ),
  ];
}
