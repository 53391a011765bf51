import { resolve } from 'node:path';
import { oneLine } from '../../base/plain.ts';
import type { Output } from '../../protocol/verbs.ts';
import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { count } from '../size.ts';
import { answer, openMemory, type Task } from '../task.ts';
import { usage } from '../usage.ts';

export const summary = 'Read rule files (CLAUDE.md, AGENTS.md, …) into memories';
export const help = `
Usage: sqrl teach                     shows the rule files there are, and reads none
       sqrl teach --from FILE…        reads these
       sqrl teach --all               reads all there are

  --from FILE      A rule file (repeatable): CLAUDE.md, AGENTS.md, GEMINI.md, .cursorrules, a Markdown file of yours
  --all            Every rule file of this project, and those of yours that hold everywhere
  --dry-run        Say what would be read, and read nothing

Every rule becomes a memory that knows its file and line. When a file is edited its memories follow the next time
something is learnt: a line that is gone is deprecated, one that was changed takes the place of what it said before.
In a repository, lines that are new since then wait for you, since a \`git pull\` may have brought them: teach the file
again to accept them all, or look at each with \`sqrl review\`.

Examples:
  $ sqrl teach
  $ sqrl teach --from CLAUDE.md --from docs/conventions.md
`;
export const options = {
  from: { type: 'string', multiple: true },
  all: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('teach', task.argv, options);
  if (words.length > 0 && !values.from)
    throw usage(
      'teach reads files that are named with --from.',
      `Try \`sqrl teach --from ${words[0]}\`; to remember a sentence use \`sqrl remember\`.`,
    );
  wordsOf('teach', words, { what: 'options', from: 0, to: 0 });
  if (values.from && values.all)
    throw usage('--from and --all exclude each other.', 'Name files, or take all.');
  const dryRun = values['dry-run'] === true || (!values.from && !values.all);
  await using client = await openMemory(task, values);
  const output = await client.call('teach', {
    ...(values.from && { paths: values.from.map((path) => resolve(task.world.cwd, path)) }),
    dryRun,
  });
  answer(task, output, () => show(task, output, dryRun));
  return values.from && output.files.some(({ because }) => because !== null) ? EXIT.problem : EXIT.done;
}

function show({ out, err }: Task, { files }: Output<'teach'>, dryRun: boolean): void {
  if (files.length === 0) {
    err.line('No rule files were found.');
    err.line(err.paint('dim', 'Name one with --from.'));
    return;
  }
  for (const { path, because, ...counts } of files)
    out.line(`${oneLine(path)}: ${because === null ? told(counts) : out.paint('yellow', because.text)}`);
  if (dryRun) err.line(err.paint('dim', 'Nothing was read; `sqrl teach --all` reads these.'));
}

type Counts = Omit<Output<'teach'>['files'][number], 'path' | 'because'>;

function told({ rules, added, changed, known, removed, refused, waiting }: Counts): string {
  const parts = [
    added > 0 && `${added} new`,
    changed > 0 && `${changed} changed`,
    removed > 0 && `${removed} taken out`,
    known > 0 && `${known} known already`,
    refused > 0 && `${refused} left out, see \`sqrl why\``,
    waiting > 0 && `${waiting} to review`,
  ].filter((part) => part !== false);
  return `${count(rules, 'rule')}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}
