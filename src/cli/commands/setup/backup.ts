import { resolve } from 'node:path';
import { visible } from '../../../base/plain.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { countNoun, formatBytes } from '../../size.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';

export const help = `
Usage: sqrl backup FILE [--force]
       sqrl backup restore FILE [--yes]
       sqrl backup export [--format FORMAT] [--out FILE]
       sqrl backup import FILE [--mine]

  --force    Replace the file if it exists

\`sqrl backup FILE\` writes your global memory and every project's to one file. Protect it like the memories themselves.
\`sqrl help backup restore\` (export, import) shows the options of a subcommand.

Examples:
  $ sqrl backup ~/sqrl-2026-11-15.backup
  $ sqrl backup restore ~/sqrl-2026-11-15.backup
`;
export const options = { force: { type: 'boolean' } } as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('backup', task.argv, options);
  const [name] = positionalsOf('backup', words, { what: 'the name of a file', from: 1, to: 1 });
  const file = resolve(task.world.cwd, name!);
  await using client = await openMemory(task, values);
  const output = await client.call('backup', { file, overwrite: values.force === true });
  answer(task, output, () => {
    const what = `${countNoun(output.memories, 'memory', 'memories')} from ${countNoun(output.stores, 'store')}`;
    task.out.line(`Wrote ${what} to ${visible(output.file)} (${formatBytes(output.bytes)}).`);
  });
  return EXIT.done;
}
