import { resolve } from 'node:path';
import { oneLine } from '@sqrl/base/plain.ts';
import { flags, positionalsOf, takes, texts } from '@sqrl/base/terminal/arguments.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

export const teach = command('teach', {
  help: `
Usage: sqrl teach                     lists the rule files found, imports none
       sqrl teach --from FILE…        imports these
       sqrl teach --all               imports all of them

  --from FILE      Rule file (repeatable): CLAUDE.md, AGENTS.md, GEMINI.md, .cursorrules, any Markdown file of yours
  --all            Every rule file of this project, and your global ones
  --dry-run        Show what would be imported

Every rule becomes a memory linked to its file and line. After an edit of the file its memories are updated at the
next learning run: a removed line is deprecated, a changed line replaces the old one. In a repository, new lines need
review, since a \`git pull\` may have brought them: import the file again to accept them all, or use \`sqrl review\`.

Examples:
  $ sqrl teach
  $ sqrl teach --from CLAUDE.md --from docs/conventions.md
`,
  options: {
    from: texts,
    ...flags('all', 'dry-run'),
  },
  words: takes('words', 0, Number.POSITIVE_INFINITY),
  apart: [['from', 'all']],
  run: async (task, values, words) => {
    if (words.length > 0 && !values.from)
      throw usage(
        `teach: unexpected argument "${words[0]}".`,
        `Run \`sqrl teach --from ${words[0]}\`; to remember a sentence use \`sqrl remember\`.`,
      );
    positionalsOf('teach', words, { what: 'options', from: 0, to: 0 });
    const dryRun = values['dry-run'] === true || (!values.from && !values.all);
    await using client = await openMemory(task, values);
    const output = await client.call('teach', {
      ...(values.from && { paths: values.from.map((path) => resolve(task.world.cwd, path)) }),
      dryRun,
    });
    answer(task, output, () => show(task, output, dryRun));
    return values.from && output.files.some(({ because }) => because !== null) ? EXIT.problem : EXIT.done;
  },
});

function show({ out, err }: CommandRun, { files }: Output<'teach'>, dryRun: boolean): void {
  if (files.length === 0) {
    err.line('No rule files were found.');
    err.quiet('Pass a file with --from.');
    return;
  }
  for (const { path, because, ...counts } of files)
    out.line(`${oneLine(path)}: ${because === null ? told(counts) : out.paint('yellow', because)}`);
  if (dryRun) err.quiet('Nothing was imported; run `sqrl teach --all` to import these.');
}

type Counts = Omit<Output<'teach'>['files'][number], 'path' | 'because'>;

function told({ rules, added, changed, known, removed, refused, waiting, held }: Counts): string {
  const parts = [
    added > 0 && `${added} new`,
    changed > 0 && `${changed} changed`,
    removed > 0 && `${removed} removed`,
    known > 0 && `${known} already known`,
    refused > 0 && `${refused} dropped, see \`sqrl history why\``,
    waiting > 0 && `${waiting} to review`,
    held > 0 && `${held} checked before an agent acts`,
  ].filter((part) => part !== false);
  return `${countNoun(rules, 'rule')}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
}
