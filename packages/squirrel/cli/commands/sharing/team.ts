import { HUB_LIMITS, HUB_ROLES } from '@sqrl/base/model/sync/hub-protocol.ts';
import { quotedFrom } from '@sqrl/base/model/sync/told.ts';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { flag, flags, oneOf, takes, text } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { countNoun, memoryCount } from '@sqrl/base/terminal/size.ts';
import { optionChoice, usage } from '@sqrl/base/terminal/usage.ts';
import { wrap } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { asks, command, formsOf } from '../../command.ts';
import { markWords, showHit } from '../../memory-view.ts';
import { answer, type CommandRun, openMemory, tell } from '../../task.ts';
import { sendSoon } from './share.ts';

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
const options = { ...flags('yes', 'drop-own'), role: oneOf(HUB_ROLES) };

type Options = typeof options;

const TEAM = takes('a name');

export const team = formsOf<Options>('team', {
  help,
  options,
  forms: {
    create: asks('teamCreate', {
      words: TEAM,
      options: [],
      input: (_, [name]) => ({ name: name! }),
      show: ({ out }, { space: { name } }) =>
        out.line(`Created ${oneLine(name)}. Invite others: sqrl team invite ${oneLine(name)}`),
    }),
    add: asks('teamRole', {
      words: takes('a team and the name of a person', 2),
      options: ['role'],
      input: ({ role = 'member' }, [of, person]) => ({ of: of!, person: person!, role }),
      show: showMembers,
    }),
    invite: asks('teamInvite', {
      words: TEAM,
      options: ['role'],
      input: ({ role }, [of]) => ({ of, role }),
      show: ({ out, err, ago }, { url, code, expiresAt }) => {
        out.line(`sqrl login ${url} ${code}`);
        err.line(`On a machine that is logged in there: sqrl join ${code}`);
        err.line(`Good for one person; it expires ${ago(expiresAt)}.`);
      },
    }),
    members: asks('teamMembers', {
      words: TEAM,
      options: [],
      input: (_, [of]) => ({ of: of! }),
      show: showMembers,
    }),
    role: asks('teamRole', {
      words: takes('a team, a person and a role', 3),
      options: [],
      input: (_, [of, person, role]) => ({
        ...{ of: of!, person: person! },
        role: role === 'none' ? null : optionChoice('team role', role!, HUB_ROLES),
      }),
      show: showMembers,
    }),
    brief: asks('teamBrief', {
      words: TEAM,
      options: [],
      input: (_, [of]) => ({ of: of!, read: true }),
      found: ({ total }) => total > 0,
      none: (_, { space }) => `${oneLine(space)} has no reviewed memories yet.`,
      show: (task, { memories, total }) => {
        for (const [i, { memory }] of memories.entries()) showHit(task, { place: String(i + 1), memory });
        if (total > memories.length) task.err.line(`${total} in all: \`sqrl list\`.`);
      },
    }),
    retention: asks('teamRetention', {
      words: takes('a team and a number of days, or none', 2),
      options: ['yes'],
      confirm: ([of, days]) =>
        days !== 'none' &&
        `Erase what was not changed in ${oneLine(of!)} for ${countNoun(daysOf(days!)!, 'day')}, now and from now on? [y/N]`,
      input: (_, [of, days]) => ({ of: of!, days: daysOf(days!) }),
      show: ({ out }, { space, days, erased }) => {
        out.line(`${oneLine(space)} keeps ${keeps(days)}.`);
        if (erased > 0) out.line(`Erased ${countNoun(erased, 'record')}.`);
      },
    }),
    leave: asks('teamLeave', {
      words: TEAM,
      options: ['yes', 'drop-own'],
      confirm: ([of]) => `Leave ${oneLine(of!)}? What others shared there is removed here. [y/N]`,
      input: (values, [of]) => ({ of: of!, keepOwn: !values['drop-own'] }),
      show: ({ out }, { space, removed }) =>
        out.line(`Left ${oneLine(space)}; ${memoryCount(removed)} removed here.`),
    }),
  },
});

function daysOf(typed: string): number | null {
  const days = typed === 'none' ? null : Number(typed);
  if (days === null || (Number.isInteger(days) && days >= 1 && days <= 3650)) return days;
  throw usage('team retention needs a number of days, or none.', 'Example: sqrl team retention crew 365');
}

const keeps = (days: number | null): string =>
  days === null ? 'everything' : `records for ${countNoun(days, 'day')} after their last change`;

function showMembers(
  { out, err }: CommandRun,
  { space, members, retentionDays }: Output<'teamMembers'>,
): void {
  for (const { person, role } of members)
    out.line(`${role.padEnd(11)} ${oneLine(person.name)}  ${out.dim(oneLine(person.id))}`);
  if (retentionDays !== null) err.line(`${oneLine(space)} keeps ${keeps(retentionDays)}.`);
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
        const seen = seenAt === null ? 'never seen' : `seen ${task.ago(seenAt)}`;
        const state = revokedAt !== null ? 'revoked' : id === output.own ? 'this device' : seen;
        task.out.line(`${oneLine(id)}  ${oneLine(name)}  ${oneLine(person.name)}  ${state}`);
      }
    });
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
  options: { reply: text, close: flag },
  words: takes('the id of a memory', 1, 2),
  run: async (task, values, [id, because]) => {
    if ([because, values.reply, values.close || undefined].filter((one) => one !== undefined).length > 1)
      throw usage('dispute takes a reason, --reply or --close, one of them.', 'Run `sqrl help dispute`.');
    const { reply, close } = values;
    await using client = await openMemory(task, values);
    const output = await client.call('dispute', { id: id!, because, reply, close });
    answer(task, output, () => {
      const { out, ago } = task;
      const { memory, disputed, comments } = output;
      const mark = disputed ? out.paint('yellow', ' disputed') : '';
      out.line(`${memory.id}${mark}: ${quotedFrom(memory, oneLine(memory.text))}`);
      for (const { person, text, at, disputes } of comments) {
        const what = disputes ? ' disputes it' : '';
        out.quiet(`  ${oneLine(person)}${what}, ${ago(at)}`);
        out.block(text, 4);
      }
      if (comments.length === 0) task.err.line('No comments yet.');
    });
    if (because !== undefined || reply !== undefined || close) await sendSoon(task, client);
  },
});

/** `sqrl ask --hub`: memories of this person's spaces that are not on this machine. */
export function askOthers(
  task: CommandRun,
  question: string,
  { project, limit }: { project?: string | undefined; limit?: number | undefined },
): Promise<ExitCode> {
  // A question leaves the machine only where a person says so.
  const most = limit && Math.min(limit, HUB_LIMITS.found);
  return tell(
    task,
    { project },
    ['hubSearch', { question, limit: most }],
    (output) => showOthers(task, output),
    ({ found }) => found.length > 0,
  );
}

function showOthers({ out, err, ago }: CommandRun, output: Output<'hubSearch'>): void {
  const { found, searched, sealed, sent, url } = output;
  found.forEach(({ space, person, isOwn, reviewedBy, contested, at, text }, i) => {
    if (i > 0) out.line();
    const facts = [
      space,
      reviewedBy === null ? 'not reviewed' : `reviewed by ${oneLine(reviewedBy)}`,
      ...(contested ? ['contested'] : []),
      ago(at),
    ];
    const place = String(i + 1).padStart(2);
    out.line(`${out.bold(place)}  ${isOwn ? 'You' : oneLine(person)} (${facts.join(', ')}):`);
    for (const line of wrap(`“${visible(text.trim())}”`, out.width - 4))
      out.line(`    ${markWords(out, line, sent)}`);
  });
  if (searched.length === 0)
    err.line('The hub has nothing to search: this machine holds all of your spaces that are not sealed.');
  else if (found.length === 0) err.line(`No matching memories in ${searched.join(', ')}.`);
  const hidden = sealed.length === 0 ? '' : ` Sealed, so not searched: ${sealed.join(', ')}.`;
  err.quiet(`The question was sent to ${url}; the memories are not stored here.${hidden}`);
}
