import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bytesFrom } from '@sqrl/squirrel/ingest/bytes.ts';
import { cutLogLines } from '@sqrl/squirrel/ingest/lines.ts';
import { ingest as ingestLogs } from '@sqrl/squirrel/ingest/work/ingest.ts';
import type { Bench, Figures } from './bench.ts';
import { openBenchEngine } from './engine.ts';
import { writeBigLog } from './ingest/big-log.ts';
import { indexAnew } from './ingest/index-anew.ts';
import { watchStalls } from './ingest/stalls.ts';
import { unpacked } from './ingest/unpack.ts';
import { hundredths } from './percentiles.ts';

/** Reading logs compared with the least that reading them could cost. */
export const ingest: Bench = {
  summary:
    'Reading client logs (--data DIR) compared with bare JSON.parse of the same lines; --big adds a log of 1 GB',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('ingest: needs --data DIR, a folder with logs of clients (.jsonl, .jsonl.gz); skipped.');
      return undefined;
    }
    const work = mkdtempSync(join(tmpdir(), 'sqrl-bench-logs-'));
    try {
      const folder = await unpacked(data, work);
      const rounds = Number(flags.rounds ?? 3);
      const sessions = await compare(folder, rounds);
      const figures: Figures = { sessions };
      tell(print, 'The logs as they are, in a thread just started', sessions);
      // A history is larger than a sample of it; and only a flat memory reads a log of any size.
      for (const [name, bytes] of [
        ['many', 400e6],
        ...(flags.big ? [['big', 2 ** 30] as const] : []),
      ] as const) {
        await writeBigLog(folder, join(work, name, 'log.jsonl'), bytes);
        const one = await compare(join(work, name), 1);
        figures[name] = one;
        rmSync(join(work, name), { recursive: true });
        tell(print, 'One log', one);
      }
      return figures;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};

type Compared = Awaited<ReturnType<typeof compare>>;

function tell(print: (line: string) => void, what: string, found: Compared): void {
  const rows: [string, string][] = [
    ['JSON.parse', `${found.parseSeconds} s (${found.parseCpuSeconds} s of CPU)`],
    ['reading', `${found.ingestSeconds} s (${found.ingestCpuSeconds} s of CPU in all threads)`],
    ['speed of JSON.parse', `${found.ratio} (wanted: 0.5 or more)`],
    ['settling', `${found.settlingSeconds} s (${found.settlingCpuSeconds} s of CPU)`],
    ['with settling', `${found.ratioWithSettling} of the speed of JSON.parse`],
    [
      'passages',
      `${found.passagesSeconds} s for ${found.passages}, ${found.passagesRatio} of the time of reading (wanted: 2 or less)`,
    ],
    ['longest stall', `${found.longestWorkMs} ms of own work, ${found.longestDelayMs} ms late (main thread)`],
    ['memory', `${found.peakRssMB} MB at most, ${found.rssGrowthMB} MB more than before`],
  ];
  print(`${what}: ${found.megabytes} MB, ${found.events} events, ${found.megabytesPerSecond} MB/s`);
  for (const [name, figure] of rows) print(`  ${name.padEnd(20)} ${figure}`);
}

/** Takes the best of some rounds of each, in turn, so that a busy machine hurts both alike. */
async function compare(folder: string, rounds: number) {
  const files = readdirSync(folder).map((name) => join(folder, name));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const parsed: Awaited<ReturnType<typeof parseAll>>[] = [];
  const read: Awaited<ReturnType<typeof measure>>[] = [];
  for (let round = 0; round < rounds; round++) {
    parsed.push(await parseAll(files));
    read.push(await measure(folder));
  }
  const least = (values: readonly number[]) => Math.min(...values);
  const parse = least(parsed.map(({ seconds }) => seconds));
  const parseCpu = least(parsed.map(({ cpu }) => cpu));
  const best = read.reduce((a, b) => (b.seconds < a.seconds ? b : a));
  const cpu = least(read.map((each) => each.cpu));
  const settling = least(read.map((each) => each.settling));
  return {
    megabytes: Math.round(bytes / 1e6),
    parseSeconds: hundredths(parse),
    ingestSeconds: hundredths(best.seconds),
    /** Of the speed of JSON.parse. */
    ratio: hundredths(parse / best.seconds),
    megabytesPerSecond: Math.round(bytes / 1e6 / best.seconds),
    parseCpuSeconds: hundredths(parseCpu),
    ingestCpuSeconds: hundredths(cpu),
    cpuRatio: hundredths(parseCpu / cpu),
    /** Cutting what was read into episodes, and what is derived from those. */
    settlingSeconds: hundredths(settling),
    settlingCpuSeconds: hundredths(least(read.map((each) => each.settlingCpu))),
    ratioWithSettling: hundredths(parse / (best.seconds + settling)),
    /** Cutting and indexing what was said, as a part of settling, once more and alone. */
    passages: best.passages.count,
    passagesSeconds: hundredths(best.passages.seconds),
    passagesRatio: hundredths(best.passages.seconds / best.seconds),
    events: best.events,
    eventsPerSecond: Math.round(best.events / best.seconds),
    longestWorkMs: hundredths(Math.max(...read.map(({ stalls }) => stalls.longestWorkMs))),
    longestDelayMs: hundredths(Math.max(...read.map(({ stalls }) => stalls.longestDelayMs))),
    peakRssMB: Math.max(...read.map(({ peak }) => peak)),
    rssGrowthMB: Math.max(...read.map(({ growth }) => growth)),
  };
}

async function parseAll(files: readonly string[]) {
  const start = performance.now();
  const before = process.threadCpuUsage();
  let count = 0;
  for (const file of files) {
    const lines = cutLogLines(0);
    for await (const chunk of bytesFrom(file, 0))
      lines.push(chunk, (found) => {
        if (!('line' in found)) return;
        try {
          JSON.parse((found.line as Buffer).toString('utf8'));
          count++;
        } catch {
          // Some real lines are broken.
        }
      });
  }
  if (count === 0) throw new Error('There was nothing to parse.');
  const { user, system } = process.threadCpuUsage(before);
  return { seconds: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 };
}

async function measure(folder: string) {
  await using engine = openBenchEngine();
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const stalls = watchStalls();
  let begun: Moment | undefined;
  let read: Moment | undefined;
  const result = await ingestLogs(engine, {
    paths: [folder],
    // From the first byte on: a thread that is there already, as a daemon's is, need not be started.
    onProgress: (_done, _total, what) => {
      begun ??= moment();
      if (what === 'processing sessions') read ??= moment();
    },
  });
  const end = moment();
  clearInterval(watch);
  const megabytes = (count: number) => Math.round(count / 1e6);
  return {
    stalls: stalls.stop(),
    passages: indexAnew(engine, result.projects),
    seconds: read!.at - begun!.at,
    cpu: read!.cpu - begun!.cpu,
    settling: end.at - read!.at,
    settlingCpu: end.cpu - read!.cpu,
    events: result.added,
    peak: megabytes(peak),
    growth: megabytes(peak - before),
  };
}

interface Moment {
  at: number;
  cpu: number;
}

const moment = (): Moment => ({ at: performance.now() / 1000, cpu: cpuOfOthers() });

/** Seconds that all threads but this one have worked. */
function cpuOfOthers(): number {
  const all = process.cpuUsage();
  const own = process.threadCpuUsage();
  return (all.user + all.system - own.user - own.system) / 1e6;
}
