import { oneLine, visible } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { flag, flags, takes, text } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { memoryCount } from '@sqrl/base/terminal/size.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import type { VerbClient } from '../../../protocol/client.ts';
import { command } from '../../command.ts';
import { offerGitSetup } from '../../setup/plan-view.ts';
import { answer, type CommandRun, declines, openMemory } from '../../task.ts';

export const share = command('share', {
  help: `
Usage: sqrl share --git ID… [--yes] [--dry-run]
       sqrl share --git --all [--yes] [--dry-run]
       sqrl share ID… --to SPACE [--yes] [--dry-run]

  --git       Through .ctx/memories.jsonl, a file of the repository (the default, unless the project is linked)
  --to SPACE  Through the hub: project, the name of a team, or team:NAME and org:NAME
  --all       Every memory of this project that you said or confirmed; none that waits for review
  --dry-run   Show what would be shared
  --yes       Do not ask; required without a terminal

Shows each text before it leaves, writes the file, and names git's merge driver in .gitattributes. Commit both files: the
pull request is the review. Teammates read it with \`sqrl sync\`. On the first use it offers to register the merge driver
and a check for secrets before each commit.

At the hub, a memory of the project goes to the project's space as it is. For a team or the organization a new one is made
from it that applies to all projects; agents of others are told it once a maintainer has approved it. \`sqrl unshare\` takes
memories back; git's history keeps what was committed.

Examples:
  $ sqrl share --git 7k3f9x2m
  $ sqrl share --git --all --dry-run
  $ sqrl share 7k3f9x2m --to crew
`,
  options: {
    ...flags('git', 'all', 'yes', 'dry-run'),
    to: text,
  },
  words: takes('words', 0, Number.POSITIVE_INFINITY),
  apart: [
    ['to', 'git'],
    ['to', 'all'],
  ],
  run: async (task, values, ids) => {
    const all = values.all === true;
    if (all === ids.length > 0) throw usage('share takes ids, or --all.', 'Run `sqrl list` to see the ids.');
    await using client = await openMemory(task, values);
    if (values.to !== undefined)
      return await shareTo(task, client, {
        ...{ ids, to: values.to },
        ...{ yes: values.yes === true, dryRun: values['dry-run'] === true },
      });
    if (!values.git) await refuseUnclear(client);
    const planned = await client.call('share', { ids, all, dryRun: true });
    if (!values['dry-run'] && planned.shared.length + planned.known === 0) {
      answer(task, { ...planned, shared: [] }, () => task.out.line('There is nothing to share.'));
      return EXIT.nothing;
    }
    if (!task.json) show(task, planned);
    if (values['dry-run']) {
      answer(task, planned, () => task.err.quiet('Dry run: nothing was written.'));
      return EXIT.done;
    }
    const what = memoryCount(planned.shared.length);
    const question = `Share ${what} as ${oneLine(planned.person)} in ${planned.file}, a file of the repository? [y/N]`;
    if (planned.shared.length > 0 && (await declines(task, values.yes, question, 'Nothing was shared.')))
      return EXIT.problem;
    const done = await client.call('share', { ids, all });
    answer(task, done, () => {
      task.out.line(
        done.shared.length === 0
          ? `Shared already; ${done.file} has it.`
          : `Shared ${memoryCount(done.shared.length)} in ${done.file}.`,
      );
      task.out.line(`Commit it: git add ${done.file} .gitattributes && git commit`);
    });
    await offerGitSetup(task, { project: values.project, yes: values.yes === true });
  },
});

async function shareTo(
  task: CommandRun,
  client: VerbClient,
  { ids, to, yes, dryRun }: { ids: string[]; to: string; yes: boolean; dryRun: boolean },
): Promise<ExitCode> {
  const planned = await client.call('hubShare', { ids, space: to, dryRun: true });
  if (!task.json) show(task, planned);
  if (dryRun) {
    answer(task, planned, () => task.err.quiet('Dry run: nothing was sent.'));
    return EXIT.done;
  }
  const { kind, name } = planned.space;
  const where = `${kind === 'org' ? 'organization' : kind} ${oneLine(name)}`;
  const question = `Share ${memoryCount(planned.shared.length)} with ${where}? [y/N]`;
  if (planned.shared.length > 0 && (await declines(task, yes, question, 'Nothing was shared.')))
    return EXIT.problem;
  const done = await client.call('hubShare', { ids, space: to });
  answer(task, done, () => {
    task.out.line(
      done.shared.length === 0
        ? `Shared already with ${where}.`
        : `Shared ${memoryCount(done.shared.length)} with ${where}.`,
    );
    if (done.proposed && done.shared.length > 0)
      task.out.line('Agents of others are told when a maintainer approves: `sqrl review --proposals`.');
  });
  await sendSoon(task, client);
  return EXIT.done;
}

/** Git is meant where nothing is said, unless the project is linked with a hub. */
async function refuseUnclear(client: VerbClient): Promise<void> {
  const { linked } = await client.call('hubStatus', {});
  if (linked !== null)
    throw usage(
      `This project is linked with ${oneLine(linked)} at the hub; share does not say where to.`,
      'Pass --to project for the hub, or --git for a file of the repository.',
    );
}

function show(
  { err }: CommandRun,
  { shared, known }: { shared: { id: string; text: string }[]; known: number },
): void {
  // Whole: it leaves this machine.
  for (const { id, text } of shared) err.line(`${err.dim(id)} ${oneLine(text)}`);
  if (known > 0) err.quiet(`${memoryCount(known)} shared already.`);
}

export const unshare = command('unshare', {
  help: `
Usage: sqrl unshare ID… [--yes]

  --yes   Do not ask; required without a terminal

Removes the texts from .ctx/memories.jsonl, or from the hub, for everybody; commit the file. Your own memories stay with
you, on this device. Git's: those of others are removed here too. Git's history keeps what was committed: a secret must be revoked, not only unshared.

Example:
  $ sqrl unshare 7k3f9x2m
`,
  options: { yes: flag },
  words: takes('the ids of shared memories', 1, Number.POSITIVE_INFINITY),
  run: async (task, values, ids) => {
    await using client = await openMemory(task, values);
    const what = ids.length === 1 ? 'this memory' : `these ${ids.length} memories`;
    const question = `Take ${what} out of what everybody shares? [y/N]`;
    if (await declines(task, values.yes, question)) return EXIT.problem;
    const output = await client.call('unshare', { ids });
    answer(task, output, () => {
      const what = `Unshared ${memoryCount(output.unshared.length)}`;
      task.out.line(output.file === null ? `${what}.` : `${what}; commit ${output.file}.`);
      if (output.file !== null) task.out.line(HISTORY_KEEPS);
    });
    await sendSoon(task, client);
  },
});

/** Said wherever something leaves the shared file. */
export const HISTORY_KEEPS =
  "Git's history keeps the text: everyone with the repository can still read it in older commits.";

/** Sends what waits for the hub, where there is one; one that does not answer gets it later, from the daemon. */
export async function sendSoon(task: CommandRun, client: VerbClient): Promise<void> {
  try {
    const { login, waiting } = await client.call('hubStatus', {});
    if (login && waiting > 0) await client.call('hubSync', {});
  } catch (error) {
    if (!(error instanceof Problem) || error.code === 'cancelled') throw error;
    task.err.warn(visible(error.message));
    task.err.quiet(visible(error.hint));
  }
}
