import { oneLine, visible } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { flags, text } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { agrees } from '@sqrl/base/terminal/program.ts';
import { countNoun, memoryCount } from '@sqrl/base/terminal/size.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import type { Input, Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { offerGitSetup } from '../../setup/plan-view.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

const HUB_ONLY = ['now', 'personal', 'no-personal', 'show-code', 'new-code', 'rebuild'] as const;

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
    ...flags('status', 'now', 'personal', 'show-code', 'new-code', 'no-personal', 'rebuild', 'yes'),
    code: text,
  },
  apart: [[...HUB_ONLY, 'status']],
  needs: { code: 'personal' },
  run: async (task, values) => {
    const isHubOnly = HUB_ONLY.some((name) => values[name]);
    await using client = await openMemory(task, values);
    if (values.status) return await status(task, client);
    if (values['show-code']) {
      const { code } = await client.call('hubCode', {});
      answer(task, { code }, () => task.out.line(code));
      return EXIT.done;
    }
    if (isHubOnly) {
      const hub = await client.call('hubSync', {
        ...{ rebuild: values.rebuild, code: values.code, newCode: values['new-code'] },
        personal: values['no-personal'] ? false : values.personal,
      });
      answer(task, hub, () => showExchange(task, hub));
      return EXIT.done;
    }
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
  },
});

type Report = Output<'sync'>;

/** What the verb says of the repository; a folder without one is a problem that a hub makes up for. */
async function asked(
  client: VerbClient,
  input: Input<'sync'>,
): Promise<{ done?: Report; problem?: Problem }> {
  try {
    return { done: await client.call('sync', input) };
  } catch (problem) {
    if (problem instanceof Problem && problem.code === 'usage') return { problem };
    throw problem;
  }
}

/** What the repository shares; a folder without one shares through the hub alone. */
async function gitPart(
  task: CommandRun,
  client: VerbClient,
  { project, yes }: { project?: string | undefined; yes?: boolean | undefined },
): Promise<{ done?: Report; isRefused?: boolean; problem?: Problem }> {
  const found = await asked(client, {});
  if (!found.done || found.done.joined || !found.done.hasFile) return found;
  if (!yes && !(await wantsShared(task, found.done))) {
    task.err.line('Nothing was read.');
    return { ...found, isRefused: true };
  }
  const done = await client.call('sync', { join: true });
  await offerGitSetup(task, { project, yes: yes === true });
  return { done };
}

async function status(task: CommandRun, client: VerbClient): Promise<ExitCode> {
  const { done: git, problem } = await asked(client, { write: false });
  const hub = git && !git.hub ? undefined : await client.call('hubStatus', {});
  if (!git && !hub?.login) throw problem!;
  answer(task, { ...git, ...(hub && { hub }) }, () => {
    if (git) showStatus(task, git);
    if (hub?.login) showHubStatus(task, hub);
  });
  return EXIT.done;
}

function wantsShared(task: CommandRun, { offered, file }: Report): Promise<boolean> {
  const people = offered.people.map((name) => oneLine(name)).join(', ');
  task.err.line(`${file} has ${memoryCount(offered.memories)}${people === '' ? '' : ` by ${people}`}.`);
  task.err.line(
    'Those on the default branch are quoted to your agents in this project. `sqrl forget ID` drops one.',
  );
  return agrees(task, 'Use them? [y/N]');
}

/** Counts that are not nought, each with what it counts. */
const counted = (counts: readonly (readonly [number, string])[]): string =>
  counts.flatMap(([n, what]) => (n ? [`${n} ${what}`] : [])).join(', ');

/** A line for each count that is not nought, with what is to be said of it. */
function tell(out: CommandRun['out'], lines: readonly (readonly [count: number, said: string])[]): void {
  for (const [count, said] of lines) if (count > 0) out.line(said);
}

function showDone({ out }: CommandRun, done: Report): void {
  if (!done.joined) {
    out.line('Nothing is shared here yet: `sqrl share --git ID` begins it.');
    return;
  }
  const { added, changed, removed, file } = done;
  const news = counted([
    [added, 'new'],
    [changed, 'changed'],
    [removed, 'removed'],
  ]);
  out.line(news === '' ? 'Nothing new is shared.' : `Shared memories: ${news}.`);
  if (done.repaired) out.line(`Conflict markers were removed from ${file}; both sides are kept.`);
  if (done.written) out.line(`Wrote ${file}; commit it.`);
  showTroubles(out, done);
}

function showStatus({ out }: CommandRun, status: Report): void {
  const { standing, waiting, file, hasFile, joined, offered } = status;
  const { mine, reviewed, proposed } = standing;
  const agreed = status.agreedOn ?? 'no branch yet';
  if (!hasFile) out.line(`This repository shares no memories: there is no ${file}.`);
  else if (!joined)
    out.line(`${file} has ${memoryCount(offered.memories)}, not used here. Run \`sqrl sync\`.`);
  else
    out.line(
      `Shared: ${mine} from here, ${reviewed} from others, ${proposed} proposed. Agreed on ${agreed}.`,
    );
  tell(out, [[waiting, `${countNoun(waiting, 'change')} not in ${file} yet: run \`sqrl sync\`.`]]);
  showTroubles(out, status);
}

function showExchange({ out }: CommandRun, done: Output<'hubSync'>): void {
  const { comments, unopened, forged, proposed, contested, refused, left } = done;
  const news = counted([
    [done.sent, 'sent'],
    [done.added, 'new'],
    [done.changed, 'changed'],
    [done.removed, 'removed'],
    [comments, comments === 1 ? 'comment' : 'comments'],
  ]);
  out.line(news === '' ? 'In sync with the hub.' : `Hub: ${news}.`);
  if (done.recoveryCode !== null) {
    out.line(
      `Your global memories are sealed: the hub cannot read them. Keep this code: ${done.recoveryCode}`,
    );
    out.line(
      'On your other devices run `sqrl sync --personal --code CODE`. Without it they cannot be read again.',
    );
  }
  tell(out, [[unopened, `${memoryCount(unopened)} sealed with another code, and not used.`]]);
  const signed = 'the signature does not fit the person. `sqrl sync --status` names them.';
  if (forged > 0) out.warn(`${countNoun(forged, 'record')} not used: ${signed}`);
  if (done.rewound) out.line('The hub was restored from a backup; it got again what it had lost.');
  for (const name of done.lost)
    out.line(`${oneLine(name)} is no longer shared with you: others' memories were removed.`);
  const unused = 'a secret, a time ahead, or an id of another memory.';
  tell(out, [
    [proposed, `${memoryCount(proposed)} not reviewed: \`sqrl review\`.`],
    [contested, `${memoryCount(contested)} worded in two ways at once: \`sqrl review --conflicts\`.`],
    [refused, `${countNoun(refused, 'change')} refused by the hub: \`sqrl sync --status\`.`],
    [left, `${countNoun(left, 'record')} of the hub not used: ${unused}`],
  ]);
}

function showHubStatus({ out, ago }: CommandRun, hub: Output<'hubStatus'>): void {
  const { url, org, person } = hub.login!;
  const { failed, waiting, conflicts, aheadMs } = hub;
  const last = hub.syncedAt === null ? 'never yet' : ago(hub.syncedAt);
  out.line(`Hub: ${url} (${oneLine(org)}) as ${oneLine(person)}; last answer: ${last}.`);
  if (failed !== null) out.warn(`Since then: ${visible(failed)}`);
  for (const { kind, name, role, standing } of hub.spaces) {
    const { mine, reviewed, proposed } = standing;
    const counts = `${mine} from you, ${reviewed} reviewed, ${proposed} not reviewed`;
    out.line(`  ${kind} ${oneLine(name)} (${role}): ${counts}`);
  }
  const first = '`sqrl team brief` with its name shows what to know first.';
  for (const { name, isNew } of hub.spaces) if (isNew) out.line(`  ${oneLine(name)} is new to you: ${first}`);
  if (!hub.personal) out.line('  Global memories stay on this device: `sqrl sync --personal` syncs them.');
  tell(out, [[waiting, `${memoryCount(waiting)} with changes that wait for the hub.`]]);
  for (const { id, space, why } of hub.refused)
    out.line(`Refused: ${id} in ${oneLine(space)}: ${REFUSALS[why] ?? oneLine(why)}.`);
  for (const { id, space, person } of hub.forged) {
    const why = `Its signature is not ${oneLine(person)}'s; the hub may have changed the words.`;
    out.warn(`Not used: ${id} in ${oneLine(space)}. ${why}`);
  }
  for (const { device, person } of hub.exchanged) {
    const ask = `Ask ${oneLine(person)}, then: sqrl devices trust ${oneLine(device)}`;
    out.warn(`A device of ${oneLine(person)} has another key than before. ${ask}`);
  }
  const minutes = `${Math.round(Math.abs(aheadMs) / 60_000)} minutes ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
  tell(out, [
    [conflicts, `${countNoun(conflicts, 'conflict')}: \`sqrl review --conflicts\`.`],
    [Math.abs(aheadMs), `The clock of this machine is ${minutes} the hub's.`],
  ]);
}

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

function showTroubles(out: CommandRun['out'], report: Report): void {
  const { proposed, contested, secret, left, wrong, file } = report;
  const leaks = 'something looks like a secret. Revoke it and unshare the memory.';
  const odd = 'too many, dated ahead, or with the id of one of your memories.';
  tell(out, [
    [proposed, `${countNoun(proposed, 'proposal')} not on the default branch: \`sqrl review\`.`],
    [contested, `${memoryCount(contested)} worded in two ways at once: \`sqrl review\`.`],
    [secret, `${countNoun(secret, 'line')} not used: ${leaks}`],
    [left, `${countNoun(left, 'line')} not used: ${odd}`],
  ]);
  if (!wrong) return;
  out.line(`${countNoun(wrong.count, 'line')} of ${file} not understood; the first is line ${wrong.first}.`);
}
