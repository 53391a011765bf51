import { isCommitId } from '@sqrl/base/model/commit-id.ts';
import { isSaidId } from '@sqrl/base/model/said.ts';
import { takes, type Values, whole } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import { showCard } from '../../card.ts';
import { command } from '../../command.ts';
import { showPassage } from '../../passage-view.ts';
import { showCommit } from '../../repository-view.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

const help = `
Usage: sqrl show ID
       sqrl show said:ID [--before N] [--after N]
       sqrl show commit:ID

Shows the whole text, what it is about, where it came from, what it is linked to and how often it helped. For the
code it is about, it shows whether that is fresh, stale since a commit, moved, or gone; \`sqrl edit ID --verified\`
confirms the memory for the code as it is now. Exits with status 3 if the memory does not exist.

An id that starts with said: is a message of a session. It is shown in its conversation, marked with >, with the task
and the files at hand; a long conversation is folded in the middle. A prefix of at least 8 digits is enough. One that starts with commit: is a commit of the
repository, shown with its message and files.

  --before N       Show only N messages before it, at most 200
  --after N        Show only N messages after it, at most 200

Examples:
  $ sqrl show 7k3f9x2m
  $ sqrl show said:1a2b3c4d --before 10
`;
const options = { before: whole(0, 200), after: whole(0, 200) };

export const show = command('show', {
  help,
  options,
  words: takes('the id of a memory, a message or a commit'),
  run,
});

async function run(task: CommandRun, values: Values<typeof options>, [id]: string[]): Promise<ExitCode> {
  const { before, after } = values;
  if (!isSaidId(id!) && (before ?? after) !== undefined)
    throw usage('--before and --after need the id of a message, such as said:1a2b3c4d.');
  await using client = await openMemory(task, values);
  if (isSaidId(id!)) {
    const passage = await client.call('passage', { id: id!, before, after });
    answer(task, passage, () => showPassage(task.out, passage));
  } else if (isCommitId(id!)) {
    const commit = await client.call('commit', { id: id! });
    answer(task, commit, () => showCommit(task, commit));
  } else {
    const memory = await client.call('get', { id: id! });
    answer(task, memory, () => showCard(task.out, memory, task.world.now()));
  }
  return EXIT.done;
}
