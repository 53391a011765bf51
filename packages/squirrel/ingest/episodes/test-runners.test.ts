import { expect, test } from 'vitest';
import { readVerdict } from './test-runners.ts';
import { testVerdict } from './test-verdict.ts';
import { step } from './testing/steps.ts';

/** The ends of real runs, as the runners print them without a terminal. */
const SAMPLES: [runner: string, verdict: 'passed' | 'failed', output: string][] = [
  [
    'vitest',
    'failed',
    ' Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 5 passed (6)\n   Start at  06:50:28\n   Duration  2.41s',
  ],
  [
    'vitest',
    'passed',
    ' Test Files  3 passed (3)\n      Tests  6 passed | 1 skipped (7)\n   Start at  06:50:28',
  ],
  [
    'vitest',
    'failed',
    ' FAIL  src/a.test.ts\nError: Cannot find module\n\n Test Files  1 failed (1)\n      Tests  no tests',
  ],
  [
    'vitest',
    'passed',
    '\u001b[2m Test Files \u001b[22m \u001b[1m\u001b[32m1 passed\u001b[39m\u001b[22m\u001b[90m (1)\u001b[39m\n\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[32m1 passed\u001b[39m\u001b[22m',
  ],
  [
    'jest',
    'failed',
    'Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 1 skipped, 2 passed, 4 total\nSnapshots:   0 total\nTime:        0.689 s',
  ],
  [
    'jest',
    'passed',
    'Test Suites: 1 passed, 1 total\nTests:       1 skipped, 1 passed, 2 total\nSnapshots:   0 total',
  ],
  ['node', 'failed', 'ℹ tests 2\nℹ suites 0\nℹ pass 1\nℹ fail 1\nℹ cancelled 0\nℹ skipped 0'],
  ['node', 'passed', '1..1\n# tests 1\n# suites 0\n# pass 1\n# fail 0\n# cancelled 0'],
  [
    'mocha',
    'failed',
    '  x\n    ✔ ok\n    1) bad\n\n\n  1 passing (4ms)\n  1 failing\n\n  1) x\n       bad:\n     Error: no',
  ],
  ['mocha', 'passed', '  ✔ ok\n\n  1 passing (2ms)\n'],
  [
    'pytest',
    'failed',
    'FAILED test_x.py::T::test_bad - AssertionError: 1 != 2\n========================= 1 failed, 1 passed in 5.21s ==========================',
  ],
  [
    'pytest',
    'passed',
    '.                                                    [100%]\n1 passed, 1 deselected in 4.79s',
  ],
  [
    'pytest',
    'failed',
    'ERROR test_y.py\n!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!\n=============================== 1 error in 6.84s ===============================',
  ],
  ['pytest', 'passed', '======== 12 passed, 2 skipped, 3 warnings in 61.20s (0:01:01) ========'],
  ['unittest', 'failed', 'Ran 2 tests in 0.000s\n\nFAILED (failures=1)'],
  ['unittest', 'failed', 'Ran 3 tests in 0.010s\n\nFAILED (failures=1, errors=1)'],
  [
    'unittest',
    'passed',
    '----------------------------------------------------------------------\nRan 1 test in 0.000s\n\nOK',
  ],
  ['unittest', 'passed', 'Ran 14 tests in 0.231s\n\nOK (skipped=2)'],
  [
    'go',
    'failed',
    '--- FAIL: TestAdd (0.00s)\n    add_test.go:8: got 3\nFAIL\nFAIL\tgithub.com/acme/shop\t0.004s\nok  \tgithub.com/acme/shop/cart\t0.002s\nFAIL',
  ],
  [
    'go',
    'passed',
    'ok  \tgithub.com/acme/shop\t0.004s\nok  \tgithub.com/acme/shop/cart\t(cached)\n?   \tgithub.com/acme/shop/cmd\t[no test files]',
  ],
  [
    'go',
    'failed',
    '# github.com/acme/shop\n./add.go:3:2: undefined: y\nFAIL\tgithub.com/acme/shop [build failed]\nFAIL',
  ],
  [
    'cargo',
    'failed',
    'failures:\n    bad\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.51s\n\nerror: test failed, to rerun pass `--lib`',
  ],
  [
    'cargo',
    'passed',
    'running 1 test\ntest ok ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 1 filtered out; finished in 0.00s\n\n   Doc-tests cr\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed',
  ],
  [
    'nextest',
    'failed',
    '     Summary [   0.006s] 2 tests run: 1 passed, 1 failed, 0 skipped\n        FAIL [   0.005s] demo tests::it_works\nerror: test run failed',
  ],
  ['nextest', 'passed', '────────────\n     Summary [   0.010s] 3 tests run: 3 passed, 0 skipped'],
  [
    'gradle',
    'failed',
    "FooTest > testBar FAILED\n    java.lang.AssertionError at FooTest.kt:25\n\n10 tests completed, 1 failed, 2 skipped\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:test'.\n> There were failing tests.\n\nBUILD FAILED in 3s",
  ],
  [
    'gradle',
    'passed',
    '> Task :app:compileKotlin UP-TO-DATE\n> Task :app:test\n\nBUILD SUCCESSFUL in 12s\n5 actionable tasks: 2 executed, 3 up-to-date',
  ],
  [
    'maven',
    'failed',
    '[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE\n[ERROR] There are test failures.',
  ],
  ['maven', 'failed', '[ERROR] Tests run: 3, Failures: 0, Errors: 2, Skipped: 0'],
  [
    'maven',
    'passed',
    '[INFO] Results:\n[INFO]\n[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 1\n[INFO] BUILD SUCCESS',
  ],
  [
    'rspec',
    'failed',
    'Finished in 0.1 seconds (files took 0.3 seconds to load)\n10 examples, 2 failures, 1 pending\n\nFailed examples:',
  ],
  ['rspec', 'passed', 'Finished in 0.1 seconds (files took 0.3 seconds to load)\n1 example, 0 failures'],
  ['phpunit', 'failed', 'FAILURES!\nTests: 12, Assertions: 30, Failures: 2, Errors: 1.'],
  ['phpunit', 'passed', 'Time: 00:00.012, Memory: 8.00 MB\n\nOK (12 tests, 30 assertions)'],
  ['phpunit', 'passed', 'OK, but there were issues!\nTests: 12, Assertions: 30, Deprecations: 1.'],
  [
    'ctest',
    'failed',
    '50% tests passed, 1 tests failed out of 2\n\nTotal Test time (real) =   0.01 sec\n\nThe following tests FAILED:\n\t  2 - b (Failed)',
  ],
  [
    'ctest',
    'passed',
    '1/1 Test #1: a ................................   Passed    0.00 sec\n\n100% tests passed, 0 tests failed out of 1',
  ],
  ['playwright', 'failed', '  1 failed\n    p/a.spec.js:1:69 › bad ──────────────\n  1 passed (1.5s)'],
  [
    'playwright',
    'passed',
    '  ✓  1 p/b.spec.js:1:43 › ok (6ms)\n\n  1 flaky\n    p/c.spec.js:1:1 › slow\n  7 passed (1.1m)',
  ],
  ['deno', 'failed', 'FAILED | 1 passed | 1 failed (8ms)\n\nerror: Test failed'],
  [
    'deno',
    'passed',
    '\u001b[0m\u001b[32mok\u001b[0m | 1 passed | 0 failed \u001b[0m\u001b[38;5;245m(8ms)\u001b[0m',
  ],
  ['bun', 'failed', ' 2 pass\n 1 fail\n 1 expect() calls\nRan 3 tests across 2 files. [18.00ms]'],
  ['bun', 'passed', ' 1274 pass\n 0 fail\n 2760 expect() calls\nRan 1274 tests across 56 files. [786.00ms]'],
  [
    'dotnet',
    'failed',
    'Failed!  - Failed:     4, Passed:    30, Skipped:     0, Total:    34, Duration: 39 s - Shop.Tests.dll (net8.0)',
  ],
  [
    'dotnet',
    'passed',
    'Passed!  - Failed:     0, Passed:    34, Skipped:     0, Total:    34, Duration: 2 s - Shop.Tests.dll (net8.0)',
  ],
  [
    'dotnet',
    'failed',
    'Test summary: total: 12, failed: 1, succeeded: 11, skipped: 0, duration: 1.2s\nBuild failed with 1 error(s) in 3.4s',
  ],
  ['dotnet', 'passed', 'Test summary: total: 63; failed: 0; succeeded: 63; skipped: 0'],
  [
    'cypress',
    'failed',
    '  │ ✖  login.cy.js                              00:05        2        1        1        -        - │\n    ✖  1 of 2 failed (50%)                      00:12        3        2        1        -        -',
  ],
  [
    'cypress',
    'passed',
    '    ✔  All specs passed!                        00:07        6        6        -        -        -',
  ],
  ['minitest', 'failed', '10 runs, 22 assertions, 1 failures, 0 errors, 0 skips'],
  ['minitest', 'passed', '10 runs, 22 assertions, 0 failures, 0 errors, 0 skips'],
  ['exunit', 'failed', 'Finished in 0.03 seconds\n5 tests, 1 failure'],
  ['exunit', 'passed', '2 doctests, 5 tests, 0 failures'],
  ['ava', 'failed', '  ─\n\n  1 test failed'],
  ['ava', 'passed', '  ✔ ok\n  ─\n\n  1 test passed'],
];

test.each(SAMPLES)('a run of %s that %s is read as such: %j', (runner, verdict, output) => {
  expect(readVerdict(output)).toEqual({ runner, verdict });
});

test.each([
  'Checked 267 files in 87ms. No fixes applied.',
  'no tests ran in 6.48s\nERROR: file or directory not found: test_nope.py',
  'error: unrecognized subcommand',
  'BUILD SUCCESSFUL in 1s',
  'ok',
  'The function returns "1 failed" when it fails',
  'Pipeline passed in 3 stages',
  '?   \tgithub.com/acme/shop/cmd\t[no test files]',
])("%j is nobody's summary", (output) => {
  expect(readVerdict(output)).toBeUndefined();
});

const ran = (command: string, text: string, outcome: 'ok' | 'failed' = 'ok') =>
  testVerdict(step({ kind: 'result', tool: 'run', command, text, outcome }));

test('the output is believed before the exit code, which a pipe hides', () => {
  expect(ran('npm test 2>&1 | tail -5', ' Tests  1 failed | 2 passed (3)')).toBe('failed');
  expect(
    ran('git commit -m "Login"', ' 3 pass\n 0 fail\nRan 3 tests across 1 file.\nlint failed', 'failed'),
  ).toBe('passed');
});

test('a test command that says nothing is judged by how it ended', () => {
  expect(ran('cd app && npm test --silent', '')).toBe('passed');
  expect(ran('go test ./...', 'exit status 1', 'failed')).toBe('failed');
  expect(ran('npm test | tail -1', '')).toBeUndefined();
  expect(ran('npm run lint && npm test', 'lint: 3 problems', 'failed')).toBeUndefined();
  expect(ran('pytest', 'bash: pytest: command not found', 'failed')).toBeUndefined();
  expect(ran('npm install', '')).toBeUndefined();
});

test('a log that is only shown is no run', () => {
  const log = 'test result: FAILED. 1 passed; 1 failed';
  expect(ran('cat ci.log', log)).toBeUndefined();
  expect(ran('cd ci && tail -50 out.log | grep FAILED', log)).toBeUndefined();
  expect(testVerdict(step({ kind: 'result', tool: 'read', outcome: 'ok', text: log }))).toBeUndefined();
});
