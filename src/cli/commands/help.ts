import { argumentsOf, type Options, wordsOf } from '../arguments.ts';
import { named } from '../choice.ts';
import type { NamedCommand } from '../command.ts';
import { EXIT, type Exit } from '../exit.ts';
import { answer, type Task } from '../task.ts';
import { pad } from '../width.ts';

export const summary = 'Explain a command, or list them all';
export const help = `
Usage: sqrl help [COMMAND]
       sqrl COMMAND --help

Example:
  $ sqrl help remember
`;
export const options = {} as const satisfies Options;

const EVERYWHERE = `
Everywhere:
  --project DIR    Speak about the project of this folder instead of the present one; one whose folder is not
                   here goes by its name, or by the path it had
  --json           Print one JSON value on standard output; a problem is one on standard error:
                   {"error": {"message", "hint", "code"}}
  --no-color       No colours (as NO_COLOR does; FORCE_COLOR wants them even without a terminal)
  --no-daemon      Do the work in this process, also where a daemon runs (as SQRL_NO_DAEMON=1 does)
  -h, --help       Explain the command
  --version        Say which version this is`;

const ENDINGS = `
How a command ends:
  0    done
  1    a problem, told on standard error
  2    not understood, or it needs your --yes or --force
  3    nothing found: search without a hit; no memory or file of that name
  130  interrupted by Ctrl-C`;

export async function run(task: Task): Promise<Exit> {
  const { words } = argumentsOf('help', task.argv, options);
  const [name] = wordsOf('help', words, { what: 'one command', from: 0, to: 1 });
  if (name === undefined) {
    const overview = task.commands.map(({ name, group, summary }) => ({ name, group, summary }));
    answer(task, { version: task.world.version, commands: overview }, () => showOverview(task));
    return EXIT.done;
  }
  const command = named(name, task.commands);
  answer(task, { name, summary: command.summary, help: command.help.trim() }, () => showHelp(task, command));
  return EXIT.done;
}

function showOverview({ out, commands }: Task): void {
  out.line(
    `${out.paint('bold', 'sqrl')}, the long-term memory of your coding agents. Local, offline, yours.`,
  );
  const widest = Math.max(...commands.map(({ name }) => name.length));
  for (const [group, members] of Map.groupBy(commands, (command) => command.group)) {
    out.line(`\n${out.paint('bold', `${group}:`)}`);
    for (const { name, summary } of members)
      out.line(`  ${out.paint('cyan', pad(name, widest))}  ${summary}`);
  }
  out.line(EVERYWHERE);
  out.line(ENDINGS);
  out.line(
    `\nSee it work: ${out.paint('bold', 'sqrl demo')}. Explain one: ${out.paint('bold', 'sqrl help remember')}.`,
  );
}

function showHelp({ out }: Task, command: NamedCommand): void {
  out.line(`${command.summary}.\n`);
  out.line(command.help.trim());
  out.line(out.paint('dim', '\nEverywhere: --project DIR, --json, --no-color, --help; see `sqrl help`.'));
}
