import { oneLine } from '@sqrl/base/plain.ts';
import { flag, takes, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

const help = `
Usage: sqrl devices
       sqrl devices --add
       sqrl devices revoke ID
       sqrl devices trust ID

  --add   Print a code with which a further device of yours logs in

A revoked device gets nothing more, from its next request on. What it copied before cannot be called back.

Devices sign what their person says, and the key of each is remembered when it is first seen. Words that are signed with
another key are not used: ask the person whether they set the device up anew, then run \`sqrl devices trust ID\`.

Example:
  $ sqrl devices revoke 4f1a
`;
const options = { add: flag };

export const devices = command('devices', {
  help,
  options,
  words: takes('revoke or trust and an id', 0, 2),
  run,
});

async function run(
  task: CommandRun,
  values: Values<typeof options>,
  [verb, id]: string[],
): Promise<ExitCode> {
  if (verb !== undefined && ((verb !== 'revoke' && verb !== 'trust') || id === undefined))
    throw usage('devices takes: revoke ID, or trust ID.', 'Run `sqrl help devices`.');
  await using client = await openMemory(task, { ...values, global: true });
  if (values.add) {
    const invite = await client.call('teamInvite', {});
    answer(task, invite, () => task.out.line(`On the other device: sqrl login ${invite.url} ${invite.code}`));
    return EXIT.done;
  }
  const output = await client.call('hubDevices', verb === undefined ? {} : { [verb]: id });
  answer(task, output, () => {
    for (const { id, name, person, seenAt, revokedAt } of output.devices) {
      const seen = seenAt === null ? 'never seen' : `seen ${relativeTime(seenAt, task.world.now())}`;
      const state = revokedAt !== null ? 'revoked' : id === output.own ? 'this device' : seen;
      task.out.line(`${oneLine(id)}  ${oneLine(name)}  ${oneLine(person.name)}  ${state}`);
    }
  });
  return EXIT.done;
}
