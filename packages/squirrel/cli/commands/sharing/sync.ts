import { oneLine, visible } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { flag, text } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { agrees } from '@sqrl/base/terminal/program.ts';
import { countNoun, memoryCount } from '@sqrl/base/terminal/size.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { offerGitSetup } from '../../setup/plan-view.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

export const sync = command('sync', {
  help: `
Usage: sqrl sync [--status] [--yes]
       sqrl sync --personal [--code CODE]
       sqrl sync --now | --no-personal | --show-code | --new-code | --rebuild

  --status        Show what is shared, what waits and what was refused, and change nothing
  --now           Ask the hub only, now; the daemon does it within a minute anyway
  --personal      Sync your global memories between your devices, from now on; the hub cannot read them
  --code CODE     The code of the device that began
  --show-code     Print that code
  --new-code      Seal them with another code; the old one opens nothing any more, and your other devices need the new one
  --no-personal   No longer; copies on other devices stay
  --rebuild       Fetch everything from the hub again, and put it in the place of what is here
  --yes           Use what others share in the repository, without asking

Reads .ctx/memories.jsonl and writes your changes to shared memories into it; commit the file afterwards. Lines on the
default branch were reviewed: agents are told them, quoted and with their author's name. Lines that only your branch or
work tree has are proposals, which wait in \`sqrl review\`. A file with conflict markers is repaired: both sides are kept.
Before the first time it asks: nothing of a repository's file is used unless you say so. Then the daemon reads it after
each pull.

With a hub (\`sqrl login\`), changes go out and come in. A hub that does not answer stops nothing: changes wait here.

Examples:
  $ sqrl sync
  $ sqrl sync --status --json
`,
  options: {
    status: flag,
    now: flag,
    personal: flag,
    code: text,
    'show-code': flag,
    'new-code': flag,
    'no-personal': flag,
    rebuild: flag,
    yes: flag,
  },
  run: async (task, values) => {
    const hubOnly = ['now', 'personal', 'no-personal', 'show-code', 'new-code', 'rebuild'] as const;
    const chosen = hubOnly.filter((name) => values[name]);
    if (chosen.length > 1 || (chosen.length > 0 && values.status))
      throw usage(
        `${[...chosen, 'status']
          .slice(0, 2)
          .map((name) => `--${name}`)
          .join(' and ')} cannot be combined.`,
        'Run `sqrl help sync`.',
      );
    if (values.code !== undefined && !values.personal)
      throw usage('--code goes with --personal.', 'Run `sqrl help sync`.');
    await using client = await openMemory(task, values);
    if (values['show-code']) {
      const { code } = await client.call('hubCode', {});
      answer(task, { code }, () => task.out.line(code));
      return EXIT.done;
    }
    if (chosen.length > 0) return await exchange(task, client, values);
    if (values.status) return await status(task, client);
    const git = await gitPart(task, client, values);
    if (git.done && !git.done.hub) {
      const { done } = git;
      answer(task, done, () => showDone(task, done));
      return git.isRefused ? EXIT.problem : done.joined ? EXIT.done : EXIT.nothing;
    }
    const { login } = await client.call('hubStatus', {});
    if (!login) throw git.problem!;
    const hub = await client.call('hubSync', {});
    answer(task, { ...git.done, hub }, () => {
      if (git.done?.joined) showDone(task, git.done);
      showExchange(task, hub);
    });
    return EXIT.done;
  },
});

/** What the repository shares; a folder without one shares through the hub alone. */
async function gitPart(
  task: CommandRun,
  client: VerbClient,
  values: { project?: string | undefined; yes?: boolean | undefined },
): Promise<{ done?: Report; isRefused?: boolean; problem?: Problem }> {
  let done: Report;
  try {
    done = await client.call('sync', {});
  } catch (problem) {
    if (problem instanceof Problem && problem.code === 'usage') return { problem };
    throw problem;
  }
  if (done.joined || !done.hasFile) return { done };
  if (!values.yes && !(await wantsShared(task, done))) {
    task.err.line('Nothing was read.');
    return { done, isRefused: true };
  }
  done = await client.call('sync', { join: true });
  await offerGitSetup(task, { project: values.project, yes: values.yes === true });
  return { done };
}

async function exchange(
  task: CommandRun,
  client: VerbClient,
  values: {
    personal?: boolean | undefined;
    code?: string | undefined;
    'no-personal'?: boolean | undefined;
    'new-code'?: boolean | undefined;
    rebuild?: boolean | undefined;
  },
): Promise<ExitCode> {
  const hub = await client.call('hubSync', {
    rebuild: values.rebuild,
    personal: values['no-personal'] ? false : values.personal,
    code: values.code,
    newCode: values['new-code'],
  });
  answer(task, hub, () => showExchange(task, hub));
  return EXIT.done;
}

async function status(task: CommandRun, client: VerbClient): Promise<ExitCode> {
  let git: Report | undefined;
  let problem: Problem | undefined;
  try {
    git = await client.call('sync', { write: false });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'usage') throw error;
    problem = error;
  }
  const hub = git && !git.hub ? undefined : await client.call('hubStatus', {});
  if (!git && !hub?.login) throw problem!;
  answer(task, { ...git, ...(hub && { hub }) }, () => {
    if (git) showStatus(task, git);
    if (hub?.login) showHubStatus(task, hub);
  });
  return EXIT.done;
}

type Report = Output<'sync'>;

function wantsShared(task: CommandRun, { offered, file }: Report): Promise<boolean> {
  const people = offered.people.map((name) => oneLine(name)).join(', ');
  const what = memoryCount(offered.memories);
  task.err.line(`${file} has ${what}${people === '' ? '' : ` by ${people}`}.`);
  task.err.line(
    'Those on the default branch are quoted to your agents in this project. `sqrl forget ID` drops one.',
  );
  return agrees(task, 'Use them? [y/N]');
}

function showDone({ out }: CommandRun, done: Report): void {
  if (!done.joined) {
    out.line('Nothing is shared here yet: `sqrl share --git ID` begins it.');
    return;
  }
  const parts = [
    [done.added, 'new'],
    [done.changed, 'changed'],
    [done.removed, 'removed'],
  ].flatMap(([n, what]) => (n ? [`${n} ${what}`] : []));
  out.line(parts.length === 0 ? 'Nothing new is shared.' : `Shared memories: ${parts.join(', ')}.`);
  if (done.repaired) out.line(`Conflict markers were removed from ${done.file}; both sides are kept.`);
  if (done.written) out.line(`Wrote ${done.file}; commit it.`);
  showTroubles(out, done);
}

function showStatus({ out }: CommandRun, status: Report): void {
  const { standing, waiting, file } = status;
  if (!status.hasFile) out.line(`This repository shares no memories: there is no ${file}.`);
  else if (!status.joined)
    out.line(`${file} has ${memoryCount(status.offered.memories)}, not used here. Run \`sqrl sync\`.`);
  else
    out.line(
      `Shared: ${standing.mine} from here, ${standing.reviewed} from others, ${standing.proposed} proposed. Agreed on ${status.agreedOn ?? 'no branch yet'}.`,
    );
  if (waiting > 0) out.line(`${countNoun(waiting, 'change')} not in ${file} yet: run \`sqrl sync\`.`);
  showTroubles(out, status);
}

function showExchange({ out }: CommandRun, done: Output<'hubSync'>): void {
  const parts = [
    [done.sent, 'sent'],
    [done.added, 'new'],
    [done.changed, 'changed'],
    [done.removed, 'removed'],
    [done.comments, done.comments === 1 ? 'comment' : 'comments'],
  ].flatMap(([n, what]) => (n ? [`${n} ${what}`] : []));
  out.line(parts.length === 0 ? 'In sync with the hub.' : `Hub: ${parts.join(', ')}.`);
  if (done.recoveryCode !== null) {
    out.line(
      `Your global memories are sealed: the hub cannot read them. Keep this code: ${done.recoveryCode}`,
    );
    out.line(
      'On your other devices run `sqrl sync --personal --code CODE`. Without it they cannot be read again.',
    );
  }
  if (done.unopened > 0) out.line(`${memoryCount(done.unopened)} sealed with another code, and not used.`);
  if (done.forged > 0)
    out.warn(
      `${countNoun(done.forged, 'record')} not used: the signature does not fit the person. \`sqrl sync --status\` names them.`,
    );
  if (done.rewound) out.line('The hub was restored from a backup; it got again what it had lost.');
  for (const name of done.lost)
    out.line(`${oneLine(name)} is no longer shared with you: others' memories were removed.`);
  if (done.proposed > 0) out.line(`${memoryCount(done.proposed)} not reviewed: \`sqrl review\`.`);
  if (done.contested > 0)
    out.line(`${memoryCount(done.contested)} worded in two ways at once: \`sqrl review --conflicts\`.`);
  if (done.refused > 0)
    out.line(`${countNoun(done.refused, 'change')} refused by the hub: \`sqrl sync --status\`.`);
  if (done.left > 0)
    out.line(
      `${countNoun(done.left, 'record')} of the hub not used: a secret, a time ahead, or an id of another memory.`,
    );
}

function showHubStatus({ out, world }: CommandRun, hub: Output<'hubStatus'>): void {
  const { url, org, person } = hub.login!;
  const last = hub.syncedAt === null ? 'never yet' : relativeTime(hub.syncedAt, world.now());
  out.line(`Hub: ${url} (${oneLine(org)}) as ${oneLine(person)}; last answer: ${last}.`);
  if (hub.failed !== null) out.warn(`Since then: ${visible(hub.failed)}`);
  for (const { kind, name, role, standing } of hub.spaces)
    out.line(
      `  ${kind} ${oneLine(name)} (${role}): ${standing.mine} from you, ${standing.reviewed} reviewed, ${standing.proposed} not reviewed`,
    );
  for (const { name, isNew } of hub.spaces)
    if (isNew)
      out.line(
        `  ${oneLine(name)} is new to you: \`sqrl team brief\` with its name shows what to know first.`,
      );
  if (!hub.personal) out.line('  Global memories stay on this device: `sqrl sync --personal` syncs them.');
  if (hub.waiting > 0) out.line(`${memoryCount(hub.waiting)} with changes that wait for the hub.`);
  for (const { id, space, why } of hub.refused)
    out.line(`Refused: ${id} in ${oneLine(space)}: ${REFUSALS[why] ?? oneLine(why)}.`);
  for (const { id, space, person } of hub.forged)
    out.warn(
      `Not used: ${id} in ${oneLine(space)}. Its signature is not ${oneLine(person)}'s; the hub may have changed the words.`,
    );
  for (const { device, person } of hub.exchanged)
    out.warn(
      `A device of ${oneLine(person)} has another key than before. Ask ${oneLine(person)}, then: sqrl devices trust ${oneLine(device)}`,
    );
  if (hub.conflicts > 0) out.line(`${countNoun(hub.conflicts, 'conflict')}: \`sqrl review --conflicts\`.`);
  if (hub.aheadMs !== 0)
    out.line(
      `The clock of this machine is ${Math.round(Math.abs(hub.aheadMs) / 60_000)} minutes ${hub.aheadMs > 0 ? 'ahead of' : 'behind'} the hub's.`,
    );
}

/** Why a hub did not take a change, by its code. */
const REFUSALS: Readonly<Record<string, string>> = {
  space: 'the space is not yours',
  role: 'your role does not allow it',
  notYours: 'it is not yours, and you are not a maintainer; the change stays here',
  secret: 'something in it looks like a secret',
  form: 'the hub does not understand it; one of the two programs is older',
  tooLarge: 'it is too large',
  sealed: 'the code was changed on another device: `sqrl sync --personal --code CODE`',
  clock: 'the clock of this machine was ahead; it is sent again with the right time',
  tooMany: 'too many new memories today; it is sent again tomorrow',
};

function showTroubles(
  out: CommandRun['out'],
  { proposed, contested, secret, left, wrong, file }: Report,
): void {
  if (proposed > 0)
    out.line(`${countNoun(proposed, 'proposal')} not on the default branch: \`sqrl review\`.`);
  if (contested > 0) out.line(`${memoryCount(contested)} worded in two ways at once: \`sqrl review\`.`);
  if (secret > 0)
    out.line(
      `${countNoun(secret, 'line')} not used: something looks like a secret. Revoke it and unshare the memory.`,
    );
  if (left > 0)
    out.line(
      `${countNoun(left, 'line')} not used: too many, dated ahead, or with the id of one of your memories.`,
    );
  if (wrong)
    out.line(
      `${countNoun(wrong.count, 'line')} of ${file} not understood; the first is line ${wrong.first}.`,
    );
}
