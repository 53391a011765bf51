import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { command } from '../../command.ts';
import { answer } from '../../task.ts';

export const version = command('version', {
  help: `
Usage: sqrl version
       sqrl --version

Example:
  $ sqrl version --json
`,
  options: {},
  run: async (task) => {
    const { version } = task.world;
    answer(task, { version }, () => task.out.line(`sqrl ${version}`));
    return EXIT.done;
  },
});
