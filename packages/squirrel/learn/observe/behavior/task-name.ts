/**
 * What a project's own files may call the work that one step of a command line does: the script or task that a runner is
 * told to start, whatever the runner (`just lint`, `mise run test`, `nx run web:test`), or the file that is the script
 * (`./scripts/build.sh`). Most telling first; none for programs that work on files, text or machines.
 */
export function taskNamesIn(step: string): string[] {
  const words = step.split(' ');
  const script = scriptIn(words);
  if (script !== undefined) return [script];
  const [started, ...rest] = words;
  const program = started?.replace(/^\.\//, '');
  if (program === undefined || !/^[\w.-]+$/.test(program) || ORDINARY.has(program)) return [];
  const isPackages = PACKAGE_MANAGERS.has(program);
  const given = withoutFlags(rest);
  const [first, second] = given;
  if (first === undefined) return [];
  if (ASKED_MANY.has(first)) return targetsIn(rest);
  const isRun = RUNS.has(first);
  const name = first === 'workspace' ? given[2] : isRun ? second : first;
  if (name === undefined || !/^[\w@:./-]+$/.test(name)) return [];
  // Without a word for running it may be a command of the program's own: only the plainest are the project's work.
  if (!isRun && !isPackages && !PLAIN.test(name)) return [];
  if (isPackages && !isRun && OWN_COMMANDS.has(name)) return [];
  const target = name.slice(name.lastIndexOf(':') + 1);
  return target === name || isPackages ? [name] : [name, target];
}

/** `nx run-many -t lint test` does several at once, told by a flag. */
const ASKED_MANY: ReadonlySet<string> = new Set(['run-many', 'affected']);

function targetsIn(words: readonly string[]): string[] {
  const at = words.findIndex((word) => /^(?:-t|--targets?)(?:=|$)/.test(word));
  if (at < 0) return [];
  const [, same] = words[at]!.split('=');
  return (same ?? words[at + 1] ?? '').split(',').slice(0, 1);
}

function scriptIn([program = '', ...rest]: readonly string[]): string | undefined {
  const file = INTERPRETERS.has(program) ? rest.find((word) => !word.startsWith('-')) : program;
  if (file === undefined || !file.includes('/') || file.startsWith('/') || WRAPPERS.test(file))
    return undefined;
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.(?:sh|bash|[cm]?[jt]s|py|rb|pl|ps1)$/, '');
}

/** Words that are no flags, nor what a flag is given. */
function withoutFlags(words: readonly string[]): string[] {
  const left: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (word === '--') break;
    if (TAKES_A_VALUE.has(word)) at++;
    else if (!word.startsWith('-')) left.push(word);
  }
  return left;
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const TAKES_A_VALUE = setOf(
  '-C -f -F -w --filter --prefix --cwd --dir --directory --workspace --file --justfile',
);

const RUNS = setOf('run run-script task r');

const PACKAGE_MANAGERS = setOf('npm pnpm yarn bun deno');

/** What a package manager does itself. */
const OWN_COMMANDS = setOf(
  'install i ci add remove rm x exec dlx create init publish link up update upgrade why info view audit pack config cache version list ls outdated login whoami store patch dedupe rebuild',
);

const PLAIN =
  /^(?:.*:)?(?:tests?|test[:-][\w:-]+|lint|lint[:-][\w:-]+|build|build[:-][\w:-]+|typecheck|type-check|check-types|fmt|format|format[:-][\w:-]+|e2e|dev)$/;

const INTERPRETERS = setOf('bash sh zsh node python python3 tsx ts-node bun deno ruby perl');

/** A build tool that a project carries with it is known by its tasks. */
const WRAPPERS = /(?:^|\/)(?:gradlew|mvnw|manage\.py|node_modules\/.*|vendor\/bin\/.*)$/;

/** Programs that are given names of files, images and branches. */
const ORDINARY = setOf(
  'git gh glab docker podman kubectl helm ls cat grep rg egrep sed awk find head tail wc rm mkdir rmdir cp mv touch chmod chown ln sort uniq cut tr xargs diff test kill pkill ps du df tee curl wget which type for if while case echo printf export cd open code vim nano less more tar zip unzip ssh scp rsync brew apt apt-get man tree stat file jq yq date env claude codex systemctl service launchctl tmux screen',
);
