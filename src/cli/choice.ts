import { parseArgs } from 'node:util';
import { ALIASES } from './aliases.ts';
import { globalOptions } from './arguments.ts';
import type { NamedCommand } from './command.ts';
import { nearest } from './nearest.ts';
import { usage } from './usage.ts';

/** The command that was typed, its arguments, and the old name where it was called by one. */
interface Choice {
  command: NamedCommand;
  argv: string[];
  alias?: string;
}

/** Finds the command among the words typed. Options before its name count as if they came after it. */
export function chooseCommand(argv: readonly string[], commands: readonly NamedCommand[]): Choice {
  const at = indexOfName(argv);
  const before = argv.slice(0, at);
  const name = argv[at];
  const help = commandNamed('help', commands);
  if (before.includes('--version') || before.includes('-V')) {
    return {
      command: commandNamed('version', commands),
      argv: before.filter((word) => word !== '--version' && word !== '-V'),
    };
  }
  if (name === undefined)
    return { command: help, argv: before.filter((word) => word !== '-h' && word !== '--help') };
  const [first, ...more] = namesOf(name);
  const command = commandNamed(first!, commands);
  const rest = argv.slice(at + 1);
  const after = [
    ...more,
    ...(name === 'pin' ? rest.map((word) => (word === '--off' ? '--unpin' : word)) : rest),
  ];
  const end = after.indexOf('--');
  const flags = [...before, ...(end < 0 ? after : after.slice(0, end))];
  const found = withSubcommand(command, [...before, ...after], commands);
  if (flags.includes('-h') || flags.includes('--help')) {
    // The other words belong to the command in question; only the form of the answer matters here.
    const form = flags.filter((word) => word === '--json' || word === '--no-color');
    return { command: help, argv: [...found.command.name.split(' '), ...form] };
  }
  return { ...found, ...(Object.hasOwn(ALIASES, name) && { alias: name }) };
}

/** The command of a name, or a problem that suggests the nearest one. */
export function commandNamed(name: string, commands: readonly NamedCommand[]): NamedCommand {
  const found = commands.find((command) => command.name === name);
  if (found) return found;
  const known = [
    ...commands.map((command) => command.name),
    ...Object.keys(ALIASES),
    ...Object.keys(OTHER_NAMES),
  ];
  const meant = nearest(name, known);
  const told = meant && (OTHER_NAMES[meant] ?? namesOf(meant).join(' '));
  throw usage(
    `Unknown command "${name}".${told ? ` Did you mean ${told}?` : ''}`,
    'Run `sqrl help` for the list of commands.',
  );
}

/** The words that a name stands for: an old name's new ones, else the name itself. */
export const namesOf = (name: string): readonly string[] =>
  (Object.hasOwn(ALIASES, name) && ALIASES[name]) || [name];

/** Takes the subcommand's name out of the arguments, where the first positional is one. */
function withSubcommand(command: NamedCommand, argv: string[], commands: readonly NamedCommand[]): Choice {
  const options = { ...command.options, ...globalOptions };
  const { tokens } = parseArgs({ args: argv, options, strict: false, allowPositionals: true, tokens: true });
  const first = tokens.find((token) => token.kind !== 'option');
  if (first?.kind !== 'positional') return { command, argv };
  const found = commands.find(({ name }) => name === `${command.name} ${first.value}`);
  return found ? { command: found, argv: argv.toSpliced(first.index, 1) } : { command, argv };
}

/** Names that users of other tools try first. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  add: 'remember',
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
      throw usage(`Unknown option ${word}.${meant ? ` Did you mean ${meant}?` : ''}`, 'Run `sqrl help`.');
    }
    at++;
  }
  return Math.min(at, argv.length);
}

const KNOWN = new Set([...Object.keys(globalOptions).map((name) => `--${name}`), '-h', '--version', '-V']);
