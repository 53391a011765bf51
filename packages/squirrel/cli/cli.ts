import { setImmediate } from 'node:timers/promises';
import { Problem } from '@sqrl/base/problem.ts';
import { globalOptions } from '@sqrl/base/terminal/arguments.ts';
import { EXIT, type ExitCode } from '@sqrl/base/terminal/exit.ts';
import { complain } from '@sqrl/base/terminal/program.ts';
import { sheetOf, wantsColour } from '@sqrl/base/terminal/terminal.ts';
import { relativeTime } from '@sqrl/base/terminal/time.ts';
import { nearest, usage } from '@sqrl/base/terminal/usage.ts';
import type { Command, CommandEntry } from './command.ts';
import { commands } from './commands.ts';
import type { CommandRun } from './task.ts';
import type { World } from './world.ts';

interface Choice {
  command: Command;
  argv: string[];
}

/** Finds the command among the words typed. Options before its name count as if they came after it. */
async function chooseCommand(argv: readonly string[], commands: readonly CommandEntry[]): Promise<Choice> {
  const at = indexOfName(argv);
  const before = argv.slice(0, at);
  const name = argv[at];
  const load = (wanted: string) => commandNamed(wanted, commands).load();
  if (before.includes('--version') || before.includes('-V')) {
    const rest = before.filter((word) => word !== '--version' && word !== '-V');
    return { command: await load('version'), argv: rest };
  }
  if (name === undefined)
    return { command: await load('help'), argv: before.filter((word) => word !== '-h' && word !== '--help') };
  const after = argv.slice(at + 1);
  const end = after.indexOf('--');
  const flags = [...before, ...(end < 0 ? after : after.slice(0, end))];
  const entry = commandNamed(name, commands);
  if (flags.includes('-h') || flags.includes('--help')) {
    // The other words belong to the command in question; only the form of the answer matters here.
    const form = flags.filter((word) => word === '--json' || word === '--no-color');
    return { command: await load('help'), argv: [entry.name, ...form] };
  }
  return { command: await entry.load(), argv: [...before, ...after] };
}

/** The command of a name, or a problem that suggests the nearest one. */
export function commandNamed(name: string, commands: readonly CommandEntry[]): CommandEntry {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  const meant = nearest(name, [...commands.map((command) => command.name), ...Object.keys(OTHER_NAMES)]);
  const told = meant && (OTHER_NAMES[meant] ?? meant);
  throw usage(
    `Unknown command "${name}".${told ? ` Did you mean ${told}?` : ''}`,
    'Run `sqrl help` for the list of commands.',
  );
}

/** Names that users of other tools, and readers of the specifications, try first. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  add: 'remember',
  recall: 'ask --briefing',
  search: 'ask --hits',
  get: 'show',
  change: 'edit',
  correct: 'edit',
  pin: 'edit --pin',
  confirm: 'review --confirm',
  reject: 'review --reject',
  sessions: 'history sessions',
  why: 'history why',
  learn: 'ingest learn',
  stats: 'status stats',
  export: 'backup export',
  import: 'backup import',
  save: 'remember',
  store: 'remember',
  find: 'ask --hits',
  query: 'ask',
  update: 'edit',
  delete: 'forget',
  remove: 'forget',
  rm: 'forget',
  ls: 'list',
  info: 'status',
  serve: 'start',
  dashboard: 'ui',
  panel: 'ui',
  open: 'ui',
  install: 'init',
  setup: 'init',
  rules: 'list --type rules',
  flush: 'history close',
  hub: 'sqrl-hub',
};

function indexOfName(argv: readonly string[]): number {
  let at = 0;
  while (at < argv.length && argv[at]!.startsWith('-')) {
    const word = argv[at]!;
    if (word === '--project') at++;
    else if (!KNOWN.has(word) && !word.startsWith('--project=')) {
      const meant = nearest(word, [...KNOWN]);
      throw usage(`Unknown option ${word}.${meant ? ` Did you mean ${meant}?` : ''}`, 'Run `sqrl help`.');
    }
    at++;
  }
  return Math.min(at, argv.length);
}

const KNOWN = new Set([...Object.keys(globalOptions).map((name) => `--${name}`), '-h', '--version', '-V']);

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
    ago: (time) => relativeTime(time, world.now()),
  };
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
