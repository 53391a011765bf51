import { HUB_ROLES } from '@sqrl/base/model/sync/hub-protocol.ts';
import { quotedFrom } from '@sqrl/base/model/sync/told.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { flag, takes, text } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun, memoryCount } from '@sqrl/base/terminal/size.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { optionChoice, usage } from '@sqrl/base/terminal/usage.ts';
import { wrap } from '@sqrl/base/terminal/width.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import { command } from '../../command.ts';
import { showHit } from '../../memory-view.ts';
import { answer, type CommandRun, declines, openMemory } from '../../task.ts';
import { sendSoon } from './share.ts';

const ACTIONS = ['create', 'add', 'invite', 'members', 'role', 'brief', 'retention', 'leave'] as const;

export const team = command('team', {
  help: `
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
`,
  options: {
    role: text,
    yes: flag,
    'drop-own': flag,
  },
  words: takes(`one of ${ACTIONS.join(', ')}`, 1, 4),
  run: async (task, values, [typed, of, person, role]) => {
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
  },
});

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

export const devices = command('devices', {
  help: `
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
`,
  options: { add: flag },
  words: takes('revoke or trust and an id', 0, 2),
  run: async (task, values, [verb, id]) => {
    if (verb !== undefined && ((verb !== 'revoke' && verb !== 'trust') || id === undefined))
      throw usage('devices takes: revoke ID, or trust ID.', 'Run `sqrl help devices`.');
    await using client = await openMemory(task, { ...values, global: true });
    if (values.add) {
      const invite = await client.call('teamInvite', {});
      answer(task, invite, () =>
        task.out.line(`On the other device: sqrl login ${invite.url} ${invite.code}`),
      );
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
  },
});

export const dispute = command('dispute', {
  help: `
Usage: sqrl dispute ID "WHY"
       sqrl dispute ID --reply "TEXT"
       sqrl dispute ID --close
       sqrl dispute ID

  --reply TEXT   Answer without another dispute
  --close        Take your dispute back; as a maintainer, dismiss it

A disputed memory keeps four fifths of its confidence and is marked, for everybody, until it is reworded or the dispute is
closed. Its author and the maintainers find it in \`sqrl review\`. Without anything more it shows what was said.

Example:
  $ sqrl dispute 7k3f9x2m "Since May the tests run without Redis"
`,
  options: {
    reply: text,
    close: flag,
  },
  words: takes('the id of a memory', 1, 2),
  run: async (task, values, [id, because]) => {
    if ([because, values.reply, values.close || undefined].filter((one) => one !== undefined).length > 1)
      throw usage('dispute takes a reason, --reply or --close, one of them.', 'Run `sqrl help dispute`.');
    const isSaid = because !== undefined || values.reply !== undefined || values.close;
    await using client = await openMemory(task, values);
    const output = await client.call('dispute', {
      id: id!,
      because,
      reply: values.reply,
      close: values.close,
    });
    answer(task, output, () => {
      const { out, world } = task;
      out.line(
        `${output.memory.id}${output.disputed ? out.paint('yellow', ' disputed') : ''}: ${quotedFrom(output.memory, oneLine(output.memory.text))}`,
      );
      for (const { person, text, at, disputes } of output.comments) {
        const what = `${oneLine(person)}${disputes ? ' disputes it' : ''}, ${relativeTime(at, world.now())}`;
        out.line(`  ${out.paint('dim', what)}`);
        for (const line of wrap(visible(text), out.width - 4)) out.line(`    ${line}`);
      }
      if (output.comments.length === 0) task.err.line('No comments yet.');
    });
    if (isSaid) await sendSoon(task, client);
    return EXIT.done;
  },
});
