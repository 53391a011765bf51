import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { unpacked } from './ingest/unpack.ts';
import { Learnt, naive } from './warn/guards.ts';
import { pastSessions } from './warn/past.ts';
import { type Failing, type Replayed, replay, type Showing } from './warn/replay.ts';

/**
 * Replays sessions in time order and asks before each action whether a guard learned from sessions that had ended by then
 * would be shown. It is right when that very action fails as the guard says; a failure counts as warned of when such a
 * guard was shown before it in its session.
 */
export const warn: Bench = {
  summary: 'Precision and coverage of guards learned from earlier sessions (--data DIR)',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('warn: needs --data DIR, a folder with logs of Claude Code (.jsonl, .jsonl.gz); skipped.');
      return undefined;
    }
    const work = mkdtempSync(join(tmpdir(), 'sqrl-bench-logs-'));
    try {
      const inside = join(data, 'sessions-claude-code');
      const projects = await pastSessions(await unpacked(existsSync(inside) ? inside : data, work));
      const found = projects.map((sessions) => replay(sessions, new Learnt()));
      const plain = projects.map((sessions) => replay(sessions, naive()));
      if (flags.guards) for (const line of perGuard(found.flatMap((each) => each.showings))) print(line);
      if (flags.missed) for (const line of missed(found.flatMap((each) => each.failings))) print(line);
      const figures = { sessions: projects.flat().length, ...figuresOf(found), naive: figuresOf(plain) };
      print(
        `${figures.sessions} sessions, ${figures.failing} failing actions, ${figures.shown} guards shown`,
      );
      for (const line of told(figures)) print(line);
      print('\nFor comparison, warning of every command that has failed before:');
      for (const line of told(figures.naive)) print(line);
      return figures;
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};

interface Told {
  failing: number;
  shown: number;
  right: number;
  /** Right though only what failed openly counts, not what failed behind a pipe. */
  openly: number;
  unjudged: number;
  warned: Record<string, { warned: number; of: number }>;
}

function figuresOf(found: readonly Replayed[]): Told {
  const showings = found.flatMap((each) => each.showings);
  const failings = found.flatMap((each) => each.failings);
  const open = failings.filter(({ openly }) => openly);
  return {
    failing: failings.length,
    shown: showings.length,
    right: showings.filter(({ right }) => right).length,
    openly: showings.filter(({ openly }) => openly).length,
    unjudged: found.reduce((sum, each) => sum + each.unjudged, 0),
    warned: {
      'same message': recall(failings.filter(({ knownMessage }) => knownMessage)),
      'same message, failed openly': recall(open.filter(({ knownMessage }) => knownMessage)),
      'same fingerprint': recall(failings.filter(({ known }) => known)),
      'same fingerprint, failed openly': recall(open.filter(({ known }) => known)),
      'same fingerprint, without what checks found': recall(
        failings.filter(({ known, verdict }) => known && !verdict),
      ),
    },
  };
}

const recall = (of: readonly Failing[]): { warned: number; of: number } => ({
  warned: of.filter(({ warned }) => warned).length,
  of: of.length,
});

const told = ({ shown, right, openly, warned }: Told): string[] => [
  `right      ${share(right, shown)} of what was shown; ${share(openly, shown)} where only open failures count`,
  ...Object.entries(warned).map(
    ([name, { warned: part, of }]) =>
      `warned of  ${share(part, of)} of failures that an earlier session had (${name})`,
  ),
];

const share = (part: number, whole: number): string =>
  `${whole === 0 ? '–' : ((100 * part) / whole).toFixed(1)} % (${part} of ${whole})`;

function perGuard(showings: readonly Showing[]): string[] {
  const byMatter = new Map<string, Showing[]>();
  for (const showing of showings)
    byMatter.set(showing.guard.id, [...(byMatter.get(showing.guard.id) ?? []), showing]);
  return [...byMatter.values()]
    .sort((a, b) => b.length - a.length)
    .map((all) => `${all.filter(({ right }) => right).length} of ${all.length}: ${all.at(-1)!.guard.text}`);
}

function missed(failings: readonly Failing[]): string[] {
  const counts = new Map<string, number>();
  for (const { known, warned, tool, line } of failings)
    if (known && !warned) counts.set(`${tool}: ${line}`, (counts.get(`${tool}: ${line}`) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([line, times]) => `missed ${times} × ${line}`);
}
