import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PastSession } from '@sqrl/squirrel/learn/replay/past-session.ts';
import { GuardLearner } from '@sqrl/squirrel/learn/replay/replay-guards.ts';
import type { Bench } from './bench.ts';
import { dataProjects, unpackProject } from './projects.ts';
import { type AfterFigures, afterFailures } from './warn/after.ts';
import { type BriefFigures, briefsOf } from './warn/brief.ts';
import { naive } from './warn/guards.ts';
import { pastSessions } from './warn/past.ts';
import { type Failing, type ReplayedGuards, replayGuards, type Showing } from './warn/replay.ts';

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
        const found = stores.map((sessions) => replayGuards(sessions, new GuardLearner()));
        const plain = stores.map((sessions) => replayGuards(sessions, naive()));
        const its = {
          sessions: stores.flat().length,
          ...figuresOf(found),
          stops: stopsIn(found),
          briefs: briefsIn(stores),
          after: afterIn(stores),
          naive: figuresOf(plain),
        };
        figures[project.name] = its;
        print(
          `\n${project.name}: ${its.sessions} sessions, ${its.failing} failing actions, ${its.shown} guards shown`,
        );
        if (flags.guards) for (const line of perGuard(found.flatMap((each) => each.showings))) print(line);
        if (flags.missed) for (const line of missed(found.flatMap((each) => each.failings))) print(line);
        for (const line of told(its)) print(line);
        print(stopped(its.stops));
        for (const [latest, { named, met }] of Object.entries(its.briefs))
          print(
            `briefs     ${share(met, named)} of the failures named were tried in that session (last ${latest})`,
          );
        print(
          `after      ${share(its.after.told, its.after.met)} of failures met again had their fix told; ${share(its.after.right, its.after.told)} resolved it again`,
        );
        print('Warning of every command that has failed before:');
        for (const line of told(its.naive)) print(line);
      }
      const mean = meanOf(Object.values(figures));
      const stops = Object.values(figures).map((each) => each.stops);
      print(
        `\nmean of the projects with any guard: right ${mean.right} %; of all projects: warned of ${mean.warned} %`,
      );
      print(`all projects: ${stopped(sumOf(stops))}`);
      return { projects: figures, mean };
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};

type ProjectFigures = Told & {
  sessions: number;
  stops: StopFigures;
  briefs: Record<number, BriefFigures>;
  after: AfterFigures;
  naive: Told;
};

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

/** Calls that would have been stopped, and how many of them failed as was said. */
interface StopFigures {
  stopped: number;
  right: number;
}

/** What a call is stopped for: guards that are all but certain. */
const stopsIn = (found: readonly ReplayedGuards[]): StopFigures =>
  sumOf(
    found.map(({ showings }) => {
      const stops = showings.filter(({ guard }) => guard.trigger.stops === true);
      return { stopped: stops.length, right: stops.filter(({ right }) => right).length };
    }),
  );

const sumOf = (all: readonly StopFigures[]): StopFigures =>
  all.reduce(
    (sum, { stopped: calls, right }) => ({ stopped: sum.stopped + calls, right: sum.right + right }),
    {
      stopped: 0,
      right: 0,
    },
  );

const stopped = ({ stopped: calls, right }: StopFigures): string =>
  `stopped    ${calls} calls; ${share(right, calls)} would have failed as was said`;

/** What briefs would have named, by how many of the latest sessions they look at. */
const briefsIn = (projects: readonly PastSession[][]): Record<number, BriefFigures> =>
  Object.fromEntries(
    [1, 3, 5, 10, 20].map((latest) => {
      const all = projects.map((sessions) => briefsOf(sessions, new GuardLearner(), latest));
      const sum = (of: keyof BriefFigures) => all.reduce((total, each) => total + each[of], 0);
      return [latest, { named: sum('named'), met: sum('met') }];
    }),
  );

/** What would be said after failures. */
const afterIn = (projects: readonly PastSession[][]): AfterFigures => {
  const all = projects.map(afterFailures);
  const sum = (of: keyof AfterFigures) => all.reduce((total, each) => total + each[of], 0);
  return { met: sum('met'), told: sum('told'), right: sum('right') };
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

function figuresOf(found: readonly ReplayedGuards[]): Told {
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
    .map((all) => {
      const { text, trigger } = all.at(-1)!.guard;
      const right = all.filter((each) => each.right).length;
      return `${right} of ${all.length}${trigger.stops ? ', stopped' : ''}: ${text}`;
    });
}

function missed(failings: readonly Failing[]): string[] {
  const counts = new Map<string, number>();
  for (const { known, warned, tool, line } of failings)
    if (known && !warned) counts.set(`${tool}: ${line}`, (counts.get(`${tool}: ${line}`) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([line, times]) => `missed ${times} × ${line}`);
}
