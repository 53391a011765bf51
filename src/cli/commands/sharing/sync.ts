import { oneLine } from '../../../base/plain.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { offerGitSetup } from '../../setup/git-setup.ts';
import { countNoun } from '../../size.ts';
import { agrees, answer, type CommandRun, openMemory } from '../../task.ts';
import { refuseAgents } from './share.ts';

export const summary = "Read and write the team's shared memories";
export const help = `
Usage: sqrl sync [--status] [--yes]

  --status   Show how this project shares, and change nothing
  --yes      Use what others share here, without asking

Reads .ctx/memories.jsonl and writes your changes to shared memories into it; commit the file afterwards. Lines on the
default branch were reviewed: agents are told them, quoted and with their author's name. Lines that only your branch or
work tree has are proposals, which wait in \`sqrl review\`. A file with conflict markers is repaired: both sides are kept.
Before the first time it asks: nothing of a repository's file is used unless you say so. Then the daemon reads it after
each pull.

Examples:
  $ sqrl sync
  $ sqrl sync --status --json
`;
export const options = {
  status: { type: 'boolean' },
  yes: { type: 'boolean' },
} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('sync', task.argv, options);
  positionalsOf('sync', words, { what: 'options', from: 0, to: 0 });
  await using client = await openMemory(task, values);
  if (values.status) {
    const status = await client.call('sync', { write: false });
    answer(task, status, () => showStatus(task, status));
    return EXIT.done;
  }
  let done = await client.call('sync', {});
  if (!done.joined && done.hasFile) {
    refuseAgents(task, 'decide to use shared memories');
    if (!values.yes && !(await wantsShared(task, done))) {
      task.err.line('Nothing was read.');
      return EXIT.problem;
    }
    done = await client.call('sync', { join: true });
    await offerGitSetup(task, { project: values.project, yes: values.yes === true });
  }
  answer(task, done, () => showDone(task, done));
  return done.joined ? EXIT.done : EXIT.nothing;
}

type Report = Output<'sync'>;

function wantsShared(task: CommandRun, { offered, file }: Report): Promise<boolean> {
  const people = offered.people.map((name) => oneLine(name)).join(', ');
  const what = countNoun(offered.memories, 'memory', 'memories');
  task.err.line(`${file} has ${what}${people === '' ? '' : ` by ${people}`}.`);
  task.err.line(
    'Those on the default branch are quoted to your agents in this project. `sqrl forget ID` drops one.',
  );
  return agrees(task, { question: 'Use them? [y/N]', wanted: 'y' });
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
    out.line(
      `${file} has ${countNoun(status.offered.memories, 'memory', 'memories')}, not used here. Run \`sqrl sync\`.`,
    );
  else
    out.line(
      `Shared: ${standing.mine} from here, ${standing.reviewed} from others, ${standing.proposed} proposed. Agreed on ${status.agreedOn ?? 'no branch yet'}.`,
    );
  if (waiting > 0) out.line(`${countNoun(waiting, 'change')} not in ${file} yet: run \`sqrl sync\`.`);
  showTroubles(out, status);
}

function showTroubles(
  out: CommandRun['out'],
  { proposed, contested, secret, left, wrong, file }: Report,
): void {
  if (proposed > 0)
    out.line(`${countNoun(proposed, 'proposal')} not on the default branch: \`sqrl review\`.`);
  if (contested > 0)
    out.line(
      `${countNoun(contested, 'memory', 'memories')} worded differently by two people: \`sqrl review\`.`,
    );
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
