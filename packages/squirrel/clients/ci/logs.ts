import { createHash } from 'node:crypto';
import type { Log, PieceResult, RawEvent, Reader } from '@sqrl/base/model/reader.ts';
import { number, record, textOrNull } from '../reading/record.ts';
import { completeStep } from '../reading/step.ts';
import { openJUnit } from './junit.ts';
import { openCiLog } from './log.ts';
import { fileAndLine } from './paths.ts';

/** What a file of a CI run does not tell itself. */
export interface CiFacts {
  /** When it was written, for whatever in it has no time. */
  at: number;
  /** The folder of the repository that was tested. */
  cwd: string | null;
}

/** One test that failed, or one error that no test is to blame for. */
export interface CiFailure {
  name: string;
  text: string;
  file: string | null;
  line: number | null;
  /** What was run when it failed. */
  command: string | null;
  at: number | null;
  durationMs: number | null;
}

/** What a whole run came to. */
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
  /** It is no report at all. */
  broken: boolean;
}

/** A file of any size, read as it comes. */
export interface CiReading {
  write(bytes: Uint8Array): void;
  end(): PieceResult[];
}

/**
 * Reads what a CI run left: a JUnit report, or its plain log. Each failure is an event, and the run itself is one; tests
 * that passed are only counted. The same file read twice is the same run, whatever it is called.
 */
export function openCi(facts: CiFacts): CiReading {
  const hash = createHash('sha256');
  let parser: { write(bytes: Uint8Array): void; end(): CiRun } | undefined;
  let head = Buffer.alloc(0);
  const begin = () => {
    // PowerShell writes what it redirects so.
    const encoding = head[0] === 0xff && head[1] === 0xfe ? 'utf16le' : 'utf8';
    parser = looksLikeXml(head.toString(encoding)) ? openJUnit(encoding) : openCiLog(encoding);
    parser.write(head);
  };
  return {
    write(bytes) {
      hash.update(bytes);
      if (parser) return parser.write(bytes);
      head = Buffer.concat([head, bytes]);
      if (head.length >= 1024) begin();
    },
    end() {
      if (!parser) begin();
      return takeRun(parser!.end(), `ci:${hash.digest('hex').slice(0, 24)}`, facts);
    },
  };
}

/** The reader of `sqrl ingest ci`; the facts come as the state. Nobody looks for such files. */
export const ci: Reader = {
  client: 'ci',
  find: () => [],
  open: (_log: Log, state) => ({
    take(piece) {
      const facts = record(state);
      const reading = openCi({ at: number(facts.at) ?? EARLIEST, cwd: textOrNull(facts.cwd) });
      reading.write(piece.bytes);
      return reading.end();
    },
    state: () => state ?? null,
  }),
};

const EARLIEST = Date.UTC(2020, 0);

/** How the characters of a file are written. */
export type Encoding = 'utf8' | 'utf16le';

const looksLikeXml = (head: string): boolean => /^\ufeff?\s*(<\?xml|<!DOCTYPE|<!--|<testsuite)/.test(head);

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
