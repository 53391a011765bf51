import { flag, globalOptions, takes } from '@sqrl/base/terminal/arguments.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { optionChoice } from '@sqrl/base/terminal/usage.ts';
import { pad } from '@sqrl/base/terminal/width.ts';
import { commandNamed } from '../../cli.ts';
import { type CommandEntry, command } from '../../command.ts';
import { answer, type CommandRun } from '../../task.ts';

export const helpCommand = command('help', {
  help: `
Usage: sqrl help [COMMAND] [--all]
       sqrl COMMAND --help

  --all    Also list commands for scripts and agents

Examples:
  $ sqrl help remember
  $ sqrl help --all
`,
  options: { all: flag },
  words: takes('one command', 0, 2),
  run: async (task, values, names) => {
    if (names.length === 0) {
      const all = values.all === true;
      const shown = task.commands.filter(({ hidden }) => all || !hidden);
      const overview = shown.map(({ name, group, summary }) => ({ name, group, summary }));
      answer(task, { version: task.world.version, commands: overview }, () => showOverview(task, shown));
      return EXIT.done;
    }
    const entry = commandNamed(names[0]!, task.commands);
    const { name, summary } = entry;
    const { help } = await entry.load();
    answer(task, { name, summary, help: help.trim() }, () => {
      task.out.line(`${summary}.\n`);
      task.out.line(help.trim());
      task.out.quiet('\nGlobal options: --project DIR, --json, --no-color, --help; see `sqrl help`.');
    });
  },
});

const EVERYWHERE = `
Global options:
  --project DIR    Project to use instead of the current folder's; a project whose folder is not on this machine
                   goes by its name or its former path
  --json           Print one JSON value on standard output; an error is JSON on standard error:
                   {"error": {"message", "hint", "code"}}
  --no-color       No colors (same as NO_COLOR; FORCE_COLOR forces them without a terminal)
  --no-daemon      Do the work in this process even if a daemon runs (same as SQRL_NO_DAEMON=1)
  -h, --help       Explain the command
  --version        Print the version`;

const ENDINGS = `
Exit status:
  0    success
  1    error, reported on standard error
  2    wrong usage, or --yes or --force is required
  3    nothing found: no hit, or no memory or file of that name
  130  interrupted by Ctrl-C`;

function showOverview({ out }: CommandRun, commands: readonly CommandEntry[]): void {
  out.line(`${out.bold('sqrl')}: long-term memory for your coding agents. Local, offline, yours.`);
  const widest = Math.max(...commands.map(({ name }) => name.length));
  for (const [group, members] of Map.groupBy(commands, (command) => command.group)) {
    out.line(`\n${out.bold(`${group}:`)}`);
    for (const { name, summary } of members)
      out.line(`  ${out.paint('cyan', pad(name, widest))}  ${summary}`);
  }
  out.line(EVERYWHERE);
  out.line(ENDINGS);
  out.line(
    `\nHelp for a command: ${out.bold('sqrl help remember')}. All commands: ${out.bold('sqrl help --all')}. Demo: ${out.bold('sqrl demo')}.\nDoes it help? ${out.bold('sqrl proof')}. Silence it for a while: ${out.bold('sqrl pause --for 2h')}; ${out.bold('sqrl resume')} ends it.\nShare with your team: ${out.bold('sqrl share --git ID')}; read what others share: ${out.bold('sqrl sync')}. Devices and teams: ${out.bold('sqrl login')}.`,
  );
}

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
  },
});

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const completion = command('completion', {
  help: `
Usage: sqrl completion ${SHELLS.join('|')}

Prints a script for the shell; nothing is written anywhere. It knows the commands and options of this version: print it
again after an update.

Examples:
  $ source <(sqrl completion bash)              # now; in ~/.bashrc permanently
  $ sqrl completion zsh > "\${fpath[1]}/_sqrl"
  $ sqrl completion fish > ~/.config/fish/completions/sqrl.fish
`,
  options: {},
  words: takes(`a shell (${SHELLS.join(', ')})`),
  run: async (task, _, [name]) => {
    const shell = optionChoice('completion', name!, SHELLS);
    const script = { bash, zsh, fish }[shell](await completedOf(task.commands));
    answer(task, { shell, script }, () => task.out.line(script.trim()));
  },
});

/** A command as a shell completes it: a subcommand's options belong to the command. */
interface Completed {
  name: string;
  summary: string;
  subcommands: string[];
  options: string[];
}

const completedOf = (commands: readonly CommandEntry[]): Promise<Completed[]> =>
  Promise.all(
    commands.map(async ({ name, summary, load }) => {
      const { forms = [], options } = await load();
      return {
        name,
        summary,
        subcommands: [...forms],
        options: Object.keys({ ...options, ...globalOptions }),
      };
    }),
  );

const namesIn = (commands: readonly Completed[]): string => commands.map(({ name }) => name).join(' ');

const dashed = ({ options }: Completed): string => options.map((option) => `--${option}`).join(' ');

const bash = (commands: readonly Completed[]): string => `
# Completes sqrl in bash.
_sqrl() {
  local current=\${COMP_WORDS[COMP_CWORD]} options='' subcommands=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${namesIn(commands)}' -- "$current"))
    return
  fi
  case \${COMP_WORDS[1]} in
${commands.map((one) => `    ${one.name}) options='${dashed(one)}' subcommands='${one.subcommands.join(' ')}' ;;`).join('\n')}
  esac
  if [ "\${COMP_WORDS[1]}" = help ]; then
    COMPREPLY=($(compgen -W '${namesIn(commands)}' -- "$current"))
  elif [ "\${current#-}" != "$current" ]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [ "$COMP_CWORD" -eq 2 ] && [ -n "$subcommands" ]; then
    COMPREPLY=($(compgen -W "$subcommands" -- "$current") $(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _sqrl sqrl
`;

const zsh = (commands: readonly Completed[]): string => `
#compdef sqrl
# Completes sqrl in zsh.
_sqrl() {
  local -a commands options subcommands
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )) || [[ $words[2] == help ]]; then
    _describe command commands
    return
  fi
  case $words[2] in
${commands.map((one) => `    ${one.name}) options=(${dashed(one)}) subcommands=(${one.subcommands.join(' ')}) ;;`).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then compadd -a options; return; fi
  if (( CURRENT == 3 )); then compadd -a subcommands; fi
  _files
}
if [ "$funcstack[1]" = _sqrl ]; then _sqrl "$@"; else compdef _sqrl sqrl; fi
`;

const fish = (commands: readonly Completed[]): string => `
# Completes sqrl in fish.
${commands
  .flatMap(({ name, summary, subcommands, options }) => [
    `complete -c sqrl -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    `complete -c sqrl -f -n '__fish_seen_subcommand_from help' -a ${name}`,
    ...subcommands.map((one) => `complete -c sqrl -n '__fish_seen_subcommand_from ${name}' -a ${one}`),
    ...options.map((option) => `complete -c sqrl -n '__fish_seen_subcommand_from ${name}' -l ${option}`),
  ])
  .join('\n')}
`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
