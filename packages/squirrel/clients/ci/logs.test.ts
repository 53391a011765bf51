import type { RawEvent } from '@sqrl/base/model/reader.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ci, readCi } from './logs.ts';

const facts = { at: Date.UTC(2026, 0, 1), cwd: '/home/dev/tiny' };

const read = (file: string | Uint8Array): RawEvent[] =>
  readCi(Buffer.from(file as string), facts).flatMap(({ events }) => [...events]);

// The outputs of vitest, node, pytest, cargo, rustc and tsc are what they printed in real runs, shortened; those of other
// runners and the frames that services put around them are written from knowledge of their formats.
const VITEST = `
 RUN  v5.1.0 /tmp/tiny

 ❯ t/add.test.ts (3 tests | 2 failed) 10ms
     × adds 7ms
     ✓ holds 0ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  t/add.test.ts > adder > adds
AssertionError: expected 6 to be 5 // Object.is equality

\u001b[32m- Expected\u001b[39m
\u001b[31m+ Received\u001b[39m

\u001b[32m- 5\u001b[39m
\u001b[31m+ 6\u001b[39m

 ❯ t/add.test.ts:5:23
      3| describe('adder', () => {
      5|     expect(add(2, 3)).toBe(5);

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/2]⎯

 FAIL  t/add.test.ts > throws
Error: boom
 ❯ t/add.test.ts:9:30

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[2/2]⎯

 Test Files  1 failed (1)
      Tests  2 failed | 1 passed (3)
`;

const PYTEST = `F.F.                                                                     [100%]
=================================== FAILURES ===================================
_____________________________ TestAdder.test_adds ______________________________

self = <test_add.TestAdder object at 0x7fabb1f5f7d0>

    def test_adds(self):
>       assert add(2, 3) == 5
E       assert 6 == 5
E        +  where 6 = add(2, 3)

tests/test_add.py:6: AssertionError
_________________________________ test_same[2] _________________________________

n = 2
E       AssertionError: not one

tests/test_add.py:9: AssertionError
=========================== short test summary info ============================
FAILED tests/test_add.py::TestAdder::test_adds - assert 6 == 5
FAILED tests/test_add.py::test_same[2] - AssertionError: not one
2 failed, 2 passed in 2.99s
`;

const NODE = `✖ adds (1.596563ms)
✔ ok (0.294024ms)
ℹ tests 2
ℹ fail 1

✖ failing tests:

test at t/n.test.mjs:2:1
✖ adds (1.596563ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

  6 !== 5

      at TestContext.<anonymous> (file:///home/runner/work/tiny/tiny/t/n.test.mjs:2:29)
      at Test.runInAsyncScope (node:async_hooks:227:14)
`;

const CARGO = `running 2 tests
test tests::ok ... ok
test tests::adds ... FAILED

failures:

---- tests::adds stdout ----

thread 'tests::adds' (22511) panicked at src/lib.rs:5:17:
assertion \`left == right\` failed
  left: 6
 right: 5

failures:
    tests::adds

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.16s

error: test failed, to rerun pass \`--lib\`
`;

const RUSTC = `error[E0599]: no method named \`len\` found for type \`i32\` in the current scope
 --> src/lib.rs:1:39
  |
1 | pub fn add(a: i32, b: i32) -> i32 { a.len() }
error: could not compile \`calc\` (lib) due to 1 previous error
`;

const TSC = `bad.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.\n`;

const JEST = `FAIL src/add.test.js
  adder
    ✕ adds (3 ms)

  ● adder › adds

    expect(received).toBe(expected) // Object.is equality

    Expected: 5
    Received: 6

      at Object.toBe (src/add.test.js:4:23)

Test Suites: 1 failed, 1 total
`;

const GO = `=== RUN   TestAdds
    add_test.go:9: got 6, want 5
--- FAIL: TestAdds (0.00s)
=== RUN   TestOk
--- PASS: TestOk (0.00s)
FAIL
FAIL	example.com/tiny	0.003s
`;

const PLAYWRIGHT = `  1) [chromium] › tests/login.spec.ts:12:5 › login › shows an error ─────────────

    Error: expect(locator).toBeVisible() failed

      at tests/login.spec.ts:15:40
`;

const OTHERS = `[ERROR]   CalcTest.adds:12 expected: <5> but was: <6>
CalcTest > adds() FAILED
rspec ./spec/add_spec.rb:4 # Adder adds
	  3 - adds (Failed)
src/main.c:7:3: error: expected ';' before 'return'
`;

describe('a log', () => {
  test.each([
    ['vitest', VITEST, ['adder > adds', 'throws'], 't/add.test.ts:5', 'AssertionError: expected 6 to be 5'],
    ['pytest', PYTEST, ['TestAdder.test_adds', 'test_same[2]'], 'tests/test_add.py:6', 'assert 6 == 5'],
    ['node', NODE, ['adds'], 't/n.test.mjs:2', '6 !== 5'],
    ['cargo', CARGO, ['tests::adds'], 'src/lib.rs:5', 'left: 6'],
    [
      'rustc',
      RUSTC,
      ['E0599: no method named `len` found for type `i32` in the current scope'],
      'src/lib.rs:1',
      '',
    ],
    ['tsc', TSC, ["TS2322: Type 'string' is not assignable to type 'number'."], 'bad.ts:1', ''],
    ['jest', JEST, ['adder › adds'], 'src/add.test.js:4', 'Received: 6'],
    ['go', GO, ['TestAdds'], 'add_test.go:9', 'got 6, want 5'],
    ['playwright', PLAYWRIGHT, ['login › shows an error'], 'tests/login.spec.ts:12', 'toBeVisible() failed'],
  ])(
    'of %s tells each failing test once, with its place and what was wrong',
    (_, log, names, place, text) => {
      const events = read(log);
      const failures = events.slice(0, -1);
      expect(failures.map((event) => event.text.split('\n')[0])).toEqual(names);
      const [file] = failures[0]!.files;
      expect(`${file!.path}:${file!.lines![0]}`).toBe(place);
      expect(failures[0]!.text).toContain(text);
      for (const event of events)
        expect(event).toMatchObject({ kind: 'check', outcome: 'failed', cwd: facts.cwd });
      expect(new Set(events.map(({ key }) => key)).size).toBe(events.length);
    },
  );

  test('of other runners and compilers is understood line by line', () => {
    expect(
      read(OTHERS)
        .slice(0, -1)
        .map(({ text, files }) => [text.split('\n')[0], files[0]?.path, files[0]?.lines?.[0]]),
    ).toEqual([
      ['CalcTest.adds', undefined, undefined],
      ['CalcTest > adds()', undefined, undefined],
      ['Adder adds', 'spec/add_spec.rb', 4],
      ['adds', undefined, undefined],
      ["expected ';' before 'return'", 'src/main.c', 7],
    ]);
  });

  test('of GitHub Actions tells what was run, when, and how it ended', () => {
    const framed = [
      '##[group]Run npm test',
      '\u001b[36;1mnpm test\u001b[0m',
      '##[endgroup]',
      ...VITEST.split('\n'),
    ]
      .concat('##[error]Process completed with exit code 1.')
      .map((line, i) => `2026-03-01T10:00:${String(i).padStart(2, '0')}.1234567Z ${line}`)
      .join('\r\n');
    const events = read(`\ufeff${framed}`);
    expect(events).toHaveLength(3);
    expect(events[0]).toMatchObject({ command: 'npm test', at: expect.any(Number) });
    expect(new Date(events[0]!.at).toISOString()).toMatch(/^2026-03-01T10:00:1/);
    expect(events.at(-1)).toMatchObject({ command: 'npm test', exitCode: 1, outcome: 'failed' });

    const exported = read(
      framed
        .split('\r\n')
        .map((line) => `test\tRun npm test\t${line}`)
        .join('\n'),
    );
    expect(exported.map(({ text }) => text)).toEqual(events.map(({ text }) => text));
  });

  test('of GitLab does too', () => {
    const log = `\u001b[0Ksection_start:1770000000:step_script\r\u001b[0K\u001b[32;1m$ pytest -q\u001b[0;m\n${PYTEST}section_end:1770000009:step_script\r\u001b[0K\u001b[31;1mERROR: Job failed: exit code 1\u001b[0;m\n`;
    const events = read(log);
    expect(events).toHaveLength(3);
    expect(events.at(-1)).toMatchObject({ command: 'pytest -q', exitCode: 1, outcome: 'failed' });
  });

  test('that tells of no failure does not invent one', () => {
    expect(read('all is well\n5 passed\n')).toMatchObject([{ outcome: null, files: [] }]);
    expect(read('##[group]Run make\nProcess completed with exit code 0.\n')).toMatchObject([
      { outcome: 'ok', exitCode: 0, command: 'make' },
    ]);
  });
});

const JUNIT = `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="3" failures="1" errors="0" time="0.009">
  <testsuite name="t/add.test.ts" timestamp="2026-03-01T10:00:00" tests="3" failures="1" errors="0" skipped="1" time="0.25">
    <testcase classname="t/add.test.ts" name="adder &gt; adds" time="0.007">
      <failure message="expected 6 to be 5" type="AssertionError">
AssertionError: expected 6 to be 5

 ❯ t/add.test.ts:5:23
      </failure>
    </testcase>
    <testcase classname="t/add.test.ts" name="later"><skipped/></testcase>
    <testcase classname="t/add.test.ts" name="holds" time="0.0002"><system-out>FAIL nothing</system-out></testcase>
    <testcase classname="t/add.test.ts" name="odd" file="/home/runner/work/tiny/tiny/t/odd.test.ts" line="3">
      <error><![CDATA[<boom> & \u001b[31mred]]></error>
    </testcase>
  </testsuite>
</testsuites>`;

describe('a JUnit report', () => {
  test('tells each failing test, and counts the others', () => {
    const events = read(JUNIT);
    expect(events.map(({ text }) => text)).toEqual([
      't/add.test.ts > adder > adds\n\nAssertionError: expected 6 to be 5\n\n ❯ t/add.test.ts:5:23',
      't/add.test.ts > odd\n\n<boom> & \u001b[31mred',
      '1 passed, 1 failed, 1 with errors, 1 skipped',
    ]);
    expect(events[0]).toMatchObject({
      at: Date.UTC(2026, 2, 1, 10),
      durationMs: 7,
      files: [{ lines: [5, 5] }],
    });
    expect(events[1]).toMatchObject({ files: [{ path: 't/odd.test.ts', lines: [3, 3] }] });
    expect(events[2]).toMatchObject({ outcome: 'failed', durationMs: 250 });
  });

  test('is the same run however often it is read', () => {
    expect(read(JUNIT)).toEqual(read(JUNIT));
    expect(read(JUNIT.replace('0.25', '0.26'))[0]!.key).not.toBe(read(JUNIT)[0]!.key);
  });

  test('cannot make it grow by entities, nor by very many nested suites', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 20 }, (_, i) => `<!ENTITY a${i} "${`&a${i - 1 < 0 ? '' : i - 1};`.repeat(10)}">`).join('')}]>
      <testsuite><testcase name="&a19;"><failure>&a19;</failure></testcase></testsuite>`;
    expect(JSON.stringify(read(bomb)).length).toBeLessThan(5000);
    expect(
      read(`<testsuite>${'<testsuite>'.repeat(20_000)}<testcase name="x"><failure/></testcase>`),
    ).toHaveLength(1);
  });

  test('of a hundred thousand failing tests, or of one that says very much, is cut', () => {
    const one = (i: number) => `<testcase name="t${i}"><failure>no</failure></testcase>`;
    const many = read(`<testsuite>${Array.from({ length: 20_000 }, (_, i) => one(i)).join('')}</testsuite>`);
    expect(many.length).toBeLessThan(1000);
    expect(many.at(-1)!.text).toBe('20000 failed');
    const long = read(
      `<testsuite><testcase name="t"><failure>${'x'.repeat(5_000_000)}</failure></testcase></testsuite>`,
    );
    expect(long[0]!.text.length).toBeLessThan(50_000);
  });

  test('that breaks off is no success, and its last failure counts', () => {
    const cut = JUNIT.slice(0, JUNIT.indexOf('</failure>'));
    expect(read(cut).map(({ text, outcome }) => [text.split('\n')[0], outcome])).toEqual([
      ['t/add.test.ts > adder > adds', 'failed'],
      ['1 failed', 'failed'],
    ]);
    expect(read('<testsuite name="t"><testcase name="a"/>')).toMatchObject([{ outcome: null }]);
    expect(read('<testsuite name="t"></testsuite>')).toMatchObject([{ text: 'no tests', outcome: null }]);
  });

  test('written by PowerShell is the same report', () => {
    const told = (text: Uint8Array) => read(text).map((event) => event.text);
    expect(told(Buffer.from(`\ufeff${JUNIT}`, 'utf16le'))).toEqual(told(Buffer.from(JUNIT)));
  });

  test('that is no report says so', () => {
    expect(readCi(Buffer.from('<?xml version="1.0"?><html><body>502</body></html>'), facts)).toMatchObject([
      { events: [], type: 'junit', fate: 'broken' },
    ]);
  });
});

test('no bytes make it fail, and a log of one endless line is not held', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 500 }),
        fc.string().map((text) => Buffer.from(`<testsuite>${text}`)),
      ),
      (bytes) => {
        for (const event of read(bytes)) expect(event.at).toBeGreaterThan(Date.UTC(2015, 0));
      },
    ),
  );
  expect(read(Buffer.alloc(30_000_000, 'x')).at(-1)!.text.length).toBeLessThan(1000);
});

test('the reader takes its facts as its state', () => {
  const log = { client: 'ci', path: '/tmp/junit.xml', form: 'document' } as const;
  const taken = [ci.open(log, facts).take({ bytes: Buffer.from(JUNIT), offset: 0 })].flat();
  expect(taken.flatMap(({ events }) => [...events])).toEqual(read(JUNIT));
});
