import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { machine } from './machine.ts';
import { newestRecords, RUNS } from './records.ts';
import { reportOf } from './report.ts';

/** What of a data folder a benchmark reads; those that are not named read nothing, or the whole folder. */
const PART_OF_DATA: Record<string, string> = {
  locomo: 'locomo5.json',
  ask: join('ask', 'ask-dev.jsonl'),
  poison: 'injection-dev.jsonl',
};

/** Every scoreboard that the README quotes. */
const QUOTED_BENCHES = [
  ...[
    'paraphrase',
    'locomo',
    'ask',
    'learn',
    'poison',
    'supersede',
    'search',
    'conversations',
    'embed',
    'ingest',
  ],
  ...['ui', 'daemon', 'storm', 'hook', 'replay', 'history', 'graph', 'graph-size', 'warn', 'proof'],
];

/**
 * Runs every scoreboard that the README quotes, each in a process of its own, records them, and writes one dated report.
 * `--only a,b` runs some of them.
 */
export function runAll(
  { data, only }: { data: string | undefined; only: string | undefined },
  print: (line: string) => void,
): void {
  const day = new Date().toISOString().slice(0, 10);
  const left: Record<string, string> = {};
  for (const name of QUOTED_BENCHES) {
    if (only !== undefined && !only.split(',').includes(name)) {
      left[name] = 'not asked for';
      continue;
    }
    print(`\n== ${name}`);
    const part = PART_OF_DATA[name];
    const path = data === undefined ? undefined : part === undefined ? data : join(data, part);
    const args = [name, '--record', ...(path === undefined ? [] : ['--data', path])];
    const run = spawnSync(process.execPath, [...process.execArgv, process.argv[1]!, ...args], {
      stdio: 'inherit',
    });
    if (run.status !== 0) left[name] = `ended with ${run.status ?? run.signal}`;
  }
  // A run that skipped leaves no record of today.
  for (const name of QUOTED_BENCHES)
    if (!existsSync(new URL(`${day}-${name}.json`, RUNS))) left[name] ??= 'skipped; it says why above';
  const folder = new URL(`../reports/${day}/`, import.meta.url);
  mkdirSync(folder, { recursive: true });
  const { markdown, svg } = reportOf({
    day,
    machine: machine(),
    node: process.version,
    commit: execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' }).trim(),
    datasets: data === undefined ? {} : versionsOf(data),
    ...{ left, now: newestRecords(), last: newestRecords(1) },
  });
  writeFileSync(new URL('report.md', folder), markdown);
  writeFileSync(new URL('figures.svg', folder), svg);
  print(`\nWritten: bench/reports/${day}/report.md`);
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
