import { redactLines } from '@sqrl/base/redact/redact.ts';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { timeOrNull } from '../reading/record.ts';
import { announcedFile, failureStart } from './failures.ts';
import type { CiFailure, CiRun } from './logs.ts';
import { fileAndLine } from './paths.ts';

const MAX_FAILURES = 500;
const MAX_LINES = 60;
const MAX_LINE_CHARS = 8192;

/** Lines are redacted together, since a line of a key is not recognized by itself; not all at once, which would take twice the memory. */
const CHUNK_CHARS = 65_536;

export function readCiLog(log: string): CiRun {
  const story = openStory();
  for (let from = 0; from < log.length; ) {
    const end = log.indexOf('\n', from + CHUNK_CHARS);
    const to = end < 0 ? log.length : end;
    const told = log
      .slice(from, to)
      .split('\n')
      .map((line) => ciLineOf(line.length > MAX_LINE_CHARS ? redactedStart(line, MAX_LINE_CHARS) : line));
    const safe = redactLines(told.map(({ text }) => text).join('\n')).text.split('\n');
    for (const [i, { at }] of told.entries()) story.hear({ text: safe[i] ?? '', at });
    from = to + 1;
  }
  return story.end();
}

function openStory() {
  const failures = new Map<string, CiFailure & { lines: string[] }>();
  const errors: string[] = [];
  let telling: (CiFailure & { lines: string[] }) | null = null;
  /** The last lines, for runners that tell what was wrong before they tell of what. */
  let before: string[] = [];
  let file: string | null = null;
  let command: string | null = null;
  let failedCommand: string | null = null;
  let exitCode: number | null = null;
  let first: number | null = null;
  let last: number | null = null;
  let blank = 0;

  const begin = (text: string): boolean => {
    const start = failureStart(text, file);
    if (!start) return false;
    const key = keyOf(failures, start.name);
    const known = failures.get(key);
    if (known) {
      known.file ??= start.file;
      known.line ??= start.line;
      if (start.text !== '' && known.lines.length === 0) known.lines.push(start.text);
      telling = start.open && known.lines.length === 0 ? known : null;
    } else if (failures.size < MAX_FAILURES) {
      const lines = start.text === '' ? [] : [start.text];
      if (/^\s*--- FAIL/.test(text)) lines.push(...before);
      const failure = { ...start, text: '', command, at: last, durationMs: null, lines };
      failures.set(key, failure);
      telling = start.open ? failure : null;
    }
    before = [];
    blank = 0;
    return true;
  };

  return {
    hear({ text, at }: ReturnType<typeof ciLineOf>): void {
      first ??= at;
      last = at ?? last;
      file = announcedFile(text) ?? file;
      const run = commandIn(text, telling !== null);
      if (run !== null) {
        command = run;
        telling = null;
      }
      const exit = exitIn(text);
      if (exit !== null) {
        if (exit !== 0) failedCommand = command;
        exitCode = exitCode === null || exitCode === 0 ? exit : exitCode;
        telling = null;
        return;
      }
      const [, error] = /^(?:##\[error\]|::error[^:]*::)\s*(.+)$/.exec(text) ?? [];
      if (begin(error ?? text)) return;
      if (error !== undefined && errors.length < 50) errors.push(error);
      before = /^=== (?:RUN|CONT|NAME)/.test(text) ? [] : [...before.slice(-20), text];
      if (!telling) return;
      blank = text.trim() === '' ? blank + 1 : 0;
      // A ruler, or a gap, parts it from what comes next.
      if (blank > 2 || ENDS.test(text) || telling.lines.length >= MAX_LINES) telling = null;
      else telling.lines.push(text);
    },
    end(): CiRun {
      const told = [...failures.values()].map(finished);
      const failed = told.length > 0 || (exitCode !== null && exitCode !== 0);
      return {
        kind: 'log',
        summary: summaryOf(told, errors, exitCode),
        command: failedCommand ?? command,
        outcome: failed || errors.length > 0 ? 'failed' : exitCode === 0 ? 'ok' : null,
        exitCode,
        at: first,
        durationMs: first !== null && last !== null ? last - first : null,
        failures: told,
        broken: false,
      };
    },
  };
}

const ENDS =
  /^(?:[✔ℹ✓].*|={5,}.*|⎯{5,}.*|-{5,}|failures:|FAIL\b.*|ok\s+\S+.*|# (?:tests|pass|fail) .*|Test Suites:.*|Tests:.*|={3} (?:RUN|CONT|NAME).*|##\[.*)$/;

/**
 * One failure is often told twice, at length and in a list at the end; there a test of a class, or one in a file, may go
 * by a longer name.
 */
function keyOf(failures: ReadonlyMap<string, unknown>, name: string): string {
  if (failures.has(name)) return name;
  const short = name.slice(name.lastIndexOf('.') + 1);
  return failures.has(short) && short !== name ? short : name;
}

function finished({ lines, ...failure }: CiFailure & { lines: string[] }): CiFailure {
  const text = unindented(lines).trim();
  const spot = fileAndLine(text);
  if (failure.file === null)
    return { ...failure, text, file: spot?.file ?? null, line: failure.line ?? spot?.line ?? null };
  const here = spot !== null && (spot.file.endsWith(failure.file) || failure.file.endsWith(spot.file));
  return { ...failure, text, line: failure.line ?? (here ? spot.line : null) };
}

function unindented(lines: readonly string[]): string {
  const told = lines.filter((line) => line.trim() !== '');
  const least = Math.min(...told.map((line) => line.length - line.trimStart().length), 40);
  return lines.map((line) => line.slice(told.length > 0 ? least : 0)).join('\n');
}

/** How services announce what they run; nothing else looks like it. */
const ANNOUNCED = /^##\[group\]Run (.+)$/;

const COMMANDS = [
  /^\$ (\S.*)$/, // GitLab, yarn
  /^> (?!\S+@\S+ )([\w./-].*)$/, // npm, pnpm; the line above it names the script
  /^\+ ([a-z./][\w./-]*(?: .*)?)$/, // sh -x, Jenkins
];

/** What is being run. In the middle of a failure the same signs are those of a diff or a quotation. */
function commandIn(text: string, telling: boolean): string | null {
  for (const pattern of telling ? [ANNOUNCED] : [ANNOUNCED, ...COMMANDS]) {
    const [, command] = pattern.exec(text) ?? [];
    if (command !== undefined && !/^(?:actions|docker)\//.test(command)) return redactedStart(command, 500);
  }
  return null;
}

const EXITS = [
  /^(?:##\[error\]|Error: )?Process completed with exit code (\d+)\.?$/,
  /^ERROR: Job failed: (?:command terminated with )?exit (?:code|status) (\d+)/,
  /^(?:error: )?(?:Command|script "[^"]+") (?:failed|exited) with (?:exit )?code (\d+)\.?$/i,
  /^make(?:\[\d+\])?: \*\*\* .* Error (\d+)$/,
  /^(?:npm ERR!|npm error) (?:errno|code) (\d+)$/,
  /^(?:The command ".+" |Process |Exited |exited )(?:exited )?with (?:code|status)(?: code)? (\d+)\.?$/,
];

function exitIn(text: string): number | null {
  for (const pattern of EXITS) {
    const [, code] = pattern.exec(text) ?? [];
    if (code !== undefined) return Number(code);
  }
  return null;
}

function summaryOf(
  failures: readonly CiFailure[],
  errors: readonly string[],
  exitCode: number | null,
): string {
  const parts = [
    exitCode === null ? '' : `exit code ${exitCode}`,
    failures.length > 0
      ? `${failures.length} failed: ${failures
          .slice(0, 10)
          .map(({ name }) => name)
          .join('; ')}`
      : '',
    ...errors.slice(0, 20),
  ];
  return parts.filter((part) => part !== '').join('\n') || 'a run that says nothing of how it ended';
}

interface CiLine {
  text: string;
  at: number | null;
}

// `gh run view --log` puts the job and the step first, Actions and GitLab the time, GitLab a number and a letter more.
const STEP = /^[^\t\n]*\t[^\t\n]*\t(?=\ufeff?\d{4}-\d\d-\d\dT)/;
const STAMP = /^\ufeff?\[?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)\]?(?: [\da-f]{2}[OE][+ ])? ?/;
const SECTION = /section_(?:start|end):\d+:[\w.-]+(?:\[[^\]]*\])?\r?/g;
const ANSI = /\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])/g;

function ciLineOf(raw: string): CiLine {
  const told = raw.replace(STEP, '');
  const stamp = STAMP.exec(told);
  const rest = (stamp ? told.slice(stamp[0].length) : told).replace(SECTION, '').replace(ANSI, '').trimEnd();
  // What a progress bar wrote over is gone on a screen, too.
  return {
    text: rest.slice(rest.lastIndexOf('\r') + 1).replace(/^\ufeff/, ''),
    at: stamp ? moment(stamp[1]!) : null,
  };
}

/** Tenths of microseconds are more than a date can hold. */
const moment = (stamp: string): number | null => timeOrNull(stamp.replace(/(\.\d{3})\d*Z$/, '$1Z'));
