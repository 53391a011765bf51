import { hostname, userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { oneLine } from '@sqrl/base/plain.ts';
import { takes, text, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { readLine } from '@sqrl/base/terminal/reading.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

const help = `
Usage: sqrl login URL [CODE] [--name NAME] [--device NAME]

  --name NAME     Your name, as others see it (your user name)
  --device NAME   A name for this machine (its host name)

Without CODE, at a hub with accounts: it prints the address of a page and a code; sign in there, compare the code and
approve this device. SQRL_HUB_KEY logs in with a key that was made on that page, for CI.

CODE is good for one device: \`sqrl-hub invite\` prints the first one, \`sqrl team invite\` one for a teammate, and
\`sqrl devices --add\` one for a further device of yours. The key of this device is stored in hub.json in the home, which
only you can read. Nothing is sent yet: \`sqrl sync --personal\` begins with your global memories, \`sqrl link\` with a
project's. \`sqrl logout\` ends it.

Examples:
  $ sqrl login https://hub.example.com K7QF2-M9XAB
  $ sqrl login https://hub.example.com
`;
const options = {
  name: text,
  device: text,
};

export const login = command('login', { help, options, words: takes('the address of a hub', 1, 2), run });

async function run(
  task: CommandRun,
  values: Values<typeof options>,
  [url, given]: string[],
): Promise<ExitCode> {
  await using client = await openMemory(task, { ...values, global: true });
  const device = values.device ?? (hostname() || 'device');
  const key = given === undefined ? task.world.env.SQRL_HUB_KEY || undefined : undefined;
  const approved =
    given === undefined && key === undefined
      ? await byAccount(task, client, { url: url!, device })
      : undefined;
  const output =
    approved ??
    (await client.call('hubLogin', {
      ...{
        url: url!,
        device,
        ...(key !== undefined ? { key } : { code: given ?? (await askForCode(task)) }),
      },
      person: values.name ?? task.world.env.USER ?? task.world.env.USERNAME ?? accountName(),
    }));
  answer(task, output, () => {
    task.out.line(`Logged in at ${output.url} (${oneLine(output.org)}) as ${oneLine(output.person)}.`);
    for (const { kind, name, role } of output.spaces) task.out.quiet(`  ${kind} ${oneLine(name)}: ${role}`);
    task.out.line('`sqrl sync --personal` syncs your global memories; `sqrl link` this project.');
  });
  return EXIT.done;
}

/** As the system calls the user; a container may have no name for it. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}

/** Has the person approve this device on the hub's account page; undefined where the hub has no accounts. */
async function byAccount(
  task: CommandRun,
  client: VerbClient,
  { url, device }: { url: string; device: string },
): Promise<Output<'hubLogin'> | undefined> {
  const { login: begun } = await client.call('hubBegin', { url, device });
  if (!begun) return undefined;
  const { code, userCode, approveAt, everyMs } = begun;
  task.err.line(`Open ${approveAt}`);
  task.err.line(`and approve the code ${task.err.paint('bold', userCode)}, within 15 minutes. Waiting…`);
  for (;;) {
    await wait(everyMs, undefined, { signal: task.signal });
    // A code that nobody approved in time is refused by the hub.
    const { login } = await client.call('hubAwait', { url, code });
    if (login) return login;
  }
}

async function askForCode(task: CommandRun): Promise<string> {
  if (!task.world.stdin.isTTY || task.json)
    throw usage(
      'login needs a code.',
      'Pass it after the address. A teammate makes one with `sqrl team invite`, you on another device with `sqrl devices --add`, and where the hub runs: `sqrl-hub invite`.',
    );
  task.err.write('Code: ');
  return await readLine(task.world.stdin, task.signal);
}
