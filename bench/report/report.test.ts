import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { dataFor, type RunBench, runAll } from './all.ts';
import { type QuotedSentence, quote, unquoted } from './figures.ts';
import { newestRecords, newestReport, reportedFigures } from './records.ts';
import { figuresOf, reportOf } from './report.ts';
import { ALL_SENTENCES, BENCHMARK_SENTENCES, QUOTING_PAGES } from './sentences.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

test('every figure of BENCHMARKS.md and PROOF.md comes from the newest report, which has the newest records', () => {
  const figures = reportedFigures(newestReport()!);
  for (const [page, sentences] of Object.entries(QUOTING_PAGES))
    expect(quote(read(page), sentences, figures)).toEqual({ text: read(page), missing: [] });
  expect(Object.fromEntries(figures)).toEqual(Object.fromEntries(figuresOf(ALL_SENTENCES, newestRecords())));
  for (const { bench, says, holds } of ALL_SENTENCES)
    if (holds) expect([says, holds(newestRecords().get(bench)!)]).toEqual([says, true]);
  // A figure that no benchmark records is not quoted.
  expect(unquoted(read('docs/BENCHMARKS.md'), BENCHMARK_SENTENCES)).toEqual([]);
});

const SENTENCE: QuotedSentence = {
  bench: 'made',
  says: 'finds # % of # things (`made`)',
  figures: [
    { label: 'things found', digits: 0, unit: '%', of: ({ found }) => found as number | undefined },
    { label: 'things', digits: 0, unit: '', of: ({ all }) => all as number | undefined },
  ],
};

test('a wrong figure is found, and written as the report has it, wherever lines break', () => {
  const figures = figuresOf([SENTENCE], new Map([['made', { found: 61.6, all: 1200 }]]));
  const text = 'It finds 99 % of 1,000\n  things (`made`). It takes 3 ms.';
  expect(quote(text, [SENTENCE], figures)).toEqual({
    text: 'It finds 62 % of 1,200\n  things (`made`). It takes 3 ms.',
    missing: [],
  });
  expect(quote('It finds most things.', [SENTENCE], figures).missing).toEqual([
    'made: the page does not say "finds # % of # things (`made`)"',
  ]);
  expect(quote(text, [SENTENCE], figuresOf([SENTENCE], new Map())).missing).toHaveLength(1);
  expect(unquoted(text, [SENTENCE])).toHaveLength(1);
});

test('a report has each figure with the one before, and draws them', () => {
  const { markdown, charts } = reportOf({
    ...{ day: '2026-01-02', machine: '2 cores', node: 'v24', commit: 'abc', datasets: { 'a.json': 'f00' } },
    ...{ left: { storm: 'skipped' }, sentences: [{ ...SENTENCE, holds: () => false }] },
    now: new Map([['made', { at: '2026-01-01T10:00', found: 61.6, all: 1200 }]]),
    last: new Map([['made: things found', 60.2]]),
  });
  expect(markdown).toContain('| things found | `made` | 62 % | 2026-01-01 | 60 % | +1 |');
  expect(markdown).toContain('| things | `made` | 1,200 | 2026-01-01 | – | – |');
  expect(markdown).toContain('- `storm`: skipped');
  expect(markdown).toContain('- `made`: "finds # % of # things (`made`)" does not hold');
  expect(charts['shares.svg']!.match(/<rect x=/g)).toHaveLength(1);
});

test('a scoreboard that fails loses nothing of the others, and a second run goes on where the first ended', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['runs', 'reports']) mkdirSync(join(folder, name));
  const [runs, reports] = ['runs/', 'reports/'].map((name) => pathToFileURL(join(folder, name)));
  const lines: string[] = [];
  const ran: string[] = [];
  const now = Date.parse('2026-03-04T10:00:00Z');
  const run: RunBench = (name, args) => {
    ran.push(`${name} ${args.join(' ')}`);
    if (name === 'hook') return 'SIGKILL';
    const at = new Date(now).toISOString();
    const record = { at, commit: 'abc', tookSeconds: 90, 'in order': { held: 2 }, conversations: 3 };
    writeFileSync(join(folder, 'runs', `${at.slice(0, 10)}-${name}.json`), JSON.stringify(record));
    return name === 'supersede' ? 1 : 0;
  };
  const print = (line: string) => void lines.push(line);
  const context = { print, run, now: () => now, commit: 'abc', runs: runs!, reports: reports! };
  const asked = { only: 'supersede,hook,ask,graph', resume: 'true' };
  runAll(asked, context);
  expect(ran).toEqual(['ask --record', 'supersede --record', 'hook --record']);
  const report = readFileSync(join(folder, 'reports/2026-03-04/report.md'), 'utf8');
  expect(report).toContain('| conversations as they should be | `supersede` | 2 |');
  expect(report).toContain('- `supersede`: ended with 1, after it had recorded its figures');
  expect(report).toContain('- `hook`: ended with SIGKILL');
  expect(report).toContain('- `graph`: needs --repository DIR');

  runAll(asked, context);
  expect(ran.slice(3)).toEqual(['hook --record']);
  expect(lines.join('\n')).toContain('== 1 of 3: ask');
  expect(lines.join('\n')).toContain('== 1 of 1: hook');
  runAll({ only: 'hok' }, context);
  expect(lines.at(-1)).toContain('No page quotes "hok".');
  expect(reportedFigures(newestReport('2026-03-05', reports!)!).get('supersede: conversations')).toBe(3);
});

test('a scoreboard that is given the folder with the data of all reads its own part', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ask', 'ask-dev.jsonl');
  mkdirSync(join(folder, 'ask'));
  writeFileSync(file, '');
  expect(dataFor('ask', folder)).toBe(file);
  expect(dataFor('ask', file)).toBe(file);
  expect(dataFor('learn', folder)).toBe(folder);
});

test('--help after the name of a benchmark prints what it does, and starts nothing', () => {
  const run = fileURLToPath(new URL('../run.ts', import.meta.url));
  const argv = ['--no-warnings', run, 'embed', '--help'];
  const said = spawnSync(process.execPath, argv, { encoding: 'utf8', timeout: 60_000 });
  expect([said.status, said.stdout.split('\n')]).toEqual([
    0,
    [expect.stringMatching(/^embed +\w/), '', expect.stringContaining('npm run bench'), ''],
  ]);
});
