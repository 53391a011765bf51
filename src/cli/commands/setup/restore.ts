import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { oneLine, visible } from '../../../base/plain.ts';
import { Problem } from '../../../base/problem.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { countNoun } from '../../size.ts';
import { agrees, answer, type CommandRun, openMemory } from '../../task.ts';

export const help = `
Usage: sqrl backup restore FILE [--yes]

  --yes    Do not ask; required without a terminal

Every store in the backup replaces the current one, which is kept next to it; other stores stay as they are. Restore
only backups that you made yourself: everything in one counts as yours.

Example:
  $ sqrl backup restore ~/sqrl-2026-11-15.backup
`;
export const options = { yes: { type: 'boolean' } } as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('backup restore', task.argv, options);
  const [name] = positionalsOf('backup restore', words, {
    what: 'the name of a backup file',
    from: 1,
    to: 1,
  });
  const file = resolve(task.world.cwd, name!);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Problem(
      `File not found: ${file}.`,
      'Pass the path of a file made by `sqrl backup FILE`.',
      'not_found',
    );
  const question = `Replace the current memories with ${visible(file)}? [y/N]`;
  if (!values.yes && !(await agrees(task, { question, wanted: 'y' }))) {
    task.err.line('Nothing was changed.');
    return EXIT.problem;
  }

  await using client = await openMemory(task, values);
  const output = await client.call('restore', { file });
  answer(task, output, () => {
    for (const store of output.stores) {
      const kept = store.keptAt === null ? '' : `, kept at ${oneLine(store.keptAt)}`;
      const before =
        store.before > 0 || kept ? ` ${task.out.paint('dim', `· before: ${store.before}${kept}`)}` : '';
      task.out.line(`${oneLine(store.name)}: ${countNoun(store.memories, 'memory', 'memories')}${before}`);
    }
    task.out.line(`Restored ${countNoun(output.stores.length, 'store')}.`);
  });
  return EXIT.done;
}
