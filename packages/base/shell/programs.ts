/** Facts about programs that no command line says of itself. */

/** How a program runs another one: behind which of its words, and which of its options take a value. */
export interface Runner {
  words: readonly string[];
  values: readonly string[];
  /** Arguments of its own before the command: the duration of `timeout`. */
  own?: number;
}

const runner = (line: string, values = '', own = 0): [string, Runner] => {
  const [program = '', ...words] = line.split(' ');
  return [program, { words, values: values.split(' '), own }];
};

/** Programs that only run another one. */
export const RUNNERS: ReadonlyMap<string, readonly Runner[]> = new Map(
  [
    ...Map.groupBy(
      [
        runner('sudo', '-u -g -h -p -C -T --user --group'),
        runner('doas', '-u -C'),
        runner('env', '-u -C -S --unset --chdir'),
        ...['time', 'nohup', 'command', 'exec', 'builtin', 'setsid', 'rtk', 'caffeinate'].map((name) =>
          runner(name),
        ),
        runner('nice', '-n --adjustment'),
        runner('ionice', '-c -n'),
        runner('stdbuf', '-i -o -e'),
        runner('timeout', '-k -s --kill-after --signal', 1),
        runner('watch', '-n --interval'),
        runner('xargs', '-n -P -I -L -d -a -s -E --max-args --max-procs --replace --delimiter --arg-file'),
        runner('npx', '-p --package -c'),
        ...['bunx', 'pnpx', 'uvx', 'corepack', 'cross-env'].map((name) => runner(name, '--from --with -p')),
        runner('pipx run', '--spec'),
        ...[
          'npm exec',
          'pnpm exec',
          'pnpm dlx',
          'yarn exec',
          'yarn dlx',
          'bun x',
          'yarn run',
          'bundle exec',
        ].map((line) => runner(line, '--package -p --filter -w')),
        runner('uv run', '--group --with --python -p --extra --package --directory --project --env-file'),
        ...['poetry run', 'pdm run', 'pipenv run', 'hatch run', 'rye run'].map((line) => runner(line)),
        ...[
          'docker exec',
          'podman exec',
          'docker compose exec',
          'docker compose run',
          'docker-compose exec',
          'docker run',
        ].map((line) => runner(line, '-u -w -e -v -p --user --workdir --env --name --entrypoint', 1)),
        runner('ddev exec'),
        runner('kubectl exec', '-n -c --namespace --container', 1),
        runner('mise exec', '-C', 0),
        runner('mise x', '-C', 0),
        runner('direnv exec', '', 1),
        runner('python -m'),
      ],
      ([program]) => program,
    ),
  ].map(([program, all]) => [program, all.map(([, one]) => one)]),
);

/** Programs of which a project uses one, and what they are for: its choice speaks against the others. */
export const RIVALS: readonly (readonly [purpose: RegExp, programs: readonly string[]])[] = [
  [/\b(?:packages?|dependenc(?:y|ies)|everything|all)\b/, 'npm pnpm yarn bun'.split(' ')],
  [/\b(?:packages?|dependenc(?:y|ies)|everything|all)\b/, 'pip poetry pipenv uv conda pdm'.split(' ')],
  [/\bbinar(?:y|ies)\b/, 'npx pnpx bunx'.split(' ')],
  [/\bcontainers?\b/, 'docker podman'.split(' ')],
  [/\btest(?:s|ing)?\b/, 'jest vitest mocha'.split(' ')],
  [/\blint(?:ing)?\b/, 'eslint biome'.split(' ')],
  [/\b(?:builds?|building|dependencies)\b/, 'maven mvn gradle'.split(' ')],
];

/** The words by which package managers take up a package. */
export const INSTALL_WORDS = ['install', 'add', 'i', 'get', 'require'] as const;
export const PACKAGE_MANAGERS: ReadonlySet<string> = new Set(
  'npm pnpm yarn bun pip poetry pipenv uv conda pdm cargo go gem bundle composer brew apt apt-get dotnet deno'.split(
    ' ',
  ),
);

export const FORMATTERS: ReadonlySet<string> = new Set(
  'clang-format gofmt goimports shfmt yapf autopep8 rustfmt black isort swiftformat ktlint'.split(' '),
);

export const READERS: ReadonlySet<string> = new Set(
  'cat head tail less more bat grep rg sed awk source . cut strings xxd od nl tac cp scp'.split(' '),
);

/** What people call a command by: the words of prose, and the command line. */
export const VERB_COMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['push', ['git push']],
  ['force push', ['git push --force', 'git push --force-with-lease']],
  ['force-push', ['git push --force', 'git push --force-with-lease']],
  ['commit', ['git commit']],
  ['work', ['git commit']],
  ['stage', ['git add']],
  ['publish', ['* publish', '* run publish']],
  ['deploy', ['* deploy', '* run deploy']],
  ['revert', ['git revert']],
  ['discard', ['git checkout --', 'git restore', 'git reset --hard', 'git clean']],
  ['amend', ['git commit --amend']],
  ['rebase', ['git rebase', 'git pull --rebase']],
  ['merge', ['git merge', 'gh pr merge', 'glab mr merge']],
  ['stash', ['git stash']],
  ['cherry-pick', ['git cherry-pick']],
  ['tag', ['git tag']],
  ['reset', ['git reset']],
  ['squash', ['git merge --squash', 'git rebase -i', 'git reset --soft']],
  ['bump', ['npm version', 'yarn version', 'pnpm version', 'poetry version', 'cargo set-version']],
  ['migrate', ['* migrate', '* run migrate', 'alembic upgrade', 'rails db:migrate']],
  ['kill', ['pkill', 'killall', 'kill-port', 'pgrep | kill', 'lsof | kill']],
]);

/** What people call a command by when they say what it makes. */
export const MADE_BY: ReadonlyMap<string, readonly string[]> = new Map([
  ['tag', ['git tag … *']],
  ['release', ['gh release create']],
  ['pr', ['gh pr create', 'glab mr create']],
  ['pull', ['gh pr create', 'glab mr create']],
  ['issue', ['gh issue create', 'glab issue create']],
  ['branch', ['git checkout -b', 'git switch -c', 'git branch … *']],
  ['worktree', ['git worktree add']],
  ['commit', ['git commit']],
]);

/** Kinds of work by their names in prose, and the programs that do it. */
export const WORK: readonly (readonly [RegExp, string])[] = [
  [
    /\blint(?:ing|ers?)?\b/,
    'eslint, biome lint, biome check, ruff check, flake8, pylint, mypy, golangci-lint, cargo clippy, stylelint, lintrunner',
  ],
  [
    /\bformat(?:ting|ters?)?\b/,
    'prettier, black, ruff format, rustfmt, gofmt, cargo fmt, biome format, dotnet format',
  ],
  [/\btype-?check(?:ing|s)?\b/, 'tsc, mypy, pyright'],
  [
    /\b(?:run(?:ning)? (?:the |all |any )?(?:unit )?tests?|testing|for tests)\b/,
    `pytest, <package-manager> test|t, <package-manager> run test, vitest, jest, mocha, rspec, phpunit, cargo test, go test,
     dotnet test, mix test, make test`,
  ],
  [
    /\b(?:dev|development) servers?\b|\brun servers?\b/,
    `<package-manager> dev|start|serve|start:dev, <package-manager> run dev|start|serve|start:dev, next dev, vite dev, vite`,
  ],
  [
    /\b(?:building|builds|to build|for build|run build)\b/,
    '<package-manager> build, <package-manager> run build, make build, cargo build, go build, tsc, xcodebuild, cmake, ninja, mvn, gradle, dotnet build, swift build',
  ],
  [
    /\bmigrat(?:e|ions?)\b/,
    'prisma migrate, alembic upgrade, alembic revision, flyway, knex migrate:latest, rails db:migrate, drizzle-kit migrate',
  ],
];

/** Programs that are well known; a project's own are known from what it ran. */
export const KNOWN_PROGRAMS: ReadonlySet<string> = new Set(
  `${RIVALS.flatMap(([, programs]) => programs).join(' ')} ${[...PACKAGE_MANAGERS].join(' ')} ${[...RUNNERS.keys()].join(' ')}
   git gh glab svn make just task cmake ninja bazel ant rake tox nox ruff black mypy flake8 pylint pytest
   python node deno tsx ts-node ruby rails php perl java kotlin scala sbt clj clojure lein mix elixir rustc rustfmt
   rustup clang gcc g++ swift xcodebuild flutter dart tsc prettier webpack vite next turbo nx lerna playwright cypress
   terraform tofu terragrunt pulumi kubectl helm aws gcloud az vercel netlify heroku fly ansible vagrant
   docker-compose psql mysql sqlite3 redis-cli mongosh prisma alembic flyway curl wget ssh scp rsync sed awk grep rg find
   cat head tail tee cp mv rm mkdir touch chmod chown kill pkill pgrep killall ps systemctl service crontab tar zip unzip
   jq yq echo printf bash sh zsh eval sleep vim nano emacs golangci-lint lintrunner gofmt goimports pint phpunit rspec
   rubocop stylelint oxlint oxfmt pre-commit drizzle-kit wrangler supabase firebase hardhat pg_dump pg_restore mysqldump
   dropdb createdb sqlx dbmate knex uvicorn gunicorn semgrep gitleaks lefthook nix xcrun swiftlint ktlint detekt adb
   fastlane ansible-playbook doctl hcloud dnf yum apk pacman zig clang-format pyright composer`
    .split(/\s+/)
    .filter(Boolean),
);

/** Programs whose name is a word of prose: without backquotes they are only meant where something is run. */
export const PROSE_WORDS: ReadonlySet<string> = new Set(
  `make just next task find time watch service touch go head tail cat kill sleep echo command exec black fly mix swift
   dart node flutter rake ant turbo open env install builtin play bundle brew hatch rye nice deno bun yarn conda uv`
    .split(/\s+/)
    .filter((word) => !RIVALS.some(([, programs]) => programs.includes(word))),
);

export const FETCHERS = ['curl', 'wget'] as const;

/** Programs with two names, and programs whose name is two words. */
export const SAME_PROGRAM: ReadonlyMap<string, readonly string[]> = new Map([
  ['docker-compose', ['docker', 'compose']],
  ['clojure', ['clj']],
  ['tofu', ['terraform']],
  ['nodejs', ['node']],
]);

export const SAME_WORD: ReadonlyMap<string, string> = new Map(
  `npm i:install, npm add:install, npm t:test, npm remove:uninstall, npm rm:uninstall, pnpm i:install, pnpm t:test,
   pnpm rm:remove, bun i:install, cargo b:build, cargo c:check, cargo d:doc, cargo r:run, cargo t:test`
    .split(/,\s+/)
    .map((line) => line.split(':') as [string, string]),
);

/** Programs whose arguments are texts and no work of theirs. */
export const TOLD_WORDS: ReadonlySet<string> = new Set(
  'echo printf grep rg find which man ls cat cd test'.split(' '),
);

/** Options that are written in two ways, by the program that they are said to. */
export const SAME_OPTION: readonly (readonly [program: string, short: string, long: string])[] = [
  ['git push', '-f', '--force'],
  ['git commit', '-n', '--no-verify'],
  ['git commit', '-a', '--all'],
  ['git add', '-A', '--all'],
  ['git add', '-f', '--force'],
  ['git checkout', '-f', '--force'],
  ['git branch', '-D', '--delete'],
  ['git clean', '-f', '--force'],
  ['docker compose down', '-v', '--volumes'],
  ['docker system prune', '-a', '--all'],
  ['rm', '-r', '--recursive'],
  ['rm', '-f', '--force'],
  ['npm', '-g', '--global'],
  ['pnpm', '-g', '--global'],
  ['yarn', '-D', '--dev'],
  ['npm', '-D', '--save-dev'],
  ['pytest', '-n', '--numprocesses'],
];

/** Words and options by which a program only shows something. */
export const LOOKING_WORDS: ReadonlySet<string> = new Set(
  'help version view info show list ls search why outdated whoami owner access pack validate status diff log'.split(
    ' ',
  ),
);
export const LOOKING_OPTIONS: ReadonlySet<string> = new Set(
  '--help -h --version --list --abort --undo'.split(' '),
);
