import { join } from 'node:path';
import type { SetupTarget } from '../../clients/setup/client.ts';
import type { SetupContext } from '../../clients/setup/surroundings.ts';
import type { CommandRun } from '../task.ts';
import { askYes } from './asking.ts';

/** What a person is told at setup about guards, with the setting that changes it. */
export const GUARDS_NOTE =
  'A call that failed every time before is stopped once, with its fix; made again, it runs. ' +
  'New projects are only told: `sqrl config set delivery.guards stop-once|tell|off`.';

/** What the control group is, in two sentences. */
export const CONTROL_GROUP_NOTE =
  'A control group shows whether the memory helps: 5 % of sessions, chosen at random, get none of what Squirrel inferred. ' +
  'Rules that you stated or confirmed are told in them too.';

/** Offers the control group; the target that turns it on, where the person wants it. */
export async function offerControlGroup(
  task: CommandRun,
  { memory }: Pick<SetupContext, 'memory'>,
  ask: typeof askYes = askYes,
): Promise<SetupTarget[]> {
  if (!(await ask(task, `${CONTROL_GROUP_NOTE} Turn it on?`))) return [];
  return [
    {
      kind: 'setting',
      path: join(memory, 'config.toml'),
      what: 'turns on the control group',
      at: ['delivery', 'holdout'],
      value: true,
    },
  ];
}
