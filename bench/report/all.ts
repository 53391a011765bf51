import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BenchRecord, quote } from './figures.ts';
import { machine } from './machine.ts';
import { newestRecords, newestReport, REPORTS, RUNS, reportedFigures } from './records.ts';
import { figuresOf, reportOf } from './report.ts';
import { ALL_SENTENCES, QUOTING_PAGES } from './sentences.ts';

/** What of a data folder a benchmark reads; those that are not named read nothing, or the whole folder. */
const PART_OF_DATA: Record<string, string> = {
  locomo: 'locomo5.json',
  ask: join('ask', 'ask-dev.jsonl'),
  poison: 'injection-dev.jsonl',
  ingest: 'sessions-claude-code',
  daemon: 'sessions-claude-code',
};

/** Every scoreboard that a page quotes. */
const QUOTED_BENCHES = [...new Set(ALL_SENTENCES.map(({ bench }) => bench))];

/** Records that no program makes by itself, with what makes them. */
const BY_HAND: Record<string, string> = {
  played: 'agents play it: `agent --export DIR`, then `agent --judge DIR --agent NAME --record`',
  trial: 'entered by hand: its benchmark is kept aside',
};

/** A scoreboard that takes longer hangs. */
const MAX_HOURS = 1.5;

/** What `bench all` was asked for. */
export interface RunAllOptions {
  data?: string | undefined;
  /** Names with commas between: only these. */
  only?: string | undefined;
  /** Names with commas between: all but these. */
  skip?: string | undefined;
  /** Leaves out what was recorded today at the same commit. */
  resume?: string | undefined;
  /** A git clone and the calls in it as a compiler sees them, for `graph`. */
  repository?: string | undefined;
  truth?: string | undefined;
  /** Only writes the report of what is recorded. */
  'report-only'?: string | undefined;
}

/** Runs one scoreboard with arguments; gives its exit status or the signal that ended it. */
export type RunBench = (name: string, args: readonly string[]) => number | string;

/** What a run of all scoreboards needs of its surroundings. */
export interface RunAllContext {
  print(line: string): void;
  run: RunBench;
  now(): number;
  commit: string;
  runs: URL;
  reports: URL;
}

/**
 * Runs every scoreboard that is quoted, each in a process of its own, and writes one dated report, again after each of them: one
 * that fails or is interrupted loses nothing of the others.
 */
export function runAll(
  options: RunAllOptions,
  { print, run, now, commit, runs, reports }: RunAllContext,
): void {
  const named = [options.only, options.skip].flatMap((names) => names?.split(',') ?? []);
  const unknown = named.filter((name) => !QUOTED_BENCHES.includes(name));
  if (unknown.length > 0) {
    print(`No page quotes "${unknown.join('", "')}". Quoted are: ${QUOTED_BENCHES.join(', ')}.`);
    return;
  }
  const day = new Date(now()).toISOString().slice(0, 10);
  const datasets = options.data === undefined ? {} : versionsOf(options.data);
  const left = new Map<string, string>();
  const waiting = QUOTED_BENCHES.filter((name) => {
    const why = leftOutBy(options, name, recordOf(name));
    if (why !== undefined) left.set(name, why);
    return why === undefined;
  });
  for (const [done, name] of waiting.entries()) {
    print(`\n== ${done + 1} of ${waiting.length}: ${name}${timeLeft(waiting.slice(done).map(recordOf))}`);
    const begun = now();
    const status = run(name, [...argsOf(options, name), '--record']);
    const isRecorded = String(recordOf(name)?.at ?? '') >= new Date(begun).toISOString();
    if (!isRecorded && status === 0) left.set(name, 'skipped; it says why when it is run alone');
    else if (status !== 0)
      left.set(name, `ended with ${status}${isRecorded ? ', after it had recorded its figures' : ''}`);
    if (left.has(name)) print(`${name}: ${left.get(name)}`);
    writeReport();
  }
  if (waiting.length === 0) writeReport();
  print(`\nWritten: bench/reports/${day}/report.md`);
  for (const [name, why] of left) print(`  not run or failed: ${name}: ${why}`);

  function recordOf(name: string): BenchRecord | undefined {
    return newestRecords(0, runs).get(name);
  }

  function leftOutBy(
    { only, skip, resume, repository, truth, ...rest }: RunAllOptions,
    name: string,
    record: BenchRecord | undefined,
  ): string | undefined {
    if (rest['report-only'] || (only !== undefined && !only.split(',').includes(name)))
      return 'not asked for';
    if (skip?.split(',').includes(name)) return 'not asked for';
    if (name in BY_HAND) return BY_HAND[name];
    if (name === 'graph' && (repository === undefined || truth === undefined))
      return 'needs --repository DIR, a git clone, and --truth FILE (bench/truth-typescript.ts)';
    const isKnown = record?.commit === commit && String(record.at).startsWith(day);
    return resume && isKnown ? 'recorded today at this commit' : undefined;
  }

  function writeReport(): void {
    const records = newestRecords(0, runs);
    const before = newestReport(day, reports);
    const { markdown, charts, figures } = reportOf({
      ...{ day, machine: machine(), node: process.version, commit, datasets },
      ...{ left: Object.fromEntries(left), sentences: ALL_SENTENCES, now: records },
      last: before ? reportedFigures(before) : figuresOf(ALL_SENTENCES, newestRecords(1, runs)),
    });
    const folder = new URL(`${day}/`, reports);
    mkdirSync(folder, { recursive: true });
    const files = {
      ...charts,
      'report.md': markdown,
      'figures.json': `${JSON.stringify(figures, null, 2)}\n`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(new URL(name, folder), text);
  }
}

/** What a scoreboard is given to read. */
function argsOf({ data, repository, truth }: RunAllOptions, name: string): string[] {
  if (name === 'graph') return ['--data', repository!, '--truth', truth!];
  if (data === undefined) return [];
  const part = PART_OF_DATA[name];
  return ['--data', part === undefined ? data : join(data, part)];
}

/** What a scoreboard reads of a path: its part, where that is a folder with the data of all. */
export function dataFor(name: string, path: string): string {
  const part = join(path, PART_OF_DATA[name] ?? '');
  return existsSync(part) ? part : path;
}

/** About how long scoreboards take, as their last runs did; empty where no run says it. */
function timeLeft(records: readonly (BenchRecord | undefined)[]): string {
  const known = records.flatMap((record) =>
    typeof record?.tookSeconds === 'number' ? record.tookSeconds : [],
  );
  if (known.length === 0) return '';
  const seconds = known.reduce((sum, each) => sum + each, 0);
  const unknown = records.length - known.length;
  return ` (about ${Math.ceil(seconds / 60)} minutes left${unknown > 0 ? `, and ${unknown} of which no run says how long` : ''})`;
}

/** Runs a scoreboard as this program was started, on this machine, now. */
export const onThisMachine = (print: (line: string) => void): RunAllContext => ({
  print,
  run: (name, args) => {
    const { status, signal, error } = spawnSync(
      process.execPath,
      [...process.execArgv, process.argv[1]!, name, ...args],
      { stdio: 'inherit', timeout: MAX_HOURS * 3600 * 1000 },
    );
    return status ?? signal ?? error?.message ?? 'no status';
  },
  now: Date.now,
  commit: commitNow(),
  runs: RUNS,
  reports: REPORTS,
});

/** The commit that is checked out, and whether sources differ from it; a benchmark also runs without git. */
export function commitNow(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const changed = git(
      'status',
      '--porcelain',
      '--',
      'packages',
      'bench',
      ':!bench/runs',
      ':!bench/reports',
    );
    return `${git('rev-parse', '--short=12', 'HEAD')}${changed === '' ? '' : ' with changes'}`;
  } catch {
    return 'unknown';
  }
}

/** Writes the figures of the newest report into the pages that quote them; names what it cannot. */
export function quoteInPages(print: (line: string) => void): void {
  const report = newestReport();
  if (!report) {
    print('There is no report yet. Run `npm run bench -- all --data DIR` first.');
    return;
  }
  for (const [page, sentences] of Object.entries(QUOTING_PAGES)) {
    const path = new URL(`../../${page}`, import.meta.url);
    const { text, missing } = quote(readFileSync(path, 'utf8'), sentences, reportedFigures(report));
    writeFileSync(path, text);
    for (const line of missing) print(`${page}: ${line}`);
    print(`${page} has the figures of ${report.day}.`);
  }
}

/** A hash of the names and contents in each entry of a data folder. */
function versionsOf(data: string): Record<string, string> {
  const hashOf = (path: string): string => {
    const hash = createHash('sha256');
    for (const file of filesBelow(path).sort())
      hash.update(file.slice(path.length)).update(readFileSync(file));
    return hash.digest('hex').slice(0, 12);
  };
  return Object.fromEntries(
    readdirSync(data)
      .sort()
      .filter((name) => name !== 'README.md')
      .map((name) => [basename(name), hashOf(join(data, name))]),
  );
}

const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesBelow(join(path, name))) : [path];
