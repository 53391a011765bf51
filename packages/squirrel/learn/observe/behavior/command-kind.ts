import { remembered } from '@sqrl/base/memo.ts';

export const COMMAND_KINDS = {
  'command.single_test': 'running a single test',
  'command.test_e2e': 'running the e2e tests',
  'command.test': 'running the tests',
  'command.typecheck': 'type checking',
  'command.format': 'formatting',
  'command.lint': 'linting',
  'command.migrate': 'migrating the database',
  'command.build': 'building',
  'command.run': 'running the app',
  'command.install': 'installing the dependencies',
} as const;

export type CommandKind = keyof typeof COMMAND_KINDS;

export const kindOfCommand: (step: string) => CommandKind | undefined = remembered((step) => {
  const told = withoutLeftOut(withoutRunner(step));
  for (const named of [told, ...taskNamesIn(told).map((name) => `§${name}`)]) {
    const kind = KINDS.find(([, pattern]) => pattern.test(named))?.[0];
    if (kind !== undefined)
      return kind === 'command.test' && NAMES_ONE.test(told.replace(PACKAGE, ''))
        ? 'command.single_test'
        : kind;
  }
  return undefined;
}, 500);

export const kindOfName = (name: string): CommandKind | undefined =>
  /^[\w:.@/-]+$/.test(name) ? KINDS.find(([, pattern]) => pattern.test(`§${name}`))?.[0] : undefined;

const PACKAGE = /(?<=^(?:npm|pnpm|yarn|bun|turbo)\b.*) --filter[ =]\S+/;

export const isTestRun = (step: string): boolean => {
  const kind = kindOfCommand(step);
  return kind === 'command.test' || kind === 'command.single_test' || kind === 'command.test_e2e';
};

/** A check says something of the work by failing; it does not fail to run. */
export const isCheck = (kind: CommandKind | undefined): boolean =>
  kind !== undefined && kind !== 'command.run' && kind !== 'command.migrate' && kind !== 'command.install';

const withoutRunner = (step: string): string =>
  step
    .replace(
      /^(?:npx|bunx|pnpx|uvx|(?:pnpm|yarn|npm)(?: (?:-r|(?:--filter|-F|-w|--workspace)[ =]\S+))* exec(?: --)?|(?:poetry|uv|pipenv|pdm) run|bundle exec|yarn dlx|pnpm dlx) /,
      '',
    )
    .replace(/^python3? -m /, '');

/** `./gradlew build -x test` runs no tests. */
function withoutLeftOut(step: string): string {
  if (/^(?:\.\/)?gradlew?\b/.test(step)) return step.replace(/ (?:-x|--exclude-task)[ =]\S+/g, '');
  return /^(?:\.\/)?mvnw?\b/.test(step) && / -D(?:skipTests|maven\.test\.skip)\b/.test(step)
    ? step.replace(/ (?:test|verify)\b/, ' package')
    : step;
}

const KINDS: readonly (readonly [CommandKind, RegExp])[] = [
  [
    'command.install',
    /^(?:(?:npm|pnpm|bun) (?:install|i|ci)|yarn install|uv sync|(?:poetry|pipenv|pdm|bundle|composer|mise|pixi) install|go mod download|mix deps\.get|flutter pub get|dotnet restore|pip3? install (?:-r|-e) \S+)(?: --[\w-]+(?:=\S+)?)*$/,
  ],
  ['command.test_e2e', /^§\S*e2e|^(?:playwright test|cypress run)\b/],
  [
    'command.typecheck',
    /^§\S*(?:type-?check|tsc|check-?types|types)\b|^(?:tsc(?! (?:-b|--build|-p \S+ --outDir))|vue-tsc|mypy|pyright|cargo check|go vet|flow check)\b/,
  ],
  [
    'command.format',
    /^§(?:\S*(?:format|fmt|prettier)(?!:check|-check)|\S*lint\S*[:-](?:fix|write))|^(?:(?:prettier|biome|eslint|ruff|dprint|oxlint|stylelint)\b.*(?:--write|--fix|--apply| format\b| fmt\b)|black|isort|gofmt -w|goimports -w|cargo fmt|rustfmt|go fmt|terraform fmt|mix format|dart format|swiftformat)(?=\s|$)(?!.*--check)/,
  ],
  [
    'command.lint',
    /^§\S*lint|^(?:eslint|biome (?:check|lint|ci)|oxlint|ruff check|flake8|pylint|golangci-lint|cargo clippy|rubocop|shellcheck|stylelint|ktlint|swiftlint|standard|xo|credo|mix credo|hadolint|yamllint)\b/,
  ],
  [
    'command.migrate',
    /^§\S*migrat|\b(?:prisma migrate|alembic upgrade|manage\.py migrate|rails db:migrate|knex migrate|drizzle-kit (?:migrate|push)|flyway migrate|sqlx migrate)\b/,
  ],
  [
    'command.test',
    /^§(?:t|tests?|unit|specs?)(?:[:.-](?!watch|e2e)\S+)?(?:\s|$)|^(?:vitest|jest|mocha|ava|node --test|pytest|py\.test|tox|nox|unittest|(?:\.\/)?manage\.py test|python3? (?:\.\/)?manage\.py test|go test|cargo (?:test|nextest)|(?:\.\/)?gradlew?(?: \S+)* (?:\S*:)?test|(?:\.\/)?mvnw?(?: \S+)* (?:test|verify)|rspec|rails test|rake test|(?:\.\/)?(?:vendor\/bin\/)?(?:phpunit|pest)|ctest|dotnet test|mix test|swift test|flutter test|make (?:test|check)|just test)\b/,
  ],
  [
    'command.build',
    /^§(?:build|compile|bundle)(?:[:.-]\S+)?(?:\s|$)|^(?:tsc (?:-b|--build)|cargo build|go build|make(?: all| build)?$|(?:\.\/)?mvnw?(?: \S+)* package|(?:\.\/)?gradlew?(?: \S+)* (?:build|assemble)|dotnet build|vite build|next build|webpack|rollup|esbuild|tsup|docker build|cmake --build|mix compile|swift build|flutter build)\b/,
  ],
  [
    'command.run',
    /^§(?:dev|start|serve|server|preview)(?:[:.-]\S+)?(?:\s|$)|^(?:vite|next dev|nodemon|flask run|uvicorn|gunicorn|rails s(?:erver)?|cargo run|go run|dotnet run|flutter run|mix phx\.server|(?:python3? )?(?:\.\/)?manage\.py runserver)(?=\s|$)/,
  ],
];

const NAMES_ONE =
  /\s(?:\S+(?:[._-](?:test|spec)s?\.\w+|_test\.(?:go|py|rb|exs)|(?:Test|Spec)\.\w+|::\S+)|\S*\/test_\w+\.py\S*|-t\b|-k\b|--(?:testNamePattern|test-name-pattern|grep|filter|tests|testPathPattern\S*)\b|-run\b)/;

/**
 * What a project's own files may call the work that one step of a command line does: the script or task that a runner is
 * told to start, whatever the runner (`just lint`, `mise run test`, `nx run web:test`), or the file that is the script
 * (`./scripts/build.sh`). Most telling first; none for programs that work on files, text or machines.
 */
function taskNamesIn(step: string): string[] {
  const words = step.split(' ');
  const script = scriptIn(words);
  if (script !== undefined) return [script];
  const [started = '', ...rest] = words;
  const program = started.replace(/^\.\//, '');
  if (!/^[\w.-]+$/.test(program) || ORDINARY.has(program)) return [];
  const [first = '', second, third] = withoutFlags(rest);
  // `nx run-many -t lint test` does several at once, told by a flag.
  if (ASKED_MANY.has(first)) return /(?<= (?:-t|--targets?)[ =])[^\s,]+/.exec(step)?.slice(0, 1) ?? [];
  const isPackages = PACKAGE_MANAGERS.has(program);
  const isRun = RUNS.has(first);
  const name = first === 'workspace' ? third : isRun ? second : first;
  if (name === undefined || !/^[\w@:./-]+$/.test(name)) return [];
  // Without a word for running it may be a command of the program's own: only the plainest are the project's work.
  if (!isRun && (isPackages ? OWN_COMMANDS.has(name) : !PLAIN.test(name))) return [];
  const target = name.slice(name.lastIndexOf(':') + 1);
  return target === name || isPackages ? [name] : [name, target];
}

const ASKED_MANY: ReadonlySet<string> = new Set(['run-many', 'affected']);

function scriptIn([program = '', ...rest]: readonly string[]): string | undefined {
  const file = INTERPRETERS.has(program) ? rest.find((word) => !word.startsWith('-')) : program;
  if (file === undefined || !file.includes('/') || file.startsWith('/') || WRAPPERS.test(file))
    return undefined;
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.(?:sh|bash|[cm]?[jt]s|py|rb|pl|ps1)$/, '');
}

const withoutFlags = (words: readonly string[]): string[] =>
  words
    .slice(0, words.indexOf('--') >= 0 ? words.indexOf('--') : words.length)
    .filter((word, i, all) => !word.startsWith('-') && !TAKES_A_VALUE.has(all[i - 1] ?? ''));

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const TAKES_A_VALUE = setOf(
  '-C -f -F -w --filter --prefix --cwd --dir --directory --workspace --file --justfile',
);

const RUNS = setOf('run run-script task r');

const PACKAGE_MANAGERS = setOf('npm pnpm yarn bun deno');

const OWN_COMMANDS = setOf(
  'install i ci add remove rm x exec dlx create init publish link up update upgrade why info view audit pack config cache version list ls outdated login whoami store patch dedupe rebuild',
);

const PLAIN =
  /^(?:.*:)?(?:tests?|test[:-][\w:-]+|lint|lint[:-][\w:-]+|build|build[:-][\w:-]+|typecheck|type-check|check-types|fmt|format|format[:-][\w:-]+|e2e|dev)$/;

const INTERPRETERS = setOf('bash sh zsh node python python3 tsx ts-node bun deno ruby perl');

/** A build tool that a project carries with it is known by its tasks. */
const WRAPPERS = /(?:^|\/)(?:gradlew|mvnw|manage\.py|node_modules\/.*|vendor\/bin\/.*)$/;

const ORDINARY = setOf(
  'git gh glab docker podman kubectl helm ls cat grep rg egrep sed awk find head tail wc rm mkdir rmdir cp mv touch chmod chown ln sort uniq cut tr xargs diff test kill pkill ps du df tee curl wget which type for if while case echo printf export cd open code vim nano less more tar zip unzip ssh scp rsync brew apt apt-get man tree stat file jq yq date env claude codex systemctl service launchctl tmux screen',
);
