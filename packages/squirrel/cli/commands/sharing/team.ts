import { HUB_ROLES } from '@sqrl/base/model/sync/hub-protocol.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import { flag, takes, text, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun, memoryCount } from '@sqrl/base/terminal/size.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { optionChoice, usage } from '@sqrl/base/terminal/usage.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import { command } from '../../command.ts';
import { showHit } from '../../memory-view.ts';
import { answer, type CommandRun, declines, openMemory } from '../../task.ts';

const ACTIONS = ['create', 'add', 'invite', 'members', 'role', 'brief', 'retention', 'leave'] as const;

const help = `
Usage: sqrl team create NAME
       sqrl team add TEAM PERSON [--role ROLE]
       sqrl team invite TEAM [--role ROLE]
       sqrl team members TEAM
       sqrl team role TEAM PERSON ROLE
       sqrl team brief TEAM
       sqrl team retention TEAM DAYS
       sqrl team leave TEAM [--yes] [--drop-own]

  --role ROLE   viewer, member, maintainer or owner (member)
  --drop-own    With leave: remove your own contributions here, too
  --yes         Do not ask

add takes a person who is at the hub already, by name; invite makes a code for a new one, and for anybody who runs
\`sqrl join CODE\`. TEAM is the name of a space, or project for that of this project, or org. A viewer reads and disputes; a member adds, and changes
their own; a maintainer reviews, changes and dismisses; an owner says who belongs to it. \`role TEAM PERSON none\` takes a
person out. An owner says by retention how long the space keeps what is not changed: older records are erased at the hub
and on everybody's devices, except on their author's; \`none\` keeps everything. brief shows the five most important
memories: confidence, pinned and uses, multiplied.

Examples:
  $ sqrl team create crew
  $ sqrl team add crew Bob
  $ sqrl team role crew Bob maintainer
  $ sqrl team brief crew
`;
const options = {
  role: text,
  yes: flag,
  'drop-own': flag,
};

export const team = command('team', {
  help,
  options,
  words: takes(`one of ${ACTIONS.join(', ')}`, 1, 4),
  run,
});

async function run(
  task: CommandRun,
  values: Values<typeof options>,
  [typed, of, person, role]: string[],
): Promise<ExitCode> {
  const action = optionChoice('team', typed!, ACTIONS);
  if (of === undefined) throw usage(`team ${action} needs a name.`, 'Run `sqrl help team`.');
  await using client = await openMemory(task, values);
  switch (action) {
    case 'create': {
      const output = await client.call('teamCreate', { name: of });
      answer(task, output, () =>
        task.out.line(
          `Created ${oneLine(output.space.name)}. Invite others: sqrl team invite ${oneLine(of)}`,
        ),
      );
      return EXIT.done;
    }
    case 'invite': {
      const wanted =
        values.role === undefined ? {} : { role: optionChoice('--role', values.role, HUB_ROLES) };
      const output = await client.call('teamInvite', { of, ...wanted });
      answer(task, output, () => {
        task.out.line(`sqrl login ${output.url} ${output.code}`);
        task.err.line(`On a machine that is logged in there: sqrl join ${output.code}`);
        const until = relativeTime(output.expiresAt, task.world.now());
        task.err.line(`Good for one person; it expires ${until}.`);
      });
      return EXIT.done;
    }
    case 'members':
      return await listMembers(task, await client.call('teamMembers', { of }));
    case 'add': {
      if (person === undefined)
        throw usage('team add needs the name of a person.', 'Example: sqrl team add crew Bob');
      const wanted = optionChoice('--role', values.role ?? 'member', HUB_ROLES);
      return await listMembers(task, await client.call('teamRole', { of, person, role: wanted }));
    }
    case 'role': {
      if (person === undefined || role === undefined)
        throw usage('team role needs a person and a role.', 'Example: sqrl team role crew Bob maintainer');
      const wanted = role === 'none' ? null : optionChoice('team role', role, HUB_ROLES);
      return await listMembers(task, await client.call('teamRole', { of, person, role: wanted }));
    }
    case 'brief':
      return await brief(task, client, of);
    case 'retention': {
      const days = person === 'none' ? null : Number(person);
      if (days !== null && !(Number.isInteger(days) && days >= 1 && days <= 3650))
        throw usage(
          'team retention needs a number of days, or none.',
          'Example: sqrl team retention crew 365',
        );
      const question = `Erase what was not changed in ${oneLine(of)} for ${countNoun(days ?? 0, 'day')}, now and from now on? [y/N]`;
      if (days !== null && (await declines(task, values.yes, question))) return EXIT.problem;
      const output = await client.call('teamRetention', { of, days });
      answer(task, output, () => {
        task.out.line(`${oneLine(output.space)} keeps ${keeps(output.days)}.`);
        if (output.erased > 0) task.out.line(`Erased ${countNoun(output.erased, 'record')}.`);
      });
      return EXIT.done;
    }
    case 'leave': {
      const question = `Leave ${oneLine(of)}? What others shared there is removed here. [y/N]`;
      if (await declines(task, values.yes, question)) return EXIT.problem;
      const output = await client.call('teamLeave', { of, keepOwn: !values['drop-own'] });
      answer(task, output, () =>
        task.out.line(`Left ${oneLine(output.space)}; ${memoryCount(output.removed)} removed here.`),
      );
      return EXIT.done;
    }
  }
}

const keeps = (days: number | null): string =>
  days === null ? 'everything' : `records for ${countNoun(days, 'day')} after their last change`;

async function listMembers(
  task: CommandRun,
  output: Awaited<ReturnType<VerbClient['call']>> & {
    space: string;
    members: { person: { id: string; name: string }; role: string }[];
    retentionDays: number | null;
  },
): Promise<ExitCode> {
  answer(task, output, () => {
    for (const { person, role } of output.members)
      task.out.line(
        `${role.padEnd(11)} ${oneLine(person.name)}  ${task.out.paint('dim', oneLine(person.id))}`,
      );
    if (output.retentionDays !== null)
      task.err.line(`${oneLine(output.space)} keeps ${keeps(output.retentionDays)}.`);
  });
  return EXIT.done;
}

async function brief(task: CommandRun, client: VerbClient, of: string): Promise<ExitCode> {
  const output = await client.call('teamBrief', { of, read: true });
  answer(task, output, () => {
    for (const [i, { memory }] of output.memories.entries())
      showHit(task.out, { place: String(i + 1), memory, now: task.world.now() });
    if (output.total === 0) task.err.line(`${oneLine(output.space)} has no reviewed memories yet.`);
    else if (output.total > output.memories.length) task.err.line(`${output.total} in all: \`sqrl list\`.`);
  });
  return output.total === 0 ? EXIT.nothing : EXIT.done;
}
