import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { answer, type CommandRun } from '../../task.ts';

export const help = `
Usage: sqrl version
       sqrl --version

Example:
  $ sqrl version --json
`;
export const options = {} as const satisfies Options;

export async function run(task: CommandRun): Promise<ExitCode> {
  const { words } = argumentsOf('version', task.argv, options);
  positionalsOf('version', words, { what: 'options', from: 0, to: 0 });
  const { version } = task.world;
  answer(task, { version }, () => task.out.line(`sqrl ${version}`));
  return EXIT.done;
}
