import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { oneLine } from '../../../base/plain.ts';
import { Problem } from '../../../base/problem.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { readText } from '../../reading.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { optionChoice, usage } from '../../usage.ts';
import { FORMATS } from './export.ts';

export const help = `
Usage: sqrl backup import FILE [--format FORMAT] [--mine] [--dry-run]
       sqrl backup import -    [--format FORMAT] [--mine] [--dry-run]

  --format FORMAT  json, markdown or claude; detected from the text by default
  --mine           The file is your own export: keep its ids, history, pins and global rules. Danger: a file written
                   by someone else would then speak as you, in every project.
  --dry-run        Show what would be imported

Without --mine every memory needs your review (\`sqrl review\`) before agents see it, and belongs to this project.
To import a rule file of this project use \`sqrl teach\`. Known memories are not stored twice, secrets are redacted, and
unreadable entries are listed and skipped. Exits with status 1 if an entry was skipped.

Examples:
  $ sqrl backup import colleague.json
  $ sqrl backup export --project ../old-shop | sqrl backup import - --mine
`;
export const options = {
  format: { type: 'string' },
  mine: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const satisfies Options;

const MAX_BYTES = 256_000_000;
const MAX_SHOWN_REFUSALS = 20;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('backup import', task.argv, options);
  const [file] = positionalsOf('backup import', words, {
    what: 'a file, or - for standard input',
    from: 1,
    to: 1,
  });
  const format = values.format === undefined ? undefined : optionChoice('--format', values.format, FORMATS);
  const dryRun = values['dry-run'] === true;
  const text = await textOf(task, file!);
  if (text.trim() === '') throw usage('Nothing to import: the file is empty.');

  await using client = await openMemory(task, values);
  const mine = values.mine === true;
  const output = await client.call('import', {
    ...{ text, dryRun },
    ...(format && { format }),
    ...(mine && { mine }),
  });
  answer(task, output, () => show(task, output, { dryRun, mine }));
  return output.refused.length > 0 ? EXIT.problem : EXIT.done;
}

async function textOf(task: CommandRun, file: string): Promise<string> {
  if (file === '-')
    return readText(task.world.stdin, { limit: MAX_BYTES, name: 'Standard input', signal: task.signal });
  const path = resolve(task.world.cwd, file);
  try {
    return await readText(createReadStream(path), { limit: MAX_BYTES, name: path, signal: task.signal });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof Problem || code === undefined) throw error;
    const why =
      { ENOENT: 'does not exist', EISDIR: 'is a folder', EACCES: 'is not readable' }[code] ??
      `could not be read (${code})`;
    throw new Problem(
      `${path} ${why}.`,
      code === 'EISDIR' ? 'Run `sqrl ingest notes FOLDER` to read a folder of notes.' : '',
      'invalid',
      error,
    );
  }
}

function show(
  task: CommandRun,
  output: Output<'import'>,
  { dryRun, mine }: { dryRun: boolean; mine: boolean },
): void {
  const { out, err } = task;
  const changed = output.changed > 0 ? `, ${output.changed} updated` : '';
  const known = output.known > 0 ? `, ${output.known} already known` : '';
  const left = output.refused.length > 0 ? `, ${output.refused.length} skipped` : '';
  out.line(
    `${dryRun ? 'Would import' : 'Imported'} ${countNoun(output.added, 'new memory', 'new memories')} (${output.format})${changed}${known}${left}.`,
  );
  if (output.added > 0 && !mine && !dryRun)
    err.line(err.paint('dim', 'Run `sqrl review` before agents see them; for your own export use --mine.'));
  if (output.redacted > 0) {
    out.line(
      out.paint(
        'yellow',
        `Secrets ${dryRun ? 'would be' : 'were'} redacted in ${countNoun(output.redacted, 'memory', 'memories')}.`,
      ),
    );
  }
  for (const { at, because } of output.refused.slice(0, MAX_SHOWN_REFUSALS)) {
    err.line(err.paint('yellow', `Skipped ${oneLine(at)}: ${oneLine(because.text)}`));
  }
  const more = output.refused.length - MAX_SHOWN_REFUSALS;
  if (more > 0) err.line(err.paint('dim', `… and ${more} more; --json lists all.`));
}
