import { readFileSync, writeFileSync } from 'node:fs';
import { MAX_SHARED_BYTES, mergeShared } from '@sqrl/base/model/sync/lines.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { takes, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { command } from '../../command.ts';
import type { CommandRun } from '../../task.ts';

const help = `
Usage: sqrl merge-driver BASE OURS THEIRS

Git runs it for .ctx/memories.jsonl once \`sqrl share\`, \`sqrl sync\` or \`sqrl init\` registered it: merge.sqrl.driver in git's settings.
Writes the merged lines into OURS. Exits with status 1, and changes nothing, if a side has lines that are not memories.

Example:
  $ sqrl merge-driver base.jsonl ours.jsonl theirs.jsonl
`;
const options = {};

export const mergeDriver = command('merge-driver', { help, options, words: takes('three files', 3), run });

async function run(
  _task: CommandRun,
  _: Values<typeof options>,
  [base, ours, theirs]: string[],
): Promise<ExitCode> {
  const merged = mergeShared(textOf(base!), textOf(ours!), textOf(theirs!));
  if (merged === undefined)
    throw new Problem(
      'A side has lines that are not shared memories.',
      'Fix them by hand; `sqrl sync` removes conflict markers.',
      'invalid',
    );
  writeFileSync(ours!, merged);
  return EXIT.done;
}

function textOf(path: string): string {
  const text = readFileSync(path, 'utf8');
  if (text.length <= MAX_SHARED_BYTES) return text;
  throw new Problem(`${path} is too large to be merged.`, '', 'invalid');
}
