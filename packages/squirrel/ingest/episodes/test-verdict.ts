import { remembered } from '@sqrl/base/memo.ts';
import type { EpisodeStats } from '@sqrl/base/model/episode.ts';
import { coreOf, MAX_COMMAND_CHARS } from '@sqrl/base/shell/command.ts';
import type { EpisodeEvent } from './step.ts';
import { readVerdict } from './test-runners.ts';

/** What a step says of the tests: from a runner's own summary, or else from how a test command ended. */
export function testVerdict(step: EpisodeEvent): TestVerdict | undefined {
  if (step.kind === 'check') return CHECKED[step.outcome ?? 'none'];
  if (step.kind !== 'result' || step.tool !== 'run') return undefined;
  let verdict = known.get(step);
  if (verdict === undefined) {
    verdict = judge(step) ?? 'none';
    known.set(step, verdict);
  }
  return verdict === 'none' ? undefined : verdict;
}

type TestVerdict = Exclude<EpisodeStats['tests'], 'not_run'>;

/** Cutting asks once, and summing up asks again. */
const known = new WeakMap<EpisodeEvent, TestVerdict | 'none'>();

function judge(step: EpisodeEvent): TestVerdict | undefined {
  if (step.outcome === 'rejected' || step.outcome === 'interrupted') return undefined;
  const command = step.command ?? '';
  if (onlyReads(command)) return undefined;
  const read = readVerdict(step.text);
  if (read) return read.verdict;
  const core = coreOf(command);
  // With several commands in one line, it is unknown whose exit code it is.
  if (!isTestCommand(core) || core.includes(' && ')) return undefined;
  if (step.outcome === 'failed') return isMissing(step.text) ? undefined : 'failed';
  // After a pipe, a semicolon or an "or" the exit code is another command's.
  return step.outcome === 'ok' && !/\||;/.test(command) ? 'passed' : undefined;
}

export const isTestCommand: (command: string) => boolean = remembered(
  (command) => TESTS.test(command.slice(0, MAX_COMMAND_CHARS)),
  500,
);

const CHECKED: Record<string, 'passed' | 'failed'> = { ok: 'passed', failed: 'failed' };

const TESTS = new RegExp(
  `(?:^|&&|\\|\\||;|\\n)\\s*(?:\\w+=\\S+\\s+|(?:time|sudo|npx|bunx|rtk|timeout \\S+|poetry run|uv run|pipenv run|bundle exec|xvfb-run|dotenv) )*(?:${[
    '(?:npm|pnpm|yarn|bun)(?: --?\\S+)* (?:run )?(?:test|t)(?::\\S+)?(?=\\s|$)',
    'vitest|jest|mocha|ava|playwright test|cypress run|node --test|deno test|bun test',
    'pytest|py\\.test|tox|nox|python3? -m (?:pytest|unittest)|\\./manage\\.py test|python3? manage\\.py test',
    'go test|cargo (?:test|nextest)|(?:\\./)?gradlew?(?: \\S+)* (?:\\S*:)?(?:test|check)|(?:\\./)?mvnw?(?: \\S+)* (?:test|verify)',
    'rspec|rails test|rake test|(?:\\./)?(?:vendor/bin/)?(?:phpunit|pest)|ctest|dotnet test|mix test|swift test|flutter test|make (?:test|check)',
  ].join('|')})(?=\\s|$)`,
);

/** Whether every part of a command only shows something: a log that speaks of tests is no run of them. */
const onlyReads = (command: string): boolean =>
  command !== '' &&
  command
    .split(/&&|\|\||;|\n/)
    .every((part) =>
      /^\s*(?:$|#|(?:cat|head|tail|less|more|grep|rg|ag|sed|awk|find|ls|wc|echo|printf|cd|jq|diff|git (?:log|show|diff|status|blame|grep|stash)|gh)(?=\s|$))/.test(
        part,
      ),
    );

/** The command was never there to test anything. */
const isMissing = (text: string): boolean =>
  /command not found|not recognized as|unrecognized subcommand|Missing script|No such file or directory/.test(
    text,
  );
