import { randomBytes } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { oneLine, visible } from '@sqrl/base/plain.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { flags, oneOf, takes, text, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { readText } from '@sqrl/base/terminal/reading.ts';
import { countNoun, formatBytes, memoryCount } from '@sqrl/base/terminal/size.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { formsOf } from '../../command.ts';
import { filterHelp, filterOf, filterOptions } from '../../filter.ts';
import { answer, type CommandRun, declines, openMemory, tell } from '../../task.ts';

const FORMATS = ['json', 'markdown', 'claude'] as const;

const help = `
Usage: sqrl backup FILE [--force]
       sqrl backup restore FILE [--yes]
       sqrl backup export [--format FORMAT] [--out FILE [--force]] [filters]
       sqrl backup import FILE|- [--format FORMAT] [--mine] [--dry-run]

  --force          Replace the file if it exists
  --yes            With restore: do not ask; required without a terminal
  --format FORMAT  json (lossless, default), markdown (to read and edit), or claude (for a CLAUDE.md); import detects it
  --out FILE       With export: write to this file, readable by you only, instead of standard output
  --mine           With import: the file is your own export: keep its ids, history, pins and global rules. Danger: a file
                   written by someone else would then speak as you, in every project.
  --dry-run        With import: show what would be imported

\`sqrl backup FILE\` writes your global memory and every project's to one file. Protect it like the memories themselves.
Restoring replaces each store in it, and keeps the current one next to it. Restore only backups that you made yourself:
everything in one counts as yours.

Imported without --mine, every memory needs your review (\`sqrl review\`) before agents see it, and belongs to this
project. To import a rule file of this project use \`sqrl teach\`. Known memories are not stored twice, secrets are
redacted, and unreadable entries are listed and skipped; then the exit status is 1.

Export takes the filters of \`sqrl list\`:
${filterHelp}

Examples:
  $ sqrl backup ~/sqrl-2026-11-15.backup
  $ sqrl backup restore ~/sqrl-2026-11-15.backup
  $ sqrl backup export --format markdown --type decision > DECISIONS.md
  $ sqrl backup export --project ../old-shop | sqrl backup import - --mine
`;
const options = {
  ...filterOptions,
  ...flags('force', 'yes', 'mine', 'dry-run'),
  format: oneOf(FORMATS),
  out: text,
};

type Given = Values<typeof options>;

const filters = Object.keys(filterOptions) as (keyof typeof filterOptions)[];

export const backup = formsOf<typeof options>('backup', {
  help,
  options,
  forms: {
    '': {
      words: takes('the name of a file'),
      options: ['force'],
      run: (task, values, [name]) => {
        const file = resolve(task.world.cwd, name!);
        return tell(task, values, ['backup', { file, overwrite: values.force === true }], (output) => {
          const what = `${memoryCount(output.memories)} from ${countNoun(output.stores, 'store')}`;
          task.out.line(`Wrote ${what} to ${visible(output.file)} (${formatBytes(output.bytes)}).`);
        });
      },
    },
    restore: { words: takes('the name of a backup file'), options: ['yes'], run: restore },
    export: { options: [...filters, 'format', 'out', 'force'], run: exportTo },
    import: {
      words: takes('a file, or - for standard input'),
      options: ['format', 'mine', 'dry-run'],
      run: importFrom,
    },
  },
});

async function restore(task: CommandRun, values: Given, [name]: string[]): Promise<ExitCode> {
  const file = resolve(task.world.cwd, name!);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Problem(
      `File not found: ${file}.`,
      'Pass the path of a file made by `sqrl backup FILE`.',
      'not_found',
    );
  const question = `Replace the current memories with ${visible(file)}? [y/N]`;
  if (await declines(task, values.yes, question)) return EXIT.problem;
  return tell(task, values, ['restore', { file }], ({ stores }) => {
    for (const store of stores) {
      const kept = store.keptAt === null ? '' : `, kept at ${oneLine(store.keptAt)}`;
      const before = store.before > 0 || kept ? ` ${task.out.dim(`· before: ${store.before}${kept}`)}` : '';
      task.out.line(`${oneLine(store.name)}: ${memoryCount(store.memories)}${before}`);
    }
    task.out.line(`Restored ${countNoun(stores.length, 'store')}.`);
  });
}

async function exportTo(task: CommandRun, values: Given): Promise<ExitCode> {
  const { format = 'json', out, force } = values;
  const filter = filterOf(task, values);
  await using client = await openMemory(task, values);
  const { text, memories } = await client.call('export', {
    format,
    filter: Object.keys(filter).length > 0 ? filter : undefined,
  });
  if (out === undefined) {
    print(task, { format, memories, text });
    return EXIT.done;
  }
  const file = resolve(task.world.cwd, out);
  writePrivately(file, text, { replace: force === true });
  answer(task, { format, memories, file }, () => {
    task.out.line(`Wrote ${memoryCount(memories)} to ${visible(file)}.`);
  });
  return EXIT.done;
}

function print(task: CommandRun, output: { format: string; memories: number; text: string }): void {
  // With --json the json format is printed as it is, so that `sqrl backup export --json > file` can be imported.
  if (task.json && output.format !== 'json') answer(task, output, () => {});
  else {
    const text = output.text.endsWith('\n') ? output.text : `${output.text}\n`;
    // A file gets every byte; a terminal must not obey control characters in a memory.
    task.out.write(task.out.isTerminal ? visible(text) : text);
  }
}

const MAX_BYTES = 256_000_000;
const MAX_SHOWN_REFUSALS = 20;

async function importFrom(task: CommandRun, values: Given, [file]: string[]): Promise<ExitCode> {
  const { format, mine, 'dry-run': dryRun = false } = values;
  if (format === undefined && !isNamedLikeExport(file!))
    throw new Problem(
      `${oneLine(file!)} is not an export of memories: its name ends neither in .json nor in .md.`,
      'Create one with `sqrl backup export`. To read the file as notes all the same, pass --format claude.',
    );
  const text = await textOf(task, file!);
  if (text.trim() === '') throw usage('Nothing to import: the file is empty.');
  await using client = await openMemory(task, values);
  const output = await client.call('import', { text, dryRun, format, mine });
  answer(task, output, () => show(task, output, { dryRun, mine: mine === true }));
  return output.refused.length > 0 ? EXIT.problem : EXIT.done;
}

/** Source code and the like would be read as notes, sentence by sentence. */
const isNamedLikeExport = (file: string): boolean =>
  /^(?:|\.(?:json|md|mdc|markdown|txt))$/i.test(extname(file));

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
    err.quiet('Run `sqrl review` before agents see them; for your own export use --mine.');
  if (output.redacted > 0) {
    out.warn(`Secrets ${dryRun ? 'would be' : 'were'} redacted in ${memoryCount(output.redacted)}.`);
  }
  for (const { at, because } of output.refused.slice(0, MAX_SHOWN_REFUSALS)) {
    err.warn(`Skipped ${oneLine(at)}: ${oneLine(because)}`);
  }
  const more = output.refused.length - MAX_SHOWN_REFUSALS;
  if (more > 0) err.quiet(`… and ${more} more; --json lists all.`);
}

/** Writes a file that only its owner may read: all of it or nothing. Replaces an existing file only if asked to. */
export function writePrivately(path: string, text: string, options: { replace: boolean }): void {
  const file = options.replace ? target(path) : path;
  if (!options.replace && lstatSync(file, { throwIfNoEntry: false })) throw exists(path);
  const draft = join(dirname(file), `.sqrl-${randomBytes(6).toString('hex')}.tmp`);
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
    if (options.replace) renameSync(draft, file);
    // Linking fails where something has appeared meanwhile; renaming would replace it.
    else linkSync(draft, file);
  } catch (error) {
    throw explained(error, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The target of a link, which must be a regular file: /dev/stdout or a folder is never replaced. */
function target(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return path;
  if (!found.isFile()) throw new Problem(`${path} is not an ordinary file.`, 'Choose another name.');
  if (isDatabase(path))
    throw new Problem(
      `${path} is a database, perhaps a memory store or a backup, and is not replaced.`,
      'Choose another name, or delete it yourself.',
      'usage',
    );
  return realpathSync(path);
}

/** Whether a file is of SQLite, or the log that belongs to one. */
function isDatabase(path: string): boolean {
  const start = Buffer.alloc(15);
  try {
    const file = openSync(path, 'r');
    readSync(file, start);
    closeSync(file);
  } catch (error) {
    throw explained(error, path);
  }
  return start.toString('latin1') === 'SQLite format 3' || /^377f068[23]/.test(start.toString('hex'));
}

const exists = (path: string) =>
  new Problem(`${path} already exists.`, 'Pass --force to replace it, or choose another name.', 'usage');

function explained(error: unknown, path: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EEXIST') return exists(path);
  if (code === 'ENOENT')
    return new Problem(`The folder of ${path} does not exist.`, 'Create it first, or choose another name.');
  return code === undefined
    ? error
    : new Problem(`${path} could not be written (${message}).`, '', 'invalid', error);
}
