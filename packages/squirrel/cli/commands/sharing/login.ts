import { hostname, userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { oneLine } from '@sqrl/base/plain.ts';
import { flag, flags, takes, text } from '@sqrl/base/terminal/arguments.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { agrees } from '@sqrl/base/terminal/program.ts';
import { readLine } from '@sqrl/base/terminal/reading.ts';
import { memoryCount } from '@sqrl/base/terminal/size.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { asks, command } from '../../command.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

export const login = command('login', {
  help: `
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
`,
  options: { name: text, device: text },
  words: takes('the address of a hub', 1, 2),
  run: async (task, values, [url, given]) => {
    await using client = await openMemory(task, { ...values, global: true });
    const device = values.device ?? (hostname() || 'device');
    const { SQRL_HUB_KEY, USER, USERNAME } = task.world.env;
    const at = { url: url!, device };
    const person = values.name ?? USER ?? USERNAME ?? accountName();
    const key = given === undefined && SQRL_HUB_KEY ? { key: SQRL_HUB_KEY } : undefined;
    const approved = given === undefined && !key ? await byAccount(task, client, at) : undefined;
    const proof = async () => key ?? { code: given ?? (await askForCode(task)) };
    const output = approved ?? (await client.call('hubLogin', { ...at, ...(await proof()), person }));
    answer(task, output, () => {
      task.out.line(`Logged in at ${output.url} (${oneLine(output.org)}) as ${oneLine(output.person)}.`);
      for (const { kind, name, role } of output.spaces) task.out.quiet(`  ${kind} ${oneLine(name)}: ${role}`);
      task.out.line('`sqrl sync --personal` syncs your global memories; `sqrl link` this project.');
    });
  },
});

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
  task.err.line(`and approve the code ${task.err.bold(userCode)}, within 15 minutes. Waiting…`);
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

export const logout = command('logout', {
  help: `
Usage: sqrl logout [--remove]

  --remove   Remove what others shared, from your global memories and this project; your own memories stay

The hub is told that the key of this device is dead; if it does not answer, revoke it with \`sqrl devices\` on another one.

Example:
  $ sqrl logout
`,
  options: { remove: flag },
  run: asks<'hubLogout', { remove: typeof flag }>('hubLogout', {
    input: ({ remove = false }) => ({ remove }),
    show: ({ out }, { url, removed, revoked }, { remove }) => {
      out.line(`Logged out of ${url}.`);
      if (remove) out.line(`Removed ${memoryCount(removed)} of others.`);
      if (!revoked)
        out.line('The hub did not answer: revoke this device on another one, with `sqrl devices revoke ID`.');
    },
  }).run,
});

export const join = command('join', {
  help: `
Usage: sqrl join CODE

Joins a team of the hub that this machine is logged in at, with the code that \`sqrl team invite\` printed there. On a
machine that is not logged in: \`sqrl login URL CODE\`.

Examples:
  $ sqrl join K7QF2-M9XAB
`,
  options: {},
  words: takes('the code of an invitation'),
  run: asks('teamJoin', {
    global: true,
    input: (_, [code]) => ({ code: code! }),
    show: ({ out }, { space: { kind, name, role } }) => {
      const space = kind === 'project' ? 'project' : oneLine(name);
      out.line(`You are in ${kind} ${oneLine(name)}: ${role}.`);
      out.line(`\`sqrl sync\` brings what it shares; \`sqrl team brief ${space}\` shows what to know first.`);
    },
  }).run,
});

export const link = command('link', {
  help: `
Usage: sqrl link [NAME] [--new | --to ID] [--auto | --no-auto]

  --new       Make a new space for this project
  --to ID     Link it with that space, for a fork or a renamed repository
  --auto      Share what you say or confirm in this project, from now on
  --no-auto   Share only what \`sqrl share ID --to project\` names (the default)

A repository with the same remote is the same project. Without a remote, NAME says which project it is. The hub gets the
remote's host and path (no user or password), and no path of this machine. Projects that you do not link stay unknown to it.

Examples:
  $ sqrl link
  $ sqrl link --new --auto
`,
  options: { ...flags('new', 'auto', 'no-auto'), to: text },
  words: takes('a name', 0, 1),
  apart: [
    ['new', 'to'],
    ['auto', 'no-auto'],
  ],
  run: async (task, values, [name]) => {
    await using client = await openMemory(task, values);
    const wish = { name, space: values.to, ...(values['no-auto'] && { auto: false }) };
    let done = await client.call('hubLink', { ...wish, ...(values.new && { create: true }) });
    if (done.status === 'ask') {
      showCandidates(task, done);
      const mayMake = done.candidates.length === 0 && task.world.stdin.isTTY && !task.json;
      if (!mayMake || !(await agrees(task, 'Make a new space for this project? [y/N]'))) {
        answer(task, done, () => task.err.line('Not linked. Use --new for a new space, or --to ID.'));
        return EXIT.nothing;
      }
      done = await client.call('hubLink', { ...wish, create: true });
    }
    if (values.auto) done = await client.call('hubLink', { auto: true });
    answer(task, done, () => {
      task.out.line(
        `Linked with ${oneLine(done.space!.name)}${done.created ? ', a new space' : ''} (${done.space!.role}).`,
      );
      task.out.line(
        done.auto
          ? `${memoryCount(done.worth)} of this project, and those you say or confirm from now on, are shared: \`sqrl sync\`.`
          : '`sqrl share ID --to project` shares a memory; `sqrl link --auto` all that you say or confirm.',
      );
    });
  },
});

function showCandidates({ err }: CommandRun, { candidates }: Output<'hubLink'>): void {
  if (candidates.length === 0) err.line('The hub has no project with this remote.');
  else err.line('Projects that this may be, by its first commit or because a maintainer named its remote:');
  for (const { id, name, remotes } of candidates)
    err.line(`  ${oneLine(id)}  ${oneLine(name)}  ${oneLine(remotes.join(', '))}`);
}
