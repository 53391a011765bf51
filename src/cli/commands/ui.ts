import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { EXIT, type Exit } from '../exit.ts';
import { answer, type Task } from '../task.ts';
import { daemonOf } from './stop.ts';

export const summary = 'Open the memory panel in the browser';
export const help = `
Usage: sqrl ui [--no-open]

  --no-open    Only print the address; it works once, and for two minutes

The browser is given a private file that leads to the panel. A browser that cannot read hidden folders (one installed
as a snap or flatpak) shows an error instead: run \`sqrl ui --no-open\` then, and paste the address.

Shows what is known, where it came from and whether it helps, and lets you put it right. The page is served by the
daemon to this machine alone, which is started where none runs, and asks nothing of any other host.

Examples:
  $ sqrl ui
  $ sqrl ui --no-open
`;
export const options = { 'no-open': { type: 'boolean' } } as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { values, words } = argumentsOf('ui', task.argv, options);
  wordsOf('ui', words, { what: 'options', from: 0, to: 0 });
  const { url, file } = await daemonOf(task).launch();
  const isWanted = !values['no-open'] && !task.json && file !== null;
  const opened = isWanted && (await (task.world.browse?.(file) ?? false));
  answer(task, { url, opened }, () => {
    if (opened) {
      task.out.line('The panel opens in your browser.');
      task.err.line(
        task.err.paint(
          'dim',
          'If the browser cannot read the file, run `sqrl ui --no-open` and paste the address.',
        ),
      );
    } else task.out.line(url);
    if (!opened && !values['no-open'])
      task.err.line('No browser could be started; open this address in one.');
  });
  return EXIT.done;
}
