import { flag, takes, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { memoryCount } from '@sqrl/base/terminal/size.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, declines, openMemory } from '../../task.ts';
import { sendSoon } from './send-soon.ts';

const help = `
Usage: sqrl unshare ID… [--yes]

  --yes   Do not ask; required without a terminal

Removes the texts from .ctx/memories.jsonl, or from the hub, for everybody; commit the file. Your own memories stay with
you, on this device. Git's: those of others are removed here too. Git's history keeps what was committed: a secret must be revoked, not only unshared.

Example:
  $ sqrl unshare 7k3f9x2m
`;
const options = { yes: flag };

export const unshare = command('unshare', {
  help,
  options,
  words: takes('the ids of shared memories', 1, Number.POSITIVE_INFINITY),
  run,
});

async function run(task: CommandRun, values: Values<typeof options>, ids: string[]): Promise<ExitCode> {
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
  return EXIT.done;
}

/** Said wherever something leaves the shared file. */
export const HISTORY_KEEPS =
  "Git's history keeps the text: everyone with the repository can still read it in older commits.";
