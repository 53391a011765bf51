import { remembered } from '../../../base/memo.ts';

/** What a command is for, by the key that its memory has. */
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
} as const;

export type CommandKind = keyof typeof COMMAND_KINDS;

/** What one step of a command line is for; undefined where it is for none of the things that every project does. */
export const kindOfCommand: (step: string) => CommandKind | undefined = remembered((step) => {
  const told = withoutRunner(step);
  const kind = KINDS.find(([, pattern]) => pattern.test(told))?.[0];
  return kind === 'command.test' && NAMES_ONE.test(told) ? 'command.single_test' : kind;
}, 500);

/** A check says something of the work by failing; it does not fail to run. */
export const isCheck = (kind: CommandKind | undefined): boolean =>
  kind !== undefined && kind !== 'command.run' && kind !== 'command.migrate';

/** `npm run lint -- --fix` and `npx eslint --fix` by what they start. */
const withoutRunner = (step: string): string =>
  step
    .replace(
      /^(?:npx|bunx|pnpx|uvx|(?:pnpm|yarn|npm) exec(?: --)?|(?:poetry|uv|pipenv|pdm) run|bundle exec|yarn dlx|pnpm dlx) /,
      '',
    )
    .replace(/^python3? -m /, '')
    .replace(SCRIPT, '§$1');

/** A script of the project by its name; what a package manager does itself is none. */
const SCRIPT =
  /^(?:npm|pnpm|yarn|bun|deno)(?: -[CF] \S+| --(?:prefix|filter|cwd) \S+| --?[\w-]+(?:=\S+)?)* (?:run |run-script |task )?(?!install\b|i\b|ci\b|add\b|remove\b|x\b|exec\b|dlx\b|create\b|init\b|publish\b|link\b|up\b|update\b|why\b|info\b|view\b|audit\b|pack\b|config\b|cache\b|version\b|--)([\w:.-]+)/;

const KINDS: readonly (readonly [CommandKind, RegExp])[] = [
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

/** A test file, or a name or a pattern of one test. */
const NAMES_ONE =
  /\s(?:\S+(?:[._-](?:test|spec)s?\.\w+|_test\.(?:go|py|rb|exs)|(?:Test|Spec)\.\w+|::\S+)|\S*\/test_\w+\.py\S*|-t\b|-k\b|--(?:testNamePattern|test-name-pattern|grep|filter|tests|testPathPattern\S*)\b|-run\b)/;
