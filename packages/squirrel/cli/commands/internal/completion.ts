import { globalOptions, takes } from '@sqrl/base/terminal/arguments.ts';
import { EXIT } from '@sqrl/base/terminal/exit.ts';
import { optionChoice } from '@sqrl/base/terminal/usage.ts';
import type { CommandEntry } from '../../command.ts';
import { command } from '../../command.ts';
import { answer } from '../../task.ts';

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
    return EXIT.done;
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
