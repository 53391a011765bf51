import { oneLine } from '@sqrl/base/plain.ts';
import { refuseAgents } from '@sqrl/base/terminal/agents-shell.ts';
import { flag, takes } from '@sqrl/base/terminal/arguments.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import { usage } from '@sqrl/base/terminal/usage.ts';
import { cutToWidth } from '@sqrl/base/terminal/width.ts';
import type { Output } from '../../../protocol/verbs.ts';
import { command } from '../../command.ts';
import { answer, type CommandRun, declines, openMemory } from '../../task.ts';

/** Memories that a change may touch to be undone without a question, as an import of rules does not. */
const MAX_UNASKED = 10;
const MAX_SHOWN = 5;

export const undo = command('undo', {
  help: `
Usage: sqrl undo [ID]
       sqrl undo --list

  --list    List the changes that can be undone, latest first

Undoes your last change, to all memories it touched; with an ID, the last change to that memory. Memories that were
changed again since then are left as they are, and named. Saving a memory is undone with \`sqrl forget ID\`. A
deletion in the panel can be undone for 30 seconds, \`sqrl forget\` cannot.

Examples:
  $ sqrl undo
  $ sqrl undo 7k3f9x2m
`,
  options: { list: flag },
  words: takes('one id', 0, 1),
  run: async (task, values, [id]) => {
    if (values.list && id !== undefined) throw usage('--list does not take an id.', 'Run `sqrl help undo`.');
    await using client = await openMemory(task, values);
    if (values.list) {
      const output = await client.call('actions', {});
      answer(task, output, () => showChanges(task, output));
      return output.actions.length > 0 ? EXIT.done : EXIT.nothing;
    }
    refuseAgents(task, 'undo changes of the person');
    if (id === undefined && task.err.isTerminal && !task.json) {
      const [last] = (await client.call('actions', { limit: 1 })).actions;
      const question = last && `Undo “${oneLine(last.did)}” for ${last.count} memories? [y/N]`;
      const declined = 'Nothing was changed. `sqrl undo ID` undoes the last change to one memory.';
      if (last && last.count > MAX_UNASKED && (await declines(task, false, question!, declined)))
        return EXIT.problem;
    }
    const output = await client.call('undo', id === undefined ? {} : { id });
    answer(task, output, () => showUndone(task, output));
    return output.undone.length > 0 ? EXIT.done : EXIT.nothing;
  },
});

function showUndone({ out, err }: CommandRun, { action, did, undone, left }: Output<'undo'>): void {
  if (action === null) err.line('Nothing to undo.');
  const shown = undone.length > MAX_UNASKED ? undone.slice(0, MAX_SHOWN) : undone;
  for (const { id, text } of shown) {
    const head = `Undone: ${oneLine(did ?? 'changed')} ${id}: `;
    out.line(`${head}${cutToWidth(oneLine(text), out.width - head.length)}`);
  }
  if (undone.length > shown.length) out.line(`… and ${undone.length - shown.length} more`);
  for (const { id, because } of left) err.warn(`Skipped ${id}: ${oneLine(because)}.`);
}

function showChanges({ out, err, ago }: CommandRun, { actions }: Output<'actions'>): void {
  if (actions.length === 0) err.line('Nothing to undo.');
  for (const { at, did, count: many, memories } of actions) {
    const what = memories[0] ? cutToWidth(oneLine(memories[0].text), 60) : '';
    const more = many > 1 ? ` and ${countNoun(many - 1, 'more', 'more')}` : '';
    out.line(`${oneLine(did)} ${what}${more} ${out.dim(`· ${ago(at)}`)}`);
  }
}

export const ui = command('ui', {
  help: `
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
`,
  options: { 'no-open': flag },
  run: async (task, values) => {
    const { url, file } = await task.world.daemon.launch(task.world.cwd);
    const isWanted = !values['no-open'] && !task.json && file !== null;
    const opened = isWanted && (await task.world.browse(file));
    // Whoever has the address acts in the dashboard as the person.
    if (!opened) refuseAgents(task, 'see the address of the dashboard');
    answer(task, { url, opened }, () => {
      if (opened) {
        task.out.line('Opening the dashboard in your browser.');
        task.err.quiet('If the browser cannot read the file, run `sqrl ui --no-open` and paste the address.');
      } else task.out.line(url);
      if (!opened && !values['no-open'])
        task.err.line('Could not start a browser; open this address in one.');
    });
  },
});
