import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeliverable } from '@sqrl/base/model/delivery.ts';
import type { FullMemory } from '@sqrl/base/model/memory.ts';
import { SAME } from '@sqrl/squirrel/learn/gate/novelty.ts';
import type { Bench } from './bench.ts';
import {
  addVerdicts,
  countVerdicts,
  VERDICTS,
  type VerdictCounts,
  verdictKey,
  verdicts,
} from './learn/judged.ts';
import { type LearnedProject, replayProject } from './learn/replay.ts';
import { writeForReader } from './learn/show.ts';
import { leftOut } from './left-out.ts';
import { dataProjects } from './projects.ts';

/** Replays the sessions of each project in time order and looks at what was learned. */
export const learn: Bench = {
  summary:
    'What is learned from the sessions of each project (--data DIR), and how much of it a reader found useful; --merge a,b puts the --json outputs of runs with --only together',
  async run({ data, flags, print }) {
    if (flags.verdicts !== undefined) {
      print(`${addVerdicts(flags.verdicts)} verdicts added.`);
      return undefined;
    }
    if (flags.merge !== undefined) return merged(flags.merge.split(','), print);
    if (data === undefined) {
      print('learn: needs --data DIR, a folder with the sessions of projects; skipped.');
      return undefined;
    }
    const work = mkdtempSync(join(tmpdir(), 'sqrl-bench-logs-'));
    try {
      const figures: Record<string, ProjectFigures> = {};
      const told: ToldLine[][] = [];
      for (const project of dataProjects(data, flags.only)) {
        const learned = await replayProject(project, work, flags.once === 'true');
        if (flags.show !== undefined) {
          mkdirSync(flags.show, { recursive: true });
          writeForReader(join(flags.show, `${project.name}.txt`), learned);
        }
        figures[project.name] = figuresOf(learned);
        told.push(judgedLines(toldOf(learned).filter(({ reach }) => reach !== 'task')));
        for (const line of linesOf(project.name, figures[project.name]!)) print(line);
      }
      const mean = printMean(figures, print);
      const left = usefulWithLeftOutBar(told);
      if (told.length > 1)
        print(`with the confidence they are told from chosen on the other projects: useful ${left} %`);
      return { projects: figures, mean, left };
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};

/** The figures of runs that had some of the projects each, which takes one process a project. */
function merged(outputs: readonly string[], print: (line: string) => void) {
  const figures: Record<string, ProjectFigures> = {};
  for (const path of outputs)
    Object.assign(figures, JSON.parse(readFileSync(path, 'utf8').trim().split('\n').at(-1)!).projects);
  return { projects: figures, mean: printMean(figures, print) };
}

function printMean(figures: Record<string, ProjectFigures>, print: (line: string) => void): Shares {
  const mean = meanOf(Object.values(figures).map(({ told }) => told));
  print(`\nmean of ${Object.keys(figures).length} projects: ${shares(mean)}`);
  return mean;
}

interface ProjectFigures {
  sessions: number;
  drafts: number;
  memories: number;
  living: number;
  types: Record<string, number>;
  dropped: Record<string, number>;
  pairs: number;
  /** Percent of the memories that have a quote or an event. */
  evidence: number;
  /** What would be told unasked at the end, how much of it in the brief, what waits, and what stood at some time. */
  told: VerdictCounts;
  /** Orders of one task, which are told in it alone. */
  inTask: VerdictCounts;
  inBrief: number;
  waiting: VerdictCounts;
  /** Of these, what has faded too far by then. */
  faded: VerdictCounts;
  /** Memories that old ones were put together in. */
  compacted: number;
  ever: VerdictCounts;
}

function figuresOf(learned: LearnedProject): ProjectFigures {
  const { memories, byNow, sessions, drafts, pairs, ever, endsAt } = learned;
  const told = toldOf(learned);
  const living = memories.filter(({ status }) => status !== 'deprecated');
  const withProof = memories.filter(({ evidence }) =>
    evidence.some(({ events, quote }) => events.length > 0 || quote),
  );
  return {
    sessions,
    drafts: drafts.length,
    memories: memories.length,
    living: living.length,
    types: counted(living.map(({ type }) => type)),
    dropped: counted(drafts.flatMap(({ step }) => step ?? [])),
    pairs,
    evidence: percent(withProof.length, memories.length),
    told: countVerdicts(told.filter(({ reach }) => reach !== 'task')),
    inTask: countVerdicts(told.filter(({ reach }) => reach === 'task')),
    inBrief: told.filter(({ reach }) => reach === 'user' || reach === 'project').length,
    waiting: countVerdicts(living.filter((memory) => !told.includes(memory) && !hasEnded(memory, endsAt))),
    faded: countVerdicts(
      told.filter((memory) => !isDeliverable({ ...memory, confidence: byNow.get(memory.id)! }, endsAt)),
    ),
    compacted: living.filter(({ relations }) => relations.some(({ kind }) => kind === 'derived_from')).length,
    ever: countVerdicts([...ever.values()]),
  };
}

/** What agents would be told unasked at the end. */
const toldOf = ({ memories, endsAt }: Pick<LearnedProject, 'memories' | 'endsAt'>): FullMemory[] =>
  memories.filter((memory) => isDeliverable(memory, endsAt));

const hasEnded = ({ expiresAt }: FullMemory, at: number): boolean => expiresAt !== null && expiresAt <= at;

/** A judged memory that is told, by how sure it is. */
interface ToldLine {
  confidence: number;
  useful: boolean;
}

function judgedLines(told: readonly FullMemory[]): ToldLine[] {
  const said = verdicts();
  return told.flatMap((memory) => {
    const verdict = said[verdictKey(memory)];
    return verdict === undefined ? [] : [{ confidence: memory.confidence, useful: verdict === 'useful' }];
  });
}

/** Percent of what each project is told where the bar is the best one for the others. */
function usefulWithLeftOutBar(projects: readonly ToldLine[][]): number {
  const parts = projects.map((lines) => ({
    tried: BARS.map((bar) => lines.filter(({ confidence }) => confidence >= bar)),
  }));
  const lines = leftOut(parts, (some) =>
    some.reduce((worth, { useful }) => worth + (useful ? 1 : -COST_OF_USELESS), 0),
  );
  return percent(lines.filter(({ useful }) => useful).length, lines.length);
}

const BARS = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9];
/** At 80 % useful a line more is worth nothing. */
const COST_OF_USELESS = 4;

const linesOf = (name: string, of: ProjectFigures): string[] => [
  `\n${name}: ${of.sessions} sessions, ${of.drafts} drafts, ${of.memories} memories, ${of.living} of them hold`,
  `  by type: ${listed(of.types)}; dropped: ${listed(of.dropped)}`,
  `  pairs above ${SAME}: ${of.pairs}; with evidence: ${of.evidence} %`,
  `  told unasked: ${toldIn(of.told)}; ${of.inBrief} of them stand in the brief`,
  `  told in their own task: ${toldIn(of.inTask)}`,
  `  waiting: ${toldIn(of.waiting)}`,
  `  of these faded too far, if none was used: ${toldIn(of.faded)}; put together: ${of.compacted}`,
  `  stood at some time: ${toldIn(of.ever)}`,
];

const toldIn = (counts: VerdictCounts): string => {
  const judged = judgedIn(counts);
  const each = VERDICTS.map((verdict) => `${verdict} ${counts[verdict]}`).join(', ');
  return `${judged + counts.unjudged}, judged ${judged}: ${each} (${shares(sharesOf(counts))})`;
};

/** Percent of the judged memories. */
type Shares = Record<'useful' | 'bad' | 'judged', number>;

const judgedIn = (counts: VerdictCounts): number =>
  VERDICTS.reduce((sum, verdict) => sum + counts[verdict], 0);

const sharesOf = (counts: VerdictCounts): Shares => ({
  useful: percent(counts.useful, judgedIn(counts)),
  bad: percent(counts.wrong + counts.junk + counts.once, judgedIn(counts)),
  judged: judgedIn(counts),
});

const shares = ({ useful, bad }: Pick<Shares, 'useful' | 'bad'>): string =>
  `useful ${useful} %, wrong, junk or one-off ${bad} %`;

function meanOf(projects: readonly VerdictCounts[]): Shares {
  const all = projects.map(sharesOf).filter(({ judged }) => judged > 0);
  const mean = (name: keyof Shares) =>
    Math.round((10 * all.reduce((sum, each) => sum + each[name], 0)) / Math.max(1, all.length)) / 10;
  return { useful: mean('useful'), bad: mean('bad'), judged: mean('judged') };
}

const percent = (part: number, of: number): number => (of === 0 ? 0 : Math.round((part / of) * 1000) / 10);

const counted = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(names, (name) => name)]
      .map(([name, of]): [string, number] => [name, of.length])
      .sort(([, a], [, b]) => b - a),
  );

const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([name, n]) => `${name} ${n}`)
    .join(', ') || 'none';
