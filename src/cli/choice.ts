import { globalOptions } from './arguments.ts';
import type { NamedCommand } from './command.ts';
import { nearest } from './nearest.ts';
import { usage } from './usage.ts';

/** Finds the command among what was typed. What stands before its name counts as if it stood behind it. */
export function choose(
  argv: readonly string[],
  commands: readonly NamedCommand[],
): { command: NamedCommand; argv: string[] } {
  const at = indexOfName(argv);
  const before = argv.slice(0, at);
  const after = argv.slice(at + 1);
  const name = argv[at];
  const help = named('help', commands);
  if (before.includes('--version') || before.includes('-V')) {
    return {
      command: named('version', commands),
      argv: before.filter((word) => word !== '--version' && word !== '-V'),
    };
  }
  if (name === undefined)
    return { command: help, argv: before.filter((word) => word !== '-h' && word !== '--help') };
  const command = named(name, commands);
  const end = after.indexOf('--');
  const flags = [...before, ...(end < 0 ? after : after.slice(0, end))];
  if (flags.includes('-h') || flags.includes('--help')) {
    // The other words belong to the command that is asked about; only how to answer matters here.
    return {
      command: help,
      argv: [name, ...flags.filter((word) => word === '--json' || word === '--no-color')],
    };
  }
  return { command, argv: [...before, ...after] };
}

/** The command of that name, or a problem that names the nearest. */
export function named(name: string, commands: readonly NamedCommand[]): NamedCommand {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  const meant = nearest(name, [...commands.map((command) => command.name), ...Object.keys(OTHER_NAMES)]);
  const told = meant && (OTHER_NAMES[meant] ?? meant);
  throw usage(
    `There is no command "${name}".${told ? ` Did you mean ${told}?` : ''}`,
    '`sqrl help` shows all commands.',
  );
}

/** What people coming from elsewhere type first. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  add: 'remember',
  save: 'remember',
  store: 'remember',
  find: 'search',
  recall: 'search',
  query: 'search',
  show: 'get',
  edit: 'change',
  update: 'change',
  delete: 'forget',
  remove: 'forget',
  rm: 'forget',
  ls: 'list',
  info: 'stats',
  daemon: 'start',
  serve: 'start',
};

function indexOfName(argv: readonly string[]): number {
  let at = 0;
  while (at < argv.length && argv[at]!.startsWith('-')) {
    const word = argv[at]!;
    if (word === '--project') at++;
    else if (!KNOWN.has(word) && !word.startsWith('--project=')) {
      const meant = nearest(word, [...KNOWN]);
      throw usage(`There is no option ${word}.${meant ? ` Did you mean ${meant}?` : ''}`, 'See `sqrl help`.');
    }
    at++;
  }
  return Math.min(at, argv.length);
}

const KNOWN = new Set([...Object.keys(globalOptions).map((name) => `--${name}`), '-h', '--version', '-V']);
