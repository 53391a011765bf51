import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { QUIET } from '@sqrl/squirrel/ingest/episodes/cut.ts';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { learn } from '@sqrl/squirrel/learn/verbs/learn.ts';
import { allDrafts } from '@sqrl/squirrel/store/drafts/drafts.ts';
import { episodesWhere } from '@sqrl/squirrel/store/episodes/episodes.ts';
import { sessionsWhere } from '@sqrl/squirrel/store/events/sessions.ts';
import { observedAfter } from '@sqrl/squirrel/store/events/steps.ts';
import { ANY, memoriesWhere } from '@sqrl/squirrel/store/memory/filters.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import type { Bench } from './bench.ts';
import { openBenchEngine, refuse } from './engine.ts';
import { type DataProject, dataProjects, unpackProject } from './projects.ts';

/** Reads and learns each project's sessions, and counts what is taken for a stranger's words. */
export const taint: Bench = {
  summary: 'Episodes, turns and drafts that count as foreign, by project (--data DIR; --only NAMES)',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('taint: needs --data DIR, a folder with the sessions of projects; skipped.');
      return undefined;
    }
    const work = mkdtempSync(join(tmpdir(), 'sqrl-bench-taint-'));
    try {
      const figures: Record<string, TaintFigures> = {};
      for (const project of dataProjects(data, flags.only)) {
        const counted = await countIn(project, work);
        figures[project.name] = counted;
        print(lineOf(project.name, counted));
      }
      const all = sumOf(Object.values(figures));
      print(lineOf('all', all));
      return { projects: figures, all };
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};

/** Each figure as how many of how many. */
type TaintFigures = Record<TaintFigure, [tainted: number, of: number]>;

const FIGURES = {
  episodes: 'episodes',
  /** In which an agent said or ran something in words from outside. */
  touched: 'with foreign words of agents',
  /** From a prompt of the person to the next; tainted where any step is. */
  turns: 'turns with a foreign step',
  replies: 'replies',
  drafts: 'drafts',
  /** Of those that are neither archived nor rejected. */
  memories: 'memories waiting for it',
} as const;

type TaintFigure = keyof typeof FIGURES;

const nothing = (): TaintFigures => ({
  episodes: [0, 0],
  touched: [0, 0],
  turns: [0, 0],
  replies: [0, 0],
  drafts: [0, 0],
  memories: [0, 0],
});

async function countIn(project: DataProject, work: string): Promise<TaintFigures> {
  await unpackProject(project, work);
  await using engine = openBenchEngine();
  const { projects } = await ingest(engine, { paths: [join(work, project.name)], mine: true });
  refuse((await learn(engine, { projects })).notices);
  const figures = nothing();
  for (const id of projects) {
    using store = openStore(engine.home.project({ id }), { now: Date.now });
    countStore(store, figures);
  }
  return figures;
}

function countStore(store: Store, figures: TaintFigures): void {
  const add = (name: TaintFigure, isTainted: boolean) => {
    figures[name][0] += Number(isTainted);
    figures[name][1]++;
  };
  const touched = new Set<string | null>();
  for (const { row } of sessionsWhere(store)) {
    let turn: boolean | undefined;
    for (const { kind, agent, tainted, episode } of observedAfter(store, row, undefined)) {
      if (tainted && kind !== 'result') touched.add(episode);
      if (kind === 'reply') add('replies', tainted);
      if (kind === 'prompt' && agent === null) {
        if (turn !== undefined) add('turns', turn);
        turn = tainted;
      } else if (turn !== undefined) turn ||= tainted;
    }
    if (turn !== undefined) add('turns', turn);
  }
  for (const { id, tainted } of episodesWhere(store, { byAgents: true }, { now: Date.now(), quiet: QUIET })) {
    add('episodes', tainted);
    add('touched', touched.has(id));
  }
  for (const { tainted } of allDrafts(store)) add('drafts', tainted);
  for (const { memory } of memoriesWhere(store, ANY, { now: 0, limit: -1, order: 'oldest' }))
    if (memory.status !== 'deprecated')
      add('memories', memory.tainted && memory.needsReview && !memory.verified);
}

function sumOf(all: readonly TaintFigures[]): TaintFigures {
  const sum = nothing();
  for (const figures of all)
    for (const name of Object.keys(FIGURES) as TaintFigure[])
      for (const i of [0, 1] as const) sum[name][i] += figures[name][i];
  return sum;
}

const lineOf = (project: string, figures: TaintFigures): string =>
  `${project.padEnd(18)} ${(Object.keys(FIGURES) as TaintFigure[])
    .map((name) => {
      const [tainted, of] = figures[name];
      return `${FIGURES[name]} ${tainted}/${of} (${of === 0 ? 0 : Math.round((100 * tainted) / of)} %)`;
    })
    .join(', ')}`;
