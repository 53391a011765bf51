import { readFileSync, writeFileSync } from 'node:fs';
import { Problem } from '../../../base/problem.ts';
import { MAX_SHARED_BYTES, mergeShared } from '../../../model/sync/lines.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import type { CommandRun } from '../../task.ts';

export const help = `
Usage: sqrl merge-driver BASE OURS THEIRS

Git runs it for .ctx/memories.jsonl once \`sqrl share\`, \`sqrl sync\` or \`sqrl init\` registered it: merge.sqrl.driver in git's settings.
Writes the merged lines into OURS. Exits with status 1, and changes nothing, if a side has lines that are not memories.

Example:
  $ sqrl merge-driver base.jsonl ours.jsonl theirs.jsonl
`;
export const options = {} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { words } = argumentsOf('merge-driver', task.argv, options);
  const [base, ours, theirs] = positionalsOf('merge-driver', words, { what: 'three files', from: 3, to: 3 });
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
