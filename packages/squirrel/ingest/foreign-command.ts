import { remembered } from '@sqrl/base/memo.ts';
import { type Invocation, invocationsOf, isReadWhole, programName } from '@sqrl/base/shell/invocations.ts';

export interface CommandReach {
  /** It prints or fetches what came over a network. */
  isNetwork: boolean;
  unknown: string[];
  /** Files that it may print from, and folders that it goes to, as they are written. */
  reads: string[];
  /** The files that it prints from stand at the beginning of the lines that it prints. */
  namesFiles: boolean;
  /** What may be remotes in what it has git look at; `ANY_REMOTE` where that is all of them. */
  remotes: string[];
  /** Where it may put what it fetches; none where it fetches nothing. */
  places: string[];
}

/**
 * Says who may have written what a command line prints: programs are known to reach into a network, known to print what is
 * on this machine, or unknown.
 */
export const commandReach: (command: string) => CommandReach = remembered((command) => judge(command), 2000);

function judge(command: string): CommandReach {
  const invocations = invocationsOf(command);
  const calls = invocations.flatMap(callOf);
  // What a program is handed as code, in place or from a document.
  const scripts = invocations.flatMap(({ args, input }) => [
    ...args.filter((arg) => /[\s(;]/.test(arg)),
    input,
  ]);
  const reaches = calls.map(({ name, args, own }) => (own ? 'local' : reachOf(name, args)));
  const isNetwork =
    reaches.includes('network') ||
    SOCKETS.test(command) ||
    (calls.some(({ name }) => INTERPRETERS.has(name)) && scripts.some((text) => REACHES_OUT.test(text))) ||
    (calls.some(({ name }) => /^[gm]?awk$/.test(name)) &&
      scripts.some((text) => STARTS_OTHERS.test(text) && REACHES_OUT.test(text)));
  const unknown = calls.filter((_, i) => reaches[i] === 'unknown').map(({ name }) => name);
  const isUnseen =
    !isReadWhole(command) ||
    calls.some(printsUnnamed) ||
    (calls.some(({ name }) => INTERPRETERS.has(name)) && scripts.some((text) => QUOTES_OTHERS.test(text)));
  const reads = calls
    .filter(({ name }) => PRINTS_FILES.has(name))
    .flatMap(({ args, reads }) => [...args, ...reads].flatMap(pathIn));
  return {
    isNetwork,
    unknown: [...new Set([...unknown, ...(isUnseen ? ['…'] : [])])],
    reads: [...new Set(reads)].slice(0, MAX_READS),
    namesFiles: calls.some(({ name }) => SEARCHES.has(name)),
    remotes: calls
      .flatMap(({ name, args }) =>
        name === 'git' ? [...args.flatMap(remotesIn), ...allRemotesIn(args)] : [],
      )
      .slice(0, MAX_READS),
    places: isNetwork ? placesIn(command) : [],
  };
}

/** Files and folders that a command which fetches writes to; of a clone or a download the last name of its address. */
function placesIn(command: string): string[] {
  const named = [...command.matchAll(WRITTEN_TO)].map(([, place]) => place!);
  const fetched = /\bclone\b|\bwget\b|\s-[a-zA-Z]*O\b/.test(command)
    ? (command.match(/(?:\b[a-z]{1,10}:\/\/|git@)[^\s'"`<>|&;()]{1,300}/g) ?? []).map((address) =>
        address
          .replace(/[?#].*$/, '')
          .replace(/(?:\.git)?\/?$/, '')
          .replace(/^.*[/:]/, ''),
      )
    : [];
  return [...named, ...fetched]
    .map((place) => place.replace(/^\.\//, '').replace(/\/$/, ''))
    .filter((place) => place !== '' && !/^\.{1,2}$|^~$|^\/dev\/|:\/\//.test(place))
    .slice(0, MAX_READS);
}

/** `-o FILE`, `> FILE`, `tee FILE`, `tar … -C FOLDER`, `unzip … -d FOLDER`, `git clone ADDRESS FOLDER`. */
const WRITTEN_TO =
  /(?:\s(?:-[a-zA-Z]{0,4}[oO]|--output(?:-document)?)[ =]{1,2}|(?<![0-9&])>{1,2}(?!&) {0,2}|\btee (?:-a )?|\btar\b[^|;&\n]{0,200}? -C |\bunzip\b[^|;&\n]{0,200}? -d |\bclone (?:-\S{1,40} (?:\d+ )?){0,6}\S{1,300} )["']?([^\s'"`<>|&;()-][^\s'"`<>|&;()]{0,300})/g;

const MAX_READS = 32;

/** The path in a word; an option may carry one behind its sign, and git's name of a commit stands before one. */
const pathIn = (word: string): string[] => {
  const path = word.startsWith('-')
    ? word.replace(/^[^=]*=?/, '')
    : word.replace(/^[\w.~^/-]{2,200}:(?=\w)/, '');
  return path === '' || path.length > 500 || /[\n\0]|:\/\//.test(path) ? [] : [path];
};

/** `mallory` in `main...mallory/feature`, `mallory/feature:README.md` and `git remote show mallory`. */
const remotesIn = (word: string): string[] =>
  word.startsWith('-') || word.length > 500
    ? []
    : word.split(/\.{2,3}/).flatMap((ref) => /^\^?([\w.-]{1,100})(?:$|\/\w)/.exec(ref)?.[1] ?? []);

const allRemotesIn = (args: readonly string[]): string[] =>
  /^(?:(?:log|shortlog|show-branch|rev-list) .*--all\b|branch .*(?:--all|--remotes|-[a-z]*[ar])|for-each-ref|show-ref)/.test(
    fromFirst(args).join(' ').slice(0, 500),
  )
    ? [ANY_REMOTE]
    : [];

/** Stands for each remote there is. */
export const ANY_REMOTE = '*';

interface CommandCall {
  name: string;
  args: string[];
  reads: readonly string[];
  /** It is a file of the project's, by a relative path. */
  own: boolean;
  /** `find` or `xargs` hands it the files. */
  given: boolean;
}

/** A call of a program; none of one that another is judged by, and where only its name is asked for. */
function callOf({ program, args, reads, via }: Invocation): CommandCall[] {
  const runner = via && programName(via.program);
  const isRun = via !== undefined && via.args.at(-args.length - 1) === program;
  const isJudged = isRun && (Object.hasOwn(SOMETIMES, runner!) || /^-[vV]/.test(via.args[0] ?? ''));
  if (isJudged || /^(?:\$\(…\)|\(\(|in)$/.test(program)) return [];
  const own = /^(?:\.\/|\w[\w.-]*\/)/.test(program) && !/^\.\.|node_modules|vendor/.test(program);
  return [
    { name: programName(program), args: [...args], reads, own, given: /^(?:find|xargs)$/.test(runner ?? '') },
  ];
}

/** Programs that print files, or go where the next one will. */
const PRINTS_FILES = new Set(
  `cat head tail less more nl sed gsed awk gawk grep egrep fgrep zgrep rg ag ack strings xxd od hexdump base64 bat jq yq xmllint diff cmp
  comm paste sort uniq cut column fold rev tac zcat gunzip unzip tar find Get-Content type findstr Select-String cd pushd python python3 node deno ruby perl php bash sh zsh source tsx git`.split(
    /\s+/,
  ),
);

/** Programs whose lines begin with the file that they are from. */
const SEARCHES = new Set('grep egrep fgrep zgrep rg ag ack findstr Select-String git'.split(' '));

const PRINTS_WHOLE = new Set(
  'cat head tail less more nl strings bat zcat base64 Get-Content type'.split(' '),
);

/** Prints files that neither the command nor its output names: what `find` or a variable says, or a pattern for any folder. */
const printsUnnamed = ({ name, args, given }: CommandCall): boolean =>
  SEARCHES.has(name)
    ? name !== 'git' &&
      (args.some((arg) => /^(?:-[a-zA-Z]*h[a-zA-Z]*|--no-filename)$/.test(arg)) ||
        (given && args.at(-1) === ';'))
    : PRINTS_WHOLE.has(name) && (given || args.some((arg) => /^(?:\.\/)?\*[^/]*\/|^\$[\w({]/.test(arg)));

type Reach = 'local' | 'network' | 'unknown';

function reachOf(name: string, args: readonly string[]): Reach {
  if (/^(?:--help|--version)$/.test(args.at(-1) ?? '')) return 'local';
  const known = name.toLowerCase();
  if (Object.hasOwn(SOMETIMES, known)) return SOMETIMES[known]!(args);
  if (NETWORK.has(known)) return 'network';
  return LOCAL.has(known) || /^[\w.-]+\.(?:sh|bash|mjs|cjs|[jt]s|py|rb|pl)$/.test(name) ? 'local' : 'unknown';
}

/** Print what others wrote, wherever that is kept. */
const NETWORK = new Set(
  `glab hub tea jira ssh scp sftp rsync ftp telnet lynx w3m links elinks aria2c yt-dlp dig nslookup host whois
  kubectl helm oc aws gcloud az doctl flyctl fly heroku vercel netlify wrangler stern
  brew apt apt-get yum dnf pacman apk snap choco winget scoop port conda mamba easy_install
  invoke-webrequest invoke-restmethod iwr irm start-bitstransfer
  sentry-cli stripe slack-cli agent-browser puppeteer browser-use`.split(/\s+/),
);

/** Print what is on this machine, or what the project's own code says. */
const LOCAL = new Set(
  `sudo doas env nohup command builtin exec timeout nice ionice stdbuf xargs setsid watch caffeinate . [[
  ls cat head tail less more nl wc sort uniq cut tr sed gsed awk gawk grep egrep fgrep zgrep rg ag ack fd find tree stat file du df pwd
  cd pushd popd echo printf true false test [ [[ export unset set source alias read let local declare return exit break continue shift
  trap wait eval mkdir rmdir rm cp mv ln touch chmod chown mktemp tee xxd od hexdump strings base64 md5 md5sum shasum sha1sum sha256sum cksum
  diff cmp comm patch paste join fold fmt column expand rev tac seq shuf split basename dirname realpath readlink which whereis type hash
  date cal sleep kill pkill killall ps top pgrep lsof jobs fg bg uptime free uname hostname whoami id groups env printenv ulimit umask
  jq yq xmllint bat delta cloc tokei wc tput clear time bc expr yes
  gzip gunzip zcat zip unzip tar xz unxz zstd
  node ruby perl php lua bash sh zsh tsx ts-node java rscript
  tsc tsgo eslint prettier biome oxlint stylelint ruff black isort flake8 mypy pyright pylint rustc rustfmt clippy-driver gofmt golint
  golangci-lint shellcheck shfmt ktlint checkstyle clang-format clang-tidy
  jest vitest mocha ava tap cypress pytest tox nox unittest rspec rubocop phpunit
  vale markdownlint markdownlint-cli2 yamllint actionlint hadolint tflint ansible-lint sqlfluff knip modernize
  make gmake cmake ninja meson bazel bazelisk buck2 pants just task rake poe nx moon lage lefthook invoke inv doit earthly dagger
  gradle gradlew mvn mvnw ant sbt lein msbuild xcodebuild gcc g++ cc c++ clang
  clang++ ld ar nm objdump otool ldd javac kotlinc ghc stack cabal vite webpack rollup esbuild parcel next turbo nx lerna tsup swc
  get-content get-childitem select-string set-location get-location test-path write-output write-host select-object where-object
  foreach-object measure-object sort-object new-item remove-item copy-item move-item out-string format-table format-list dir type where
  findstr del copy move cls
  start-sleep start-process out-null out-host out-file set-content add-content get-date get-process get-command get-item
  test-connection tasklist taskkill netstat mount umount open xdg-open protoc
  sqrl pbcopy command diskutil`.split(/\s+/),
);

type Judge = (args: readonly string[]) => Reach;

const firstOf = (args: readonly string[]): string => args.find((arg) => !arg.startsWith('-')) ?? '';
const networkIf = (isNetwork: boolean): Reach => (isNetwork ? 'network' : 'local');
const fetchesBy = (verbs: string): Judge => {
  const fetching = new Set(verbs.split(' '));
  return (args) => networkIf(fetching.has(firstOf(args)));
};

/** Package managers fetch, and print what the authors of packages say: deprecations, descriptions, install scripts. */
const packages = fetchesBy(
  'install i ci add update upgrade up view info show v search s find audit outdated create init dlx x exec npm owner whoami publish fund explain ping access profile dist-tag deprecate doctor fetch download remote global get import',
);

/** The words from the first that is not a flag on. */
const fromFirst = (args: readonly string[]): readonly string[] =>
  args.slice(args.findIndex((arg) => !arg.startsWith('-')));

/** Runs what is named, if that is installed here; else it is fetched, and a stranger's program. */
const runs: Judge = (args) => {
  const [program, ...rest] = fromFirst(args);
  if (program === undefined) return 'local';
  const reach = reachOf(program.replace(/@[^/]*$/, '').replace(/^.*\//, ''), rest);
  return reach === 'unknown' ? 'network' : reach;
};

/** Runs what the project's own list of dependencies or tasks names. */
const runsOwn = (verbs: string, otherwise: Judge = packages): Judge => {
  const running = new Set(verbs.split(' '));
  return (args) => (running.has(firstOf(args)) ? 'local' : otherwise(args));
};

const python: Judge = (args) => {
  const words = args.flatMap((arg) => (/^-m\w/.test(arg) ? ['-m', arg.slice(2)] : [arg]));
  const at = words.indexOf('-m');
  return at >= 0 && /^(?:pip|ensurepip|pipx)$/.test(words[at + 1] ?? '')
    ? packages(words.slice(at + 2))
    : words[at + 1] === 'pydoc' && at >= 0
      ? 'unknown'
      : 'local';
};

const byAddress: Judge = (args) => networkIf(args.some(isAddress));

const alike = (names: string, judge: Judge): Record<string, Judge> =>
  Object.fromEntries(names.split(' ').map((name) => [name, judge]));

const SOMETIMES: Record<string, Judge> = {
  git: (args) => networkIf(!isLocalGit(args)),
  gh: (args) => networkIf(!/^(?:auth|pr create|issue create)(?: |$)/.test(args.slice(0, 2).join(' '))),
  ...alike('curl wget http https xh', (args) => networkIf(!isLoopback(args))),
  ...alike('npm yarn bun pip pip3 gem', packages),
  ...alike('npx bunx uvx', runs),
  ...alike('python python3 py', python),
  openssl: (args) => networkIf(/^s_client$/.test(firstOf(args)) && !isLoopback(args)),
  mix: (args) => networkIf(/^(?:hex|deps\.(?:get|update)|archive\.install)/.test(firstOf(args))),
  dotnet: fetchesBy('add restore nuget tool'),
  swift: (args) => networkIf(/^package (?:update|resolve|show-dependencies)/.test(fromFirst(args).join(' '))),
  nc: (args) => networkIf(!args.some((arg) => /^(?:localhost|127\.0\.0\.1|::1)$/.test(arg))),
  playwright: (args) => (firstOf(args) === 'install' ? 'network' : byAddress(args)),
  deno: byAddress,
  pnpm: (args) => (firstOf(args) === 'exec' ? runs(args.slice(args.indexOf('exec') + 1)) : packages(args)),
  poetry: runsOwn('run shell env'),
  pipenv: runsOwn('run shell'),
  pdm: runsOwn('run'),
  hatch: runsOwn('run test fmt build'),
  rye: runsOwn('run test lint fmt'),
  pixi: runsOwn('run task'),
  uv: (args) => networkIf(!/^(?:run|venv)$/.test(firstOf(args))),
  bundle: runsOwn('exec check'),
  composer: runsOwn('run run-script exec test dump-autoload validate'),
  mise: fetchesBy('install i use upgrade up self-update ls-remote search plugins registry latest outdated'),
  'pre-commit': fetchesBy('autoupdate'),
  cargo: fetchesBy('install add search update fetch info login publish owner'),
  go: (args) => {
    const verb = firstOf(args);
    if (verb === 'doc') return 'unknown';
    return networkIf(
      /^(?:get|install|mod)$/.test(verb) || (verb === 'run' && args.some((arg) => arg.includes('@'))),
    );
  },
  flutter: fetchesBy('pub upgrade channel'),
  dart: fetchesBy('pub'),
  terraform: (args) => (/^(?:fmt|validate|version)$/.test(firstOf(args)) ? 'local' : 'unknown'),
  docker: (args) => {
    if (args.some((arg) => /^(?:logs|pull|search|push|login)$/.test(arg))) return 'network';
    if (args.some((arg) => /^(?:exec|run)$/.test(arg))) return 'unknown';
    return /^(?:ps|images|build|compose|stop|start|rm|rmi|kill|version|network|volume|info)$/.test(
      firstOf(args),
    )
      ? 'local'
      : 'unknown';
  },
  unzip: (args) => (args.some((arg) => /^-[a-z]*p/.test(arg)) ? 'unknown' : 'local'),
  tar: (args) => (args.some((arg) => /^-?[a-zA-Z]*O|^--to-stdout/.test(arg)) ? 'unknown' : 'local'),
  rtk: (args) => runs(args.filter((arg) => !/^(?:proxy|lint|test|err|run|summary)$/.test(arg))),
  tmux: (args) => (/^(?:capture-pane|capturep)$/.test(firstOf(args)) ? 'unknown' : 'local'),
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
  /(?:^|[.^:/])(?:FETCH_HEAD|refs\/pull\/|pull\/\d|merge-requests\/|upstream\/|fork\/|refs\/remotes\/(?!origin\/)|remotes\/(?!origin\/))|^--remotes|^(?:[\w./-]+\.\.\.?)?(?!origin\/)[\w-]+\/(?:main|master|develop|trunk|HEAD)(?:[:~^.]|$)/;

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

/** Whether a word is an address of another machine. */
const isAddress = (arg: string): boolean => /^(?:https?|wss?|ftp|jsr|npm):/.test(arg) && !LOOPBACK.test(arg);
const LOOPBACK = /^\w+:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?:[:/]|$)/;

/** A shell's own way into a network. */
const SOCKETS = /\/dev\/(?:tcp|udp)\//;

const INTERPRETERS = new Set(
  'python python3 py node deno bun ruby perl php lua bash sh zsh tsx ts-node eval'.split(' '),
);

/** How a program of awk starts another one. */
const STARTS_OTHERS = /\bgetline\b|\bsystem\s*\(/;

/** What a script does that prints the documentation, the source or the files of a package. */
const QUOTES_OTHERS =
  /\bhelp\(|\b(?:pydoc|getsource(?:lines)?|getdoc|getcomments|__doc__|importlib[._](?:metadata|resources)|pkg_resources|pkgutil|require\.resolve|import\.meta\.resolve|node_modules|site-packages|dist-packages|vendor\/)|\brequire\(['"`](?![./])[^'"`]{1,200}\.(?:json|md|txt)\b/;

/** What a script does that reads from a network. */
const REACHES_OUT =
  /\b(?:urllib|urlopen|requests\.|httpx|aiohttp|http\.client|socket\.|ftplib|imaplib|poplib|paramiko|net\/http|Net::HTTP|open-uri|LWP|fetch\s*\(|axios|undici|node-fetch|got\(|https?\.(?:get|request)|XMLHttpRequest|WebSocket|curl|wget|gh (?:issue|pr|api|repo|release|run))\b|\b(?:require\(|from )['"](?:node:)?(?:net|https?|dgram|tls)['"]|https?:\/\/(?!localhost|127\.0\.0\.1|\[::1\])/;
