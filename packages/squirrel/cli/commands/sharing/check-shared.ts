import { MAX_SHARED_BYTES, SHARED_FILE } from '@sqrl/base/model/sync/lines.ts';
import type { Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { readText } from '@sqrl/base/terminal/reading.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

const help = `
Usage: sqrl check-shared < FILE

Git's pre-commit hook runs it on the staged .ctx/memories.jsonl. Exits with status 1 if a line holds what looks like a
secret, or is not a memory.

Example:
  $ git show :.ctx/memories.jsonl | sqrl check-shared
`;
const options = {};

export const checkShared = command('check-shared', { help, options, run });

async function run(task: CommandRun, values: Values<typeof options>): Promise<ExitCode> {
  const limit = MAX_SHARED_BYTES;
  const text = await readText(task.world.stdin, { limit, name: 'The input', signal: task.signal });
  await using client = await openMemory(task, values);
  const output = await client.call('checkShared', { text });
  const wrong = output.secrets.length > 0 || output.wrong !== null;
  answer(task, output, () => {
    for (const { line, found } of output.secrets)
      task.err.line(`${SHARED_FILE}:${line} holds what looks like a secret (${found.join(', ')}).`);
    if (output.wrong) task.err.line(`${SHARED_FILE}:${output.wrong.first} is not a memory.`);
    if (wrong) task.err.line('Reword it with `sqrl edit`, run `sqrl sync`, and stage the file again.');
  });
  return wrong ? EXIT.problem : EXIT.done;
}
