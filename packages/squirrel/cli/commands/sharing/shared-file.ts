import { readFileSync, writeFileSync } from 'node:fs';
import { MAX_SHARED_BYTES, mergeShared, SHARED_FILE } from '@sqrl/base/model/sync/lines.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { takes } from '@sqrl/base/terminal/arguments.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { readText } from '@sqrl/base/terminal/reading.ts';
import { command } from '../../command.ts';
import { answer, openMemory } from '../../task.ts';

export const mergeDriver = command('merge-driver', {
  help: `
Usage: sqrl merge-driver BASE OURS THEIRS

Git runs it for .ctx/memories.jsonl once \`sqrl share\`, \`sqrl sync\` or \`sqrl init\` registered it: merge.sqrl.driver in git's settings.
Writes the merged lines into OURS. Exits with status 1, and changes nothing, if a side has lines that are not memories.

Example:
  $ sqrl merge-driver base.jsonl ours.jsonl theirs.jsonl
`,
  options: {},
  words: takes('three files', 3),
  run: async (_task, _, [base, ours, theirs]) => {
    const merged = mergeShared(textOf(base!), textOf(ours!), textOf(theirs!));
    if (merged === undefined)
      throw new Problem(
        'A side has lines that are not shared memories.',
        'Fix them by hand; `sqrl sync` removes conflict markers.',
        'invalid',
      );
    writeFileSync(ours!, merged);
  },
});

function textOf(path: string): string {
  const text = readFileSync(path, 'utf8');
  if (text.length <= MAX_SHARED_BYTES) return text;
  throw new Problem(`${path} is too large to be merged.`, '', 'invalid');
}

export const checkShared = command('check-shared', {
  help: `
Usage: sqrl check-shared < FILE

Git's pre-commit hook runs it on the staged .ctx/memories.jsonl. Exits with status 1 if a line holds what looks like a
secret, or is not a memory.

Example:
  $ git show :.ctx/memories.jsonl | sqrl check-shared
`,
  options: {},
  run: async (task, values) => {
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
  },
});
