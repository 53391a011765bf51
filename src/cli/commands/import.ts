import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { oneLine } from '../../base/plain.ts';
import { Problem } from '../../base/problem.ts';
import type { Output } from '../../protocol/verbs.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { readText } from '../reading.ts';
import { count } from '../size.ts';
import { answer, openMemory, type Task } from '../task.ts';
import { oneOf, usage } from '../usage.ts';
import { FORMATS } from './export.ts';

export const summary = 'Read memories in from a file';
export const help = `
Usage: sqrl import FILE [--format FORMAT] [--mine] [--dry-run]
       sqrl import -    [--format FORMAT] [--mine] [--dry-run]

  --format FORMAT  json, markdown or claude; told from the text unless said
  --mine           The file is an export of your own: take everything as it says, with ids, history, pins and global
                   rules. Danger: a file that somebody else wrote would then speak as you, in every project.
  --dry-run        Only say what would happen

Without --mine every memory waits for you in \`sqrl review\`, in this project, and is not told to agents until then.
To have a rule file of this project read and followed, use \`sqrl teach\`. What is known already is not stored twice; secrets are taken out; what cannot be read is named and left out.
Ends with 1 when something was left out.

Examples:
  $ sqrl import colleague.json
  $ sqrl export --project ../old-shop | sqrl import - --mine
`;
export const options = {
  format: { type: 'string' },
  mine: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const satisfies Options;

const MAX_BYTES = 256_000_000;
const REFUSALS_SHOWN = 20;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('import', task.argv, options);
  const [file] = wordsOf('import', words, { what: 'a file, or - for standard input', from: 1, to: 1 });
  const format = values.format === undefined ? undefined : oneOf('--format', values.format, FORMATS);
  const dryRun = values['dry-run'] === true;
  const text = await textOf(task, file!);
  if (text.trim() === '') throw usage('There is nothing to import: the file is empty.');

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

async function textOf(task: Task, file: string): Promise<string> {
  if (file === '-')
    return readText(task.world.stdin, { limit: MAX_BYTES, name: 'Standard input', signal: task.signal });
  const path = resolve(task.world.cwd, file);
  try {
    return await readText(createReadStream(path), { limit: MAX_BYTES, name: path, signal: task.signal });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof Problem || code === undefined) throw error;
    const why =
      { ENOENT: 'does not exist', EISDIR: 'is a folder', EACCES: 'may not be read by you' }[code] ??
      `could not be read (${code})`;
    throw new Problem(
      `${path} ${why}.`,
      code === 'EISDIR' ? '`sqrl index` reads a folder of notes.' : '',
      'invalid',
      error,
    );
  }
}

function show(
  task: Task,
  output: Output<'import'>,
  { dryRun, mine }: { dryRun: boolean; mine: boolean },
): void {
  const { out, err } = task;
  const changed = output.changed > 0 ? `, ${output.changed} brought up to date` : '';
  const known = output.known > 0 ? `, ${output.known} known already` : '';
  const left = output.refused.length > 0 ? `, ${output.refused.length} left out` : '';
  out.line(
    `${dryRun ? 'Would read' : 'Read'} ${count(output.added, 'new memory', 'new memories')} (${output.format})${changed}${known}${left}.`,
  );
  if (output.added > 0 && !mine && !dryRun)
    err.line(
      err.paint('dim', 'They wait for you in `sqrl review`; an export of your own is taken with --mine.'),
    );
  if (output.redacted > 0) {
    out.line(
      out.paint(
        'yellow',
        `Secrets ${dryRun ? 'would be' : 'were'} taken out of ${count(output.redacted, 'memory', 'memories')}.`,
      ),
    );
  }
  for (const { at, because } of output.refused.slice(0, REFUSALS_SHOWN)) {
    err.line(err.paint('yellow', `Left out ${oneLine(at)}: ${oneLine(because)}`));
  }
  const more = output.refused.length - REFUSALS_SHOWN;
  if (more > 0) err.line(err.paint('dim', `… and ${more} more; --json names them all.`));
}
