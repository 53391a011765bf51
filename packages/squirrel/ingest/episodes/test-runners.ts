interface Runner {
  name: string;
  /** Lines that only a run with failures has. */
  failed: RegExp;
  /** Lines that a run has in which something was tested. */
  passed: RegExp;
}

/** A number above nought. */
const N = '[1-9]\\d*';

const runner = (name: string, failed: string, passed: string): Runner => ({
  name,
  failed: new RegExp(failed, 'm'),
  passed: new RegExp(passed, 'm'),
});

/** Every runner whose output is understood. Adding one is a line here and a sample in the test. */
const RUNNERS: readonly Runner[] = [
  runner('vitest', `^ *(?:Test Files|Tests)\\s+${N} failed\\b`, `^ *Tests\\s+${N} passed\\b`),
  runner(
    'jest',
    `^Test(?: Suite)?s:\\s+(?:\\d+ \\w+, )*?${N} failed,`,
    `^Tests:\\s+(?:\\d+ (?:skipped|todo), )*${N} passed, \\d+ total`,
  ),
  runner('node', `^(?:#|ℹ) fail ${N}\\s*$`, `^(?:#|ℹ) pass ${N}\\s*$`),
  runner('mocha', `^ {0,4}${N} failing\\s*$`, `^ {0,4}${N} passing \\(\\d`),
  runner(
    'pytest',
    `^=* ?(?:\\d+ \\w+, )*?${N} (?:failed|errors?)\\b.* in \\d[\\d.]*s|^=+ (?:\\d+ )?errors? (?:during|in)\\b|^!+ Interrupted: ${N} errors? during collection`,
    `^=* ?(?:\\d+ (?:skipped|deselected|xfailed|xpassed|warnings?), )*${N} passed\\b.* in \\d[\\d.]*s`,
  ),
  runner(
    'unittest',
    `^FAILED \\(\\w+=\\d+(?:, \\w+=\\d+)*\\)\\s*$`,
    `^Ran ${N} tests? in [\\s\\S]{0,200}^OK\\b`,
  ),
  runner(
    'go',
    `^(?:--- FAIL: |FAIL\\t|FAIL\\s*$|panic: test timed out)`,
    `^(?:ok\\s+\\S+\\s+(?:\\d[\\d.]*s|\\(cached\\))|PASS\\s*$)`,
  ),
  runner('cargo', `^test result: FAILED\\.|^error: test failed, to rerun`, `^test result: ok\\. ${N} passed`),
  runner(
    'nextest',
    `^ *Summary \\[.*\\].*\\b${N} (?:failed|timed out)`,
    `^ *Summary \\[.*\\].*\\b${N} passed`,
  ),
  runner(
    'gradle',
    `^${N} tests? completed, ${N} failed|^> There were failing tests|^Execution failed for task '.*[tT]est'`,
    `^> Task :(?:\\S+:)?\\w*[tT]est(?: UP-TO-DATE| FROM-CACHE)?\\s*$[\\s\\S]*^BUILD SUCCESSFUL|^BUILD SUCCESSFUL[\\s\\S]*^${N} tests? completed`,
  ),
  runner(
    'maven',
    `Tests run: \\d+, (?:Failures: ${N}|Failures: \\d+, Errors: ${N})|There (?:are|were) test failures`,
    `Tests run: ${N}, Failures: 0, Errors: 0`,
  ),
  runner(
    'rspec',
    `^\\d+ examples?, (?:${N} failures?|0 failures, .*${N} errors?)`,
    `^${N} examples?, 0 failures`,
  ),
  runner(
    'phpunit',
    `^(?:FAILURES|ERRORS)!\\s*$|^Tests: \\d+, .*(?:Failures|Errors): ${N}`,
    `^OK(?:, but .*|\\s*\\(${N} tests?, \\d+ assertions?\\))`,
  ),
  runner(
    'pest',
    `^ *Tests:\\s+${N} failed`,
    `^ *Tests:\\s+(?:\\d+ \\w+, )*${N} passed \\(\\d+ assertions?\\)`,
  ),
  runner(
    'ctest',
    `^\\d+% tests passed, ${N} tests? failed out of`,
    `^100% tests passed, 0 tests failed out of ${N}|^100% tests passed out of ${N}`,
  ),
  runner(
    'playwright',
    `^ {0,4}${N} (?:failed|interrupted|did not run)\\s*$`,
    `^ {0,4}${N} passed \\(\\d[\\d.]*(?:ms|s|m|h)\\)`,
  ),
  runner('deno', `^FAILED \\| .*\\b${N} failed`, `^ok \\| ${N} passed`),
  runner('bun', `^ *${N} fail\\s*$|^\\(fail\\) `, `^ *${N} pass\\s*$|^Ran ${N} tests? across`),
  runner(
    'dotnet',
    `^ *Failed!\\s+-\\s+Failed:\\s+${N}|^ *Test [sS]ummary: .*\\bfailed: ${N}|^ *Test Run Failed\\.`,
    `^ *Passed!\\s+-\\s+Failed:\\s+0, Passed:\\s+${N}|^ *Test [sS]ummary: total: ${N}[,;] failed: 0[,;] (?:succeeded|passed): ${N}|^ *Test Run Successful\\.`,
  ),
  runner(
    'cypress',
    `[✖×]\\s+${N} of \\d+ failed|│\\s*Failing:\\s+${N}\\b`,
    `[✔√]\\s+All specs passed!|│\\s*Passing:\\s+${N}\\b`,
  ),
  runner(
    'minitest',
    `^\\d+ (?:runs|tests), \\d+ assertions, (?:${N} failures|0 failures, ${N} errors)`,
    `^${N} (?:runs|tests), \\d+ assertions, 0 failures, 0 errors`,
  ),
  runner(
    'exunit',
    `^\\d+ (?:\\w+, \\d+ )?tests?, ${N} failures?`,
    `^${N} (?:\\w+, \\d+ )?tests?, 0 failures`,
  ),
  runner(
    'xctest',
    `Executed \\d+ tests?, with ${N} failures?|^\\*\\* TEST FAILED \\*\\*|✘ Test run with`,
    `Executed ${N} tests?, with 0 failures|^\\*\\* TEST SUCCEEDED \\*\\*|✔ Test run with ${N} tests?.* passed`,
  ),
  runner('ava', `^ *${N} (?:tests?|uncaught exceptions?) failed`, `^ *${N} tests? passed`),
  runner('flutter', `: Some tests failed\\.`, `: All tests passed!`),
];

/** What a test run said in the end, and who said it; undefined where nothing in the text sums one up. */
export function readVerdict(output: string): { runner: string; verdict: 'passed' | 'failed' } | undefined {
  if (!MAY_SUM_UP.test(output)) return undefined;
  const text = withoutColour(output);
  const failed = ANY_FAILED.test(text) && RUNNERS.find((candidate) => candidate.failed.test(text));
  if (failed) return { runner: failed.name, verdict: 'failed' };
  const passed = ANY_PASSED.test(text) ? RUNNERS.find((candidate) => candidate.passed.test(text)) : undefined;
  return passed && { runner: passed.name, verdict: 'passed' };
}

/** All patterns as one, so that a text is walked through once; what stands at the beginning of a line is tried only there. */
function anyOf(patterns: readonly RegExp[]): RegExp {
  const all = patterns.flatMap(({ source }) => alternativesIn(source));
  const first = all.filter((each) => each.startsWith('^')).map((each) => each.slice(1));
  return new RegExp(
    [`^(?:${first.join('|')})`, ...all.filter((each) => !each.startsWith('^'))].join('|'),
    'm',
  );
}

/** What stands between the bars of a pattern that are in no brackets. */
function alternativesIn(source: string): string[] {
  const found = [''];
  let depth = 0;
  for (const token of source.match(/\\.|\[(?:\\.|[^\]\\])*\]|[\s\S]/g) ?? []) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (token === '|' && depth === 0) found.push('');
    else found.push(found.pop()! + token);
  }
  return found;
}

const ANY_FAILED = anyOf(RUNNERS.map(({ failed }) => failed));
const ANY_PASSED = anyOf(RUNNERS.map(({ passed }) => passed));

/** Every summary of a run has one of these words. */
const MAY_SUM_UP = /pass|fail|\bok\b|tests? |error|example|BUILD/i;

const withoutColour = (text: string): string =>
  (text.includes('\u001b') ? text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '') : text).replaceAll('\r\n', '\n');
