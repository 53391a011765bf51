import { setImmediate } from 'node:timers/promises';
import { Problem } from '@sqrl/base/problem.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { complain } from '@sqrl/base/terminal/program.ts';
import { sheetOf, wantsColour } from '@sqrl/base/terminal/terminal.ts';
import { chooseCommand } from './choice.ts';
import { commands } from './commands.ts';
import type { CommandRun } from './task.ts';
import type { World } from './world.ts';

/** Runs the command that was typed; returns its exit status. `argv` starts after the program's name. */
export async function main(argv: string[], world: World): Promise<ExitCode> {
  const gone = new AbortController();
  let unwritten: NodeJS.ErrnoException | undefined;
  world.stdout.on?.('error', (error) => {
    // `sqrl list | head -1`: the reader has what it wanted, which is not an error.
    if (error.code !== 'EPIPE') unwritten ??= error;
    gone.abort();
  });
  world.stderr.on?.('error', () => {});

  const task = taskOf(argv, world, gone.signal);
  try {
    const exit = await run(task);
    // A full disk is reported a moment after the write.
    await setImmediate();
    if (unwritten) return complain(task, lost(unwritten));
    return exit;
  } catch (error) {
    if (gone.signal.aborted && !unwritten) return EXIT.done;
    return complain(task, unwritten ? lost(unwritten) : error);
  }
}

const lost = (error: Error) =>
  new Problem(`Could not write the answer: ${error.message}.`, '', 'invalid', error);

async function run(task: CommandRun): Promise<ExitCode> {
  const { command, argv } = await chooseCommand(task.argv, commands);
  return await command.run({ ...task, argv });
}

function taskOf(argv: string[], world: World, gone: AbortSignal): CommandRun {
  const end = argv.indexOf('--');
  // Read before parsing, so that even an unknown command is reported in the wanted form.
  const flags = new Set(end < 0 ? argv : argv.slice(0, end));
  const sheet = (output: World['stdout']) =>
    sheetOf(output, {
      colour: wantsColour(output, world.env, flags.has('--no-color')),
      wraps: output === world.stderr && !flags.has('--json'),
      isGone: () => output === world.stdout && gone.aborted,
    });
  return {
    argv,
    typed: ['sqrl', ...argv.map(quoted)].join(' '),
    world,
    commands,
    out: sheet(world.stdout),
    err: sheet(world.stderr),
    json: flags.has('--json'),
    noDaemon: flags.has('--no-daemon'),
    signal: AbortSignal.any([world.signal, gone]),
  };
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
