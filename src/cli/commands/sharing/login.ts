import { hostname } from 'node:os';
import { oneLine } from '../../../base/plain.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { readLine } from '../../reading.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { usage } from '../../usage.ts';
import { refuseAgents } from './share.ts';

export const summary = 'Log in at a hub, to keep devices in sync and share with a team';
export const help = `
Usage: sqrl login URL [CODE] [--name NAME] [--device NAME]

  --name NAME     Your name, as others see it (your user name)
  --device NAME   A name for this machine (its host name)

CODE is good for one device: \`sqrl hub invite\` prints the first one, \`sqrl team invite\` one for a teammate, and
\`sqrl devices --add\` one for a further device of yours. The key of this device is stored in hub.json in the home, which
only you can read. Nothing is sent yet: \`sqrl sync --personal\` begins with your global memories, \`sqrl link\` with a
project's. \`sqrl logout\` ends it.

Examples:
  $ sqrl login https://hub.example.com K7QF-2M9X
  $ sqrl login http://localhost:7878
`;
export const options = {
  name: { type: 'string' },
  device: { type: 'string' },
} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('login', task.argv, options);
  const [url, given] = positionalsOf('login', words, { what: 'the address of a hub', from: 1, to: 2 });
  refuseAgents(task, 'log in at a hub');
  const code = given ?? (await askForCode(task));
  await using client = await openMemory(task, { ...values, global: true });
  const output = await client.call('hubLogin', {
    ...{ url: url!, code },
    person: values.name ?? task.world.env.USER ?? task.world.env.USERNAME ?? '',
    device: values.device ?? (hostname() || 'device'),
  });
  answer(task, output, () => {
    task.out.line(`Logged in at ${output.url} (${oneLine(output.org)}) as ${oneLine(output.person)}.`);
    for (const { kind, name, role } of output.spaces)
      task.out.line(task.out.paint('dim', `  ${kind} ${oneLine(name)}: ${role}`));
    task.out.line('`sqrl sync --personal` syncs your global memories; `sqrl link` this project.');
  });
  return EXIT.done;
}

async function askForCode(task: CommandRun): Promise<string> {
  if (!task.world.stdin.isTTY || task.json)
    throw usage('login needs a code.', 'Pass it after the address; `sqrl hub invite` prints one.');
  task.err.write('Code: ');
  return await readLine(task.world.stdin, task.signal);
}
