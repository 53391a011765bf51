import { argumentsOf, globalOptions, type Options, wordsOf } from '../arguments.ts';
import type { NamedCommand } from '../command.ts';
import { EXIT, type Exit } from '../exit.ts';
import { answer, type Task } from '../task.ts';
import { oneOf } from '../usage.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const summary = 'Print what makes a shell complete commands and options';
export const help = `
Usage: sqrl completion ${SHELLS.join('|')}

Prints a script for the shell; nothing is written anywhere. It knows the commands and options of this version: print it
again after an update.

Examples:
  $ source <(sqrl completion bash)              # now; in ~/.bashrc for ever
  $ sqrl completion zsh > "\${fpath[1]}/_sqrl"
  $ sqrl completion fish > ~/.config/fish/completions/sqrl.fish
`;
export const options = {} as const satisfies Options;

export async function run(task: Task): Promise<Exit> {
  const { words } = argumentsOf('completion', task.argv, options);
  const [name] = wordsOf('completion', words, { what: `a shell (${SHELLS.join(', ')})`, from: 1, to: 1 });
  const shell = oneOf('The shell', name!, SHELLS);
  const script = { bash, zsh, fish }[shell](task.commands);
  answer(task, { shell, script }, () => task.out.line(script.trim()));
  return EXIT.done;
}

const bash = (commands: readonly NamedCommand[]): string => `
# Completes sqrl in bash.
_sqrl() {
  local current=\${COMP_WORDS[COMP_CWORD]} options=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$current"))
    return
  fi
  case \${COMP_WORDS[1]} in
${commands.map((one) => `    ${one.name}) options='${optionsOf(one).join(' ')}' ;;`).join('\n')}
  esac
  if [ "\${COMP_WORDS[1]}" = help ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$current"))
  elif [ "\${current#-}" != "$current" ]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}
complete -o filenames -F _sqrl sqrl
`;

const zsh = (commands: readonly NamedCommand[]): string => `
#compdef sqrl
# Completes sqrl in zsh.
_sqrl() {
  local -a commands options
  commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )) || [[ $words[2] == help ]]; then
    _describe command commands
    return
  fi
  case $words[2] in
${commands.map((one) => `    ${one.name}) options=(${optionsOf(one).join(' ')}) ;;`).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then compadd -a options; else _files; fi
}
if [ "$funcstack[1]" = _sqrl ]; then _sqrl "$@"; else compdef _sqrl sqrl; fi
`;

const fish = (commands: readonly NamedCommand[]): string => `
# Completes sqrl in fish.
${commands
  .flatMap(({ name, summary, options }) => [
    `complete -c sqrl -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    `complete -c sqrl -f -n '__fish_seen_subcommand_from help' -a ${name}`,
    ...Object.keys({ ...options, ...globalOptions }).map(
      (option) => `complete -c sqrl -n '__fish_seen_subcommand_from ${name}' -l ${option}`,
    ),
  ])
  .join('\n')}
`;

const optionsOf = ({ options }: NamedCommand): string[] =>
  Object.keys({ ...options, ...globalOptions }).map((name) => `--${name}`);

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
