import { refuseAgents } from '@sqrl/base/terminal/agents-shell.ts';
import { flag, type Values } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun } from '../../task.ts';
import { daemonOf } from '../internal/daemon.ts';

const help = `
Usage: sqrl ui [--no-open]

  --no-open    Print the address instead; it works once, within two minutes

The dashboard shows what is known, where it came from and whether it helps, and lets you edit it. It opens at the
project of the present folder. The daemon serves it to this machine only, is started if necessary, and contacts no
other host.

The browser opens a private file that redirects to the dashboard. A browser that cannot read hidden folders (installed
as a snap or flatpak) shows an error instead: run \`sqrl ui --no-open\` and paste the address.

Examples:
  $ sqrl ui
  $ sqrl ui --no-open
`;
const options = { 'no-open': flag };

export const ui = command('ui', { help, options, run });

async function run(task: CommandRun, values: Values<typeof options>): Promise<ExitCode> {
  const { url, file } = await daemonOf(task).launch(task.world.cwd);
  const isWanted = !values['no-open'] && !task.json && file !== null;
  const opened = isWanted && (await (task.world.browse?.(file) ?? false));
  // Whoever has the address acts in the dashboard as the person.
  if (!opened) refuseAgents(task, 'see the address of the dashboard');
  answer(task, { url, opened }, () => {
    if (opened) {
      task.out.line('Opening the dashboard in your browser.');
      task.err.quiet('If the browser cannot read the file, run `sqrl ui --no-open` and paste the address.');
    } else task.out.line(url);
    if (!opened && !values['no-open']) task.err.line('Could not start a browser; open this address in one.');
  });
  return EXIT.done;
}
