import { programsIn } from './shell-words.ts';

/** What is known of a command line by its words. */
export interface CommandReach {
  /** It prints what came over a network, or from a program of which that is not known. */
  isForeign: boolean;
  /** Files that it may print from, and folders that it goes to, as they are written. */
  reads: string[];
}

/**
 * Says whether what a command line prints may have been written by a stranger. Only programs that are known to print what
 * is on this machine count as local: an unlisted name is foreign.
 */
export function commandReach(command: string): CommandReach {
  const known = judged.get(command);
  if (known) return known;
  const reach = judge(command);
  if (judged.size >= MAX_JUDGED) judged.clear();
  judged.set(command, reach);
  return reach;
}

/** A session is judged again whenever it grows. */
const judged = new Map<string, CommandReach>();
const MAX_JUDGED = 2000;

function judge(command: string): CommandReach {
  const { programs, scripts } = programsIn(command);
  const calls = programs.flatMap(callOf);
  const isForeign =
    calls.some(({ name, args, own }) => !own && !isLocal(name, args)) ||
    (calls.some(({ name }) => INTERPRETERS.has(name)) && scripts.some((text) => REACHES_OUT.test(text)));
  const reads = calls
    .filter(({ name }) => PRINTS_FILES.has(name))
    .flatMap(({ args }) => args.flatMap(pathIn));
  return { isForeign, reads: [...new Set(reads)].slice(0, MAX_READS) };
}

const MAX_READS = 32;

/** The path in a word; an option may carry one behind its sign. */
const pathIn = (word: string): string[] => {
  const path = word.startsWith('-') ? word.replace(/^[^=]*=?/, '') : word;
  return path === '' || path.length > 500 || /[\n\0]|:\/\//.test(path) ? [] : [path];
};

interface CommandCall {
  name: string;
  args: string[];
  /** It is a file of the project's, by a relative path. */
  own: boolean;
}

/** A program with its words, without what only starts it; none where nothing is started. */
function callOf(words: readonly string[]): CommandCall[] {
  let at = 0;
  while (at < words.length) {
    const word = words[at]!;
    if (/^\w+=/.test(word) || KEYWORDS.has(word)) at++;
    else if (WRAPPERS.has(word) && !/^-[vV]$/.test(words[at + 1] ?? '')) {
      at++;
      while (at < words.length && /^-|^\d+[smh]?$|^\w+=/.test(words[at]!)) at++;
    } else break;
  }
  const [program, ...args] = words.slice(at);
  if (program === undefined || NOT_PROGRAMS.has(program)) return [];
  const name = program.replace(/^.*\//, '').replace(/\.exe$/i, '');
  return [
    { name, args, own: /^(?:\.\/|\w[\w.-]*\/)/.test(program) && !/^\.\.|node_modules|vendor/.test(program) },
  ];
}

/** Programs that print files, or go where the next one will. */
const PRINTS_FILES = new Set(
  `cat head tail less more nl sed gsed awk gawk grep egrep fgrep zgrep rg ag ack strings xxd od hexdump base64 bat jq yq xmllint diff cmp
  comm paste sort uniq cut column fold rev tac zcat gunzip Get-Content type findstr Select-String cd pushd python python3 node deno ruby perl php bash sh zsh source tsx git`.split(
    /\s+/,
  ),
);

/** Words of the shell behind which a program is named. */
const KEYWORDS = new Set([
  'do',
  'then',
  'else',
  'elif',
  'if',
  'while',
  'until',
  '!',
  '{',
  '}',
  'done',
  'fi',
  'esac',
  'time',
]);
/** What is named behind these is no program. */
const NOT_PROGRAMS = new Set(['for', 'case', 'select', 'function', 'in', '[', '[[', '((', '_', '}', '.']);
const WRAPPERS = new Set(
  'sudo env nohup command builtin exec timeout nice stdbuf xargs setsid unbuffer'.split(' '),
);

function isLocal(name: string, args: readonly string[]): boolean {
  if (/^(?:--help|--version)$/.test(args.at(-1) ?? '')) return true;
  if (
    LOCAL.has(name) ||
    LOCAL.has(name.toLowerCase()) ||
    /^[\w.-]+\.(?:sh|bash|mjs|cjs|[jt]s|py|rb|pl)$/.test(name)
  )
    return true;
  return SOMETIMES_LOCAL[name]?.(args) ?? false;
}

/** Print what is on this machine, or what the project's own code says. */
const LOCAL = new Set(
  `ls cat head tail less more nl wc sort uniq cut tr sed gsed awk gawk grep egrep fgrep zgrep rg ag ack fd find tree stat file du df pwd
  cd pushd popd echo printf true false test [ [[ export unset set source alias read let local declare return exit break continue shift
  trap wait eval mkdir rmdir rm cp mv ln touch chmod chown mktemp tee xxd od hexdump strings base64 md5 md5sum shasum sha1sum sha256sum cksum
  diff cmp comm patch paste join fold fmt column expand rev tac seq shuf split basename dirname realpath readlink which whereis type hash
  date cal sleep kill pkill killall ps top pgrep lsof jobs fg bg uptime free uname hostname whoami id groups env printenv ulimit umask
  jq yq xmllint bat delta cloc tokei wc tput clear time bc expr yes
  gzip gunzip zcat zip unzip tar xz unxz zstd
  python python3 node deno ruby perl php lua bash sh zsh tsx ts-node java Rscript
  tsc tsgo eslint prettier biome oxlint stylelint ruff black isort flake8 mypy pyright pylint rustc rustfmt clippy-driver gofmt golint
  golangci-lint shellcheck shfmt ktlint checkstyle clang-format clang-tidy
  jest vitest mocha ava tap playwright cypress pytest tox nox unittest rspec phpunit
  make cmake ninja meson bazel just task gradle gradlew mvn mvnw ant sbt lein mix rake dotnet msbuild xcodebuild swift gcc g++ cc c++ clang
  clang++ ld ar nm objdump otool ldd javac kotlinc ghc stack cabal vite webpack rollup esbuild parcel next turbo nx lerna tsup swc
  get-content get-childitem select-string set-location get-location test-path write-output write-host select-object where-object
  foreach-object measure-object sort-object new-item remove-item copy-item move-item out-string format-table format-list dir type where
  findstr del copy move cls
  sqlite3 sqrl pbcopy command diskutil`.split(/\s+/),
);

type Judge = (args: readonly string[]) => boolean;

const firstOf = (args: readonly string[]): string => args.find((arg) => !arg.startsWith('-')) ?? '';
const not = (verbs: string): Judge => {
  const foreign = new Set(verbs.split(' '));
  return (args) => !foreign.has(firstOf(args));
};

/** Package managers fetch, and print what the authors of packages say: deprecations, descriptions, install scripts. */
const packages = not(
  'install i ci add update upgrade up view info show v search s find audit outdated create init dlx x exec owner whoami publish fund explain ping access profile dist-tag deprecate doctor fetch download remote global get import',
);

/** Runs what is named, if that is installed here; else it would be fetched, and is nothing that is known. */
const runs: Judge = (args) => {
  const words = args.slice(args.findIndex((arg) => !arg.startsWith('-')));
  return (
    words[0] === undefined || isLocal(words[0].replace(/@[^/]*$/, '').replace(/^.*\//, ''), words.slice(1))
  );
};

const SOMETIMES_LOCAL: Record<string, Judge> = {
  git: isLocalGit,
  curl: (args) => isLoopback(args),
  wget: (args) => isLoopback(args),
  http: (args) => isLoopback(args),
  https: (args) => isLoopback(args),
  xh: (args) => isLoopback(args),
  nc: (args) => args.some((arg) => /^(?:localhost|127\.0\.0\.1|::1)$/.test(arg)),
  npm: packages,
  pnpm: (args) => (firstOf(args) === 'exec' ? runs(args.slice(args.indexOf('exec') + 1)) : packages(args)),
  yarn: packages,
  bun: packages,
  npx: runs,
  bunx: runs,
  pip: packages,
  pip3: packages,
  poetry: packages,
  pipenv: packages,
  uv: (args) => firstOf(args) === 'run' || firstOf(args) === 'venv',
  uvx: runs,
  cargo: not('install add search update fetch info login publish owner'),
  go: not('get install mod'),
  gem: packages,
  bundle: packages,
  composer: packages,
  docker: (args) =>
    /^(?:ps|images|build|compose|stop|start|rm|rmi|kill|version|network|volume)$/.test(firstOf(args)) &&
    !args.includes('logs') &&
    !args.includes('pull'),
  gh: (args) => /^(?:auth|pr create|issue create)(?: |$)/.test(args.slice(0, 2).join(' ')),
  rtk: (args) => runs(args.filter((arg) => !/^(?:proxy|lint|test|err|run|summary)$/.test(arg))),
  tmux: not('capture-pane capturep'),
};

/**
 * What git prints is the project's own, as its tracked files are, also of the remote it comes from: `git pull` would make it
 * so. Another remote, an address, a pull request or a clone is another author's.
 */
function isLocalGit(args: readonly string[]): boolean {
  const at = args.findIndex(
    (arg, i) => !arg.startsWith('-') && !/^-[Cc]$|^--(?:git-dir|work-tree)$/.test(args[i - 1] ?? ''),
  );
  const [verb = '', ...rest] = args.slice(Math.max(at, 0));
  if (/^(?:clone|submodule|am|send-email|request-pull|svn|p4|bundle)$/.test(verb)) return false;
  if (/^(?:fetch|pull|push|ls-remote)$/.test(verb)) {
    const named = rest.filter((arg) => !arg.startsWith('-'));
    return (
      !rest.includes('--all') && !named.some((arg, i) => (i === 0 ? arg !== 'origin' : OTHERS.test(arg)))
    );
  }
  return !rest.some((arg) => OTHERS.test(arg));
}

/** Refs of others than the project's own remote. */
const OTHERS =
  /(?:^|[.^:/])(?:FETCH_HEAD|refs\/pull\/|pull\/\d|merge-requests\/|upstream\/|fork\/|refs\/remotes\/(?!origin\/)|remotes\/(?!origin\/))/;

const isLoopback = (args: readonly string[]): boolean => {
  const places = args.filter((arg) =>
    /:\/\/|^localhost\b|^127\.|^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)|^:\d/.test(arg),
  );
  return (
    places.length > 0 &&
    places.every((arg) =>
      /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|:\d)(?:[:/]|$|\d)/.test(arg),
    )
  );
};

const INTERPRETERS = new Set(
  'python python3 node deno bun ruby perl php lua bash sh zsh tsx ts-node eval'.split(' '),
);

/** What a script does that reads from a network. */
const REACHES_OUT =
  /\b(?:urllib|urlopen|requests\.|httpx|aiohttp|http\.client|socket\.|ftplib|imaplib|poplib|paramiko|net\/http|Net::HTTP|open-uri|LWP|fetch\s*\(|axios|undici|node-fetch|got\(|https?\.(?:get|request)|XMLHttpRequest|WebSocket|curl|wget|gh (?:issue|pr|api|repo|release|run))\b|https?:\/\/(?!localhost|127\.0\.0\.1|\[::1\])/;
