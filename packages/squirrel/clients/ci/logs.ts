import { createHash } from 'node:crypto';
import type { Log, PieceResult, RawEvent, Reader } from '@sqrl/base/model/reader.ts';
import { asBuffer } from '../reading/json.ts';
import { number, record, textOrNull } from '../reading/record.ts';
import { completeStep } from '../reading/step.ts';
import { readJUnit } from './junit.ts';
import { readCiLog } from './log.ts';
import { fileAndLine } from './paths.ts';

export interface CiFacts {
  /** When it was written, for whatever in it has no time. */
  at: number;
  cwd: string | null;
}

export interface CiFailure {
  name: string;
  text: string;
  file: string | null;
  line: number | null;
  command: string | null;
  at: number | null;
  durationMs: number | null;
}

export interface CiRun {
  kind: 'junit' | 'log';
  /** In words: `412 passed, 2 failed`. */
  summary: string;
  command: string | null;
  outcome: RawEvent['outcome'];
  exitCode: number | null;
  at: number | null;
  durationMs: number | null;
  failures: readonly CiFailure[];
  broken: boolean;
}

/**
 * Reads what a CI run left: a JUnit report, or its plain log. Each failure is an event, and the run itself is one; tests
 * that passed are only counted. The same file read twice is the same run, whatever it is called.
 */
export function readCi(bytes: Uint8Array, facts: CiFacts): PieceResult[] {
  // PowerShell writes what it redirects so.
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8';
  const text = asBuffer(bytes).toString(encoding);
  const run = LOOKS_LIKE_XML.test(text.slice(0, 1024)) ? readJUnit(text) : readCiLog(text);
  return takeRun(run, `ci:${createHash('sha256').update(bytes).digest('hex').slice(0, 24)}`, facts);
}

/** The reader of `sqrl ingest ci`; the facts come as the state. Nobody looks for such files. */
export const ci: Reader = {
  client: 'ci',
  find: () => [],
  open: (_log: Log, state) => ({
    take({ bytes }) {
      const { at, cwd } = record(state);
      return readCi(bytes, { at: number(at) ?? EARLIEST, cwd: textOrNull(cwd) });
    },
    state: () => state ?? null,
  }),
};

const EARLIEST = Date.UTC(2020, 0);

const LOOKS_LIKE_XML = /^\ufeff?\s*(<\?xml|<!DOCTYPE|<!--|<testsuite)/;

function takeRun(run: CiRun, session: string, facts: CiFacts): PieceResult[] {
  const at = run.at ?? facts.at;
  const title = run.summary.replaceAll('\n', '; ');
  const told = { version: null, session: { id: session, beganAt: at, cwd: facts.cwd ?? undefined, title } };
  if (run.broken) return [{ ...told, events: [], type: run.kind, fate: 'broken' }];
  const common = { session, cwd: facts.cwd, kind: 'check' as const };
  const names = new Map<string, number>();
  const failures = run.failures.map((failure) => {
    const nth = names.get(failure.name) ?? 0;
    names.set(failure.name, nth + 1);
    const found = failure.file === null ? fileAndLine(failure.text) : failure;
    const line = found?.line ?? null;
    return completeStep({
      ...common,
      key: `${session}/${failure.name}/${nth}`,
      at: failure.at ?? at,
      text: failure.text === '' ? failure.name : `${failure.name}\n\n${failure.text}`,
      // As if it had been run here: a failure is the same wherever it is seen.
      tool: 'run',
      toolName: failure.name,
      command: failure.command ?? run.command,
      files: found?.file
        ? [{ path: found.file, way: 'mention', lines: line === null ? null : [line, line] }]
        : [],
      outcome: 'failed',
      durationMs: failure.durationMs,
    });
  });
  const whole = completeStep({
    ...common,
    key: `${session}/run`,
    // Behind them all: whoever counts leaves the sum out.
    at: Math.max(at, ...failures.map((failure) => failure.at)),
    text: run.summary,
    command: run.command,
    outcome: run.outcome,
    exitCode: run.exitCode,
    durationMs: run.durationMs,
  });
  return [
    ...failures.map(
      (event): PieceResult => ({ ...told, events: [event], type: `${run.kind}/failure`, fate: 'read' }),
    ),
    { ...told, events: [whole], type: run.kind, fate: 'read' },
  ];
}
