import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { dataProjects, unpackProject } from './projects.ts';
import { Learnt, naive } from './warn/guards.ts';
import { pastSessions } from './warn/past.ts';
import { type Failing, type Replayed, replay, type Showing } from './warn/replay.ts';

/**
 * Replays the sessions of each project in time order and asks before each action whether a guard learned from sessions that
 * had ended by then would be shown. It is right when that very action fails as the guard says; a failure counts as warned
 * of when such a guard was shown before it in its session.
 */
export const warn: Bench = {
  summary: 'Precision and coverage of guards learned from earlier sessions of each project (--data DIR)',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('warn: needs --data DIR, a folder with the sessions of projects; skipped.');
      return undefined;
    }
    const work = mkdtempSync(join(tmpdir(), 'sqrl-bench-logs-'));
    try {
      const figures: Record<string, ProjectFigures> = {};
      for (const project of dataProjects(data, flags.only)) {
        await unpackProject(project, work);
        const stores = await pastSessions(join(work, project.name));
        const found = stores.map((sessions) => replay(sessions, new Learnt()));
        const plain = stores.map((sessions) => replay(sessions, naive()));
        const its = { sessions: stores.flat().length, ...figuresOf(found), naive: figuresOf(plain) };
        figures[project.name] = its;
        print(
          `\n${project.name}: ${its.sessions} sessions, ${its.failing} failing actions, ${its.shown} guards shown`,
        );
        if (flags.guards) for (const line of perGuard(found.flatMap((each) => each.showings))) print(line);
        if (flags.missed) for (const line of missed(found.flatMap((each) => each.failings))) print(line);
        for (const line of told(its)) print(line);
        print('Warning of every command that has failed before:');
        for (const line of told(its.naive)) print(line);
      }
      const mean = meanOf(Object.values(figures));
      print(
        `\nmean of the projects with any guard: right ${mean.right} %; of all projects: warned of ${mean.warned} %`,
      );
      return { projects: figures, mean };
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};

type ProjectFigures = Told & { sessions: number; naive: Told };

/** Percent: of what was shown, and of the failures that an earlier session had by their fingerprint. */
function meanOf(all: readonly Told[]): { right: number; warned: number } {
  const mean = (of: readonly number[]) =>
    of.length === 0 ? 0 : Math.round((1000 * of.reduce((sum, each) => sum + each, 0)) / of.length) / 10;
  const known = all.map(({ warned }) => warned['same fingerprint']!).filter(({ of }) => of > 0);
  return {
    right: mean(all.filter(({ shown }) => shown > 0).map(({ right, shown }) => right / shown)),
    warned: mean(known.map(({ warned, of }) => warned / of)),
  };
}

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
