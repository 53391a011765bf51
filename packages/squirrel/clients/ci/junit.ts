import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { SaxesParser } from 'saxes';
import { timeOrNull } from '../reading/record.ts';
import type { CiFailure, CiRun } from './logs.ts';
import { fileAndLine, inRepository } from './paths.ts';

// Enough to learn from; a run in which everything fails has one cause.
const MAX_FAILURES = 500;
const MAX_TEXT_CHARS = 32_768;
const MAX_DEPTH = 200;

/**
 * Reads a JUnit report. The parser knows the five entities of XML and no others, so that nothing in the file
 * can make it grow, and what is wrong in it (runners print control characters and half-escaped text) is passed over.
 */
export function readJUnit(text: string): CiRun {
  const parser = new SaxesParser({ position: false });
  const report = { ...EMPTY };
  const failures: CiFailure[] = [];
  let test: TestCase | null = null;
  let verdict: 'passed' | 'failed' | 'errors' | 'skipped' = 'passed';
  let words: string | null = null;
  let suites: { file: string | null; at: number | null }[] = [];
  let depth = 0;

  parser.on('error', () => {});
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > MAX_DEPTH) return;
    const told = attributes as Record<string, string>;
    if (name === 'testsuite' || name === 'testsuites') {
      const at = moment(told.timestamp);
      report.at ??= at;
      if (name === 'testsuite') {
        report.suites++;
        // Suites within suites tell the same time again.
        if (suites.length === 0) report.seconds += seconds(told.time) ?? 0;
        suites.push({ file: told.file || told.filepath || null, at });
      }
    } else if (name === 'testcase') {
      test = {
        name: [told.classname, told.name].filter((part) => part).join(' > '),
        file: told.file || suites.at(-1)?.file || null,
        line: whole(told.line),
        seconds: seconds(told.time),
      };
      verdict = 'passed';
    } else if (test && (name === 'failure' || name === 'error')) {
      verdict = name === 'failure' ? 'failed' : 'errors';
      words = told.message ? `${told.message}\n` : '';
    } else if (test && name === 'skipped') verdict = 'skipped';
  });
  const add = (text: string) => {
    if (words !== null && words.length < 2 * MAX_TEXT_CHARS)
      words += text.slice(0, 2 * MAX_TEXT_CHARS - words.length);
  };
  const keepFailure = () => {
    if (test && words !== null && failures.length < MAX_FAILURES)
      failures.push(failureOf(test, redactedStart(words, MAX_TEXT_CHARS), suites.at(-1)?.at ?? null));
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    if (depth-- > MAX_DEPTH) return;
    if (name === 'testsuite') suites = suites.slice(0, -1);
    else if (test && words !== null && (name === 'failure' || name === 'error')) {
      keepFailure();
      words = null;
    } else if (name === 'testcase' && test) {
      report[verdict]++;
      test = null;
    }
  });

  parser.write(text);
  const isCut = depth > 0;
  // The runner died in the middle of it: the last failure is still one.
  keepFailure();
  const isUnfinished = () => test !== null && verdict !== 'passed';
  if (isUnfinished()) report[verdict]++;
  parser.close();
  return runOf(report, isCut, failures);
}

const EMPTY = {
  passed: 0,
  failed: 0,
  errors: 0,
  skipped: 0,
  suites: 0,
  at: null as number | null,
  seconds: 0,
};

interface TestCase {
  name: string;
  file: string | null;
  line: number | null;
  seconds: number | null;
}

function failureOf(test: TestCase, words: string, at: number | null): CiFailure {
  const text = withoutRepeated(words.trim());
  const file = test.file === null ? null : inRepository(test.file);
  // The line where it failed says more than the one where the test begins.
  const spot = fileAndLine(text);
  const line = spot && file?.endsWith(spot.file) ? spot.line : test.line;
  const durationMs = test.seconds === null ? null : Math.round(test.seconds * 1000);
  return {
    name: test.name,
    text,
    file: file ?? spot?.file ?? null,
    line: file ? line : (spot?.line ?? null),
    command: null,
    at,
    durationMs,
  };
}

/** Many runners give their message as an attribute and once more at the start of the text. */
function withoutRepeated(text: string): string {
  const end = text.indexOf('\n');
  const rest = text.slice(end + 1).trimStart();
  return end > 0 && rest.slice(0, 500 + end).includes(text.slice(0, end)) ? rest : text;
}

function runOf(report: typeof EMPTY, isCut: boolean, failures: readonly CiFailure[]): CiRun {
  const { passed, failed, errors, skipped } = report;
  const parts = [
    [passed, 'passed'],
    [failed, 'failed'],
    [errors, 'with errors'],
    [skipped, 'skipped'],
  ] as const;
  const sum = parts.flatMap(([many, what]) => (many > 0 ? [`${many} ${what}`] : [])).join(', ') || 'no tests';
  const total = passed + failed + errors + skipped;
  return {
    kind: 'junit',
    summary: isCut ? `${sum}\nthe report breaks off` : sum,
    command: null,
    // Without a test, or without its end, it does not say that all is well.
    outcome: failed + errors > 0 ? 'failed' : total > 0 && !isCut ? 'ok' : null,
    exitCode: null,
    at: report.at,
    durationMs: report.seconds > 0 ? Math.round(report.seconds * 1000) : null,
    failures,
    broken: report.suites === 0 && total === 0,
  };
}

/** ISO 8601; where no zone is told it is taken for UTC, since it was not this machine that wrote it. */
const moment = (told: string | undefined): number | null =>
  told ? timeOrNull(/(?:Z|[+-]\d\d:?\d\d)$/.test(told) ? told : `${told}Z`) : null;

function seconds(told: string | undefined): number | null {
  const value = told ? Number(told.replaceAll(',', '')) : Number.NaN;
  return Number.isFinite(value) && value >= 0 && value < 1e7 ? value : null;
}

function whole(told: string | undefined): number | null {
  const value = Number(told);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}
