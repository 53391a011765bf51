import { flag, type Values } from '@sqrl/base/terminal/arguments.ts';
import type { ExitCode } from '@sqrl/base/terminal/exit.ts';
import { memoryCount } from '@sqrl/base/terminal/size.ts';
import { command } from '../../command.ts';
import { type CommandRun, tell } from '../../task.ts';

const help = `
Usage: sqrl logout [--remove]

  --remove   Remove what others shared, from your global memories and this project; your own memories stay

The hub is told that the key of this device is dead; if it does not answer, revoke it with \`sqrl devices\` on another one.

Example:
  $ sqrl logout
`;
const options = { remove: flag };

export const logout = command('logout', { help, options, run });

function run(task: CommandRun, values: Values<typeof options>): Promise<ExitCode> {
  const { remove = false } = values;
  return tell(task, values, ['hubLogout', { remove }], ({ url, removed, revoked }) => {
    task.out.line(`Logged out of ${url}.`);
    if (remove) task.out.line(`Removed ${memoryCount(removed)} of others.`);
    if (!revoked)
      task.out.line(
        'The hub did not answer: revoke this device on another one, with `sqrl devices revoke ID`.',
      );
  });
}
