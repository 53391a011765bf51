import { resolve } from 'node:path';
import { visible } from '../../../base/plain.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { filterHelp, filterOf, filterOptions } from '../../filter.ts';
import { writePrivately } from '../../private-file.ts';
import { countNoun } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { optionChoice } from '../../usage.ts';

export const FORMATS = ['json', 'markdown', 'claude'] as const;

export const help = `
Usage: sqrl backup export [--format FORMAT] [--out FILE [--force]] [options]

  --format FORMAT  json (lossless, default), markdown (to read and edit), or claude (for a CLAUDE.md)
  --out FILE       Write to this file, readable by you only, instead of standard output
  --force          Replace the file if it exists
${filterHelp}

Examples:
  $ sqrl backup export --out memories.json
  $ sqrl backup export --format markdown --type decision > DECISIONS.md
`;
export const options = {
  ...filterOptions,
  format: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean' },
} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('backup export', task.argv, options);
  positionalsOf('backup export', words, { what: 'options', from: 0, to: 0 });
  const format = optionChoice('--format', values.format ?? 'json', FORMATS);
  const filter = filterOf(task, values);

  await using client = await openMemory(task, values);
  const { text, memories } = await client.call('export', {
    format,
    ...(Object.keys(filter).length > 0 && { filter }),
  });
  if (values.out === undefined) {
    print(task, { format, memories, text });
    return EXIT.done;
  }
  const file = resolve(task.world.cwd, values.out);
  writePrivately(file, text, { replace: values.force === true });
  answer(task, { format, memories, file }, () => {
    task.out.line(`Wrote ${countNoun(memories, 'memory', 'memories')} to ${visible(file)}.`);
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
