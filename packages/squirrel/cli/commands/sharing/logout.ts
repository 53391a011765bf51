import { flag, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

const help = `
Usage: sqrl logout [--remove]

  --remove   Remove what others shared, from your global memories and this project; your own memories stay

The hub is told that the key of this device is dead; if it does not answer, revoke it with \`sqrl devices\` on another one.

Example:
  $ sqrl logout
`;
const options = { remove: flag };

export const logout = command('logout', { help, options, run });

async function run(task: CommandRun, values: Values<typeof options>): Promise<ExitCode> {
  await using client = await openMemory(task, values);
  const output = await client.call('hubLogout', { remove: values.remove === true });
  answer(task, output, () => {
    task.out.line(`Logged out of ${output.url}.`);
    if (values.remove) task.out.line(`Removed ${countNoun(output.removed, 'memory', 'memories')} of others.`);
    if (!output.revoked)
      task.out.line(
        'The hub did not answer: revoke this device on another one, with `sqrl devices revoke ID`.',
      );
  });
  return EXIT.done;
}
