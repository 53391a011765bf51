import { folderName } from '../../guards/applies.ts';
import type { CommandKind } from './command-kind.ts';

/** A command as it is compared with others: what it is, and for which part of the project. */
export interface CommandWay {
  /** Without what changes nothing of what it does. */
  way: string;
  /** The last name of the folder or package that it is for; '' for the whole project. */
  part: string;
  /** The folder it is run in, below the repository; `.` for the repository itself. */
  folder: string;
}

export function wayOf(step: string, folder: string | null): CommandWay | undefined {
  if (folder !== null && isElsewhere(folder)) return undefined;
  const way = step
    .replace(LOUDNESS, '')
    .replace(/^(pnpm|yarn)((?: -{1,2}\S+(?: (?=@)\S+)?)*) run (?=[\w:.-]+)/, '$1$2 ')
    .replace(/^npm run (test|start)(?= |$)/, 'npm $1')
    .replace(/ --$/, '')
    .trim();
  const place = folderName(folder);
  return { way, part: lastName(partNamedIn(way) ?? place), folder: place };
}

/**
 * A command for the whole project, where it was given folders or packages of it: `golangci-lint run ./cart/... ./user/...`
 * is `golangci-lint run`. Undefined where a tool has to be given something and the rest of it is not known.
 */
export function generalStep(step: string, kind: CommandKind): string | undefined {
  const words = step.split(' ');
  // What npm calls a workspace is "write it" to most others.
  const takesValue = (word: string) => (word === '-w' ? words[0] === 'npm' : TAKES_VALUE.test(word));
  const kept = words.filter((word, i) => i === 0 || takesValue(words[i - 1]!) || !isPart(word));
  if (kept.length === words.length || !CHECKS.test(kind)) return step;
  if (/^go (?:test|vet|build|fmt)\b/.test(step)) return `${kept.join(' ')} ./...`;
  return WHOLE_BY_DEFAULT.test(step) ? kept.join(' ') : undefined;
}

const CHECKS = /^command\.(?:lint|format|typecheck|build)$/;

const TAKES_VALUE =
  /^(?:--(?:filter|workspace|prefix|cwd|dir|project|package|config|manifest-path)|-[CFcp])$/;

const isPart = (word: string): boolean =>
  !/^[@-]|^\.{0,2}\/?\.{3}$/.test(word) &&
  (/^(?:\.{1,2}\/)?[\w@.-]+\/[\w@./-]*$/.test(word) || SOURCE_FILE.test(word));

const SOURCE_FILE =
  /^[\w@.-]+\.(?:go|[cm]?[jt]sx?|py|rs|rb|java|kt|cs|c|cc|cpp|h|php|swift|css|scss|vue|svelte|md|html)$/;

/** Tools that take the whole project where they are given nothing. */
const WHOLE_BY_DEFAULT =
  /^(?:(?:npx|bunx|pnpm exec|uv run|poetry run|python3? -m|bundle exec) )?(?:golangci-lint run|ruff (?:check|format)|biome (?:check|lint|format)|rubocop|phpstan|cargo \w+|oxlint|swiftlint|ktlint|(?:npm run|(?:pnpm|yarn|bun|just|make)(?: run)?) (?!eslint|prettier|stylelint|tsc|mypy)[\w:-]+)(?: |$)/;

/**
 * Whether a command can only start what the project's own files define, whoever thought of it: a script or task by its
 * name, or a usual program without arguments. Runners that fetch a program by its name (npx, uvx) are not among them.
 */
export function startsOwnWork(way: string): boolean {
  if (BARE.has(way)) return true;
  const [program, ...words] = way.replace(PLACE, '').split(' ');
  if (!RUNNERS.has(program!)) return false;
  const [name, ...rest] = words[0] === 'run' ? words.slice(1) : words;
  return name !== undefined && OWN_NAME.test(name) && rest.every((word) => word === '<file>');
}

const PLACE = / (?:--(?:filter|cwd|prefix|workspace)|-[CFw])[ =](?!\S*\.\.)[@\w][\w@/.-]*/;

const RUNNERS: ReadonlySet<string> = new Set('npm pnpm yarn bun make just task mise rake'.split(' '));

/** What projects call their own work, and what installs their own dependencies. */
const OWN_NAME =
  /^(?:install|ci|(?:tests?|lint|build|compile|type-?check|check|format|fmt|dev|start|e2e)(?:[:.-][\w:.-]+)?)$/;

const BARE: ReadonlySet<string> = new Set([
  ...['go test ./...', 'go build', 'go build ./...', 'go vet ./...', 'golangci-lint run', 'cargo test'],
  ...['cargo build', 'cargo check', 'cargo clippy', 'cargo fmt', 'dotnet test', 'dotnet build'],
  ...['dotnet restore', 'pytest', 'tox', 'ruff check .', 'mix test', 'swift test', './gradlew test'],
  ...['./gradlew build', 'mvn test', 'flutter test'],
]);

/** A folder outside the project, by its whole path, or a place for passing things. */
const isElsewhere = (folder: string): boolean =>
  /^(?:[/~\\]|\.\.|[A-Za-z]:)|(?:^|\/)(?:tmp|temp)(?:\/|$)/.test(folder);

const LOUDNESS =
  / (?:--(?:silent|quiet|verbose|color|colors|no-color|no-progress|nocapture|show-output|if-present)|--(?:reporter|reporters|loglevel|log-level|color|output-style|tb)=\S+|--(?:reporter|loglevel|log-level|output-style) (?!-)\S+|-(?:q|v|vv|s|qq))(?= |$)/g;

/** Which package or folder a runner is pointed at: by a flag, by the target's name, or by the word behind the target. */
function partNamedIn(way: string): string | undefined {
  const target = /^(?!npm|pnpm|yarn|bun|deno)\S+ (?:run )?(?:\/\/|:)?([\w@./-]+)[:#][\w-]+(?= |$)/.exec(
    way,
  )?.[1];
  return (
    / (?:--(?:filter|workspace|prefix|cwd|dir|directory|project|package|manifest-path)[ =]|-C |-F |(?<=^npm\b.*)-w |workspace )(\S+)/.exec(
      way,
    )?.[1] ??
    /^(?:cargo|tsc|npx tsc|mvn)\b.* -pl? (\S+)/.exec(way)?.[1] ??
    (target !== undefined && !NO_PART.test(target) ? target : undefined) ??
    /^(?:npx |pnpm |bunx )?nx (?!run|affected|format|graph|reset|g |generate)[\w-]+ ([\w@/-]+)/.exec(way)?.[1]
  );
}

const NO_PART = /^(?:tests?|lint|build|check|format|fmt|e2e|dev|db|ci|docker)$/;

const lastName = (part: string): string =>
  part
    .replace(/(?:^|\/)(?:Cargo\.toml|[\w.-]+\.json|\.{1,3})$/, '')
    .replace(/\/$/, '')
    .replace(/^.*\//, '');
