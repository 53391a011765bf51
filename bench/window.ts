import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RELEVANCE, type RelevanceFigures } from '@sqrl/sdk/window/relevance.ts';
import type { Bench, Figures } from './bench.ts';
import { combinations, leftOut } from './left-out.ts';
import { type DataProject, dataProjects, unpackProject } from './projects.ts';
import { NOTHING, type Policy, type ReplayCount, replayInWindow } from './window/replay.ts';
import { tokensPerRead, type WindowSession, windowSessions } from './window/sessions.ts';
import { windowSpeed } from './window/speed.ts';

/** Tokens of the windows that sessions are replayed in. */
const SIZES = [32_000, 64_000, 128_000];
/** A session is replayed in a window that it fills. */
const FILLS = 0.8;
/** Histories without the files' text cannot fill a window as their sessions did. */
const MIN_TOKENS_PER_READ = 100;

const TRIED: readonly RelevanceFigures[] = combinations(RELEVANCE, {
  halfLife: [10, 20, 40],
  use: [0.5, 1, 2],
  size: [0.5, 0.6, 0.75],
});

/** What each figure is where it does not count. */
const WITHOUT: Partial<RelevanceFigures> = {
  size: 0,
  superseded: 1,
  use: 0,
  unshown: 1,
  currentTask: 1,
  halfLife: 1e9,
};

/**
 * Replays long sessions as a growing window and counts how often something is asked for again within twenty calls after it was
 * pruned: the same lines of a file, or the same command.
 */
export const window: Bench = {
  summary:
    'What is read again after it was pruned, against dropping the oldest (--data DIR [--only NAMES] [--cases])',
  async run({ data, flags, print }) {
    const speed = await windowSpeed();
    for (const line of speed.lines) print(line);
    if (data === undefined) {
      print('window: needs --data DIR, a folder with the sessions of projects; replay skipped.');
      return { speed: speed.figures };
    }
    const work = mkdtempSync(join(tmpdir(), 'sqrl-bench-logs-'));
    try {
      const projects: Replayed[] = [];
      for (const project of dataProjects(data, flags.only)) {
        const found = await read(project, work);
        if (typeof found === 'string') print(`${project.name}: ${found}; left out.`);
        else {
          projects.push({ name: project.name, ...(await replayAll(found)) });
          if (flags.cases) for (const line of await casesOf(found)) print(line);
        }
      }
      return { speed: speed.figures, ...tell(projects, print) };
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
};

async function read(project: DataProject, work: string): Promise<WindowSession[] | string> {
  const sessions = await windowSessions(await unpackProject(project, work));
  const tokens = tokensPerRead(sessions);
  if (tokens < MIN_TOKENS_PER_READ) return `${tokens.toFixed(0)} tokens for a file that was read`;
  return sessions;
}

/** Counts by size, in the order of SIZES. */
type BySize = ReplayCount[];

interface Replayed {
  name: string;
  sessions: number[];
  oldest: BySize;
  design: BySize;
  now: BySize;
  /** By the figure that does not count. */
  without: Record<string, BySize>;
  tried: BySize[];
}

async function replayAll(sessions: readonly WindowSession[]): Promise<Omit<Replayed, 'name'>> {
  const by = async (policy: Policy): Promise<BySize> => {
    const counts: BySize = [];
    for (const size of SIZES) {
      let sum = NOTHING;
      for (const session of filling(sessions, size))
        sum = add(sum, await replayInWindow(session, size, policy));
      counts.push(sum);
    }
    return counts;
  };
  const without: Record<string, BySize> = {};
  for (const [name, value] of Object.entries(WITHOUT))
    without[name] = await by({ ...RELEVANCE, [name]: value });
  const tried: BySize[] = [];
  for (const figures of TRIED) tried.push(await by(figures));
  return {
    sessions: SIZES.map((size) => filling(sessions, size).length),
    oldest: await by('oldest'),
    design: await by('design'),
    now: await by(RELEVANCE),
    without,
    tried,
  };
}

const filling = (sessions: readonly WindowSession[], size: number): WindowSession[] =>
  sessions.filter(({ tokens }) => tokens > size * FILLS);

const add = (a: ReplayCount, b: ReplayCount): ReplayCount => ({
  asked: a.asked + b.asked,
  held: a.held + b.held,
  again: a.again + b.again,
  tokens: a.tokens + b.tokens,
  files: a.files + b.files,
  everAgain: a.everAgain + b.everAgain,
  prunings: a.prunings + b.prunings,
});

/** What is asked for again in spite of all, for a person to read. */
async function casesOf(sessions: readonly WindowSession[]): Promise<string[]> {
  const lines: string[] = [];
  for (const size of SIZES)
    for (const session of filling(sessions, size))
      await replayInWindow(session, size, RELEVANCE, ({ key, steps }) => {
        lines.push(`${size} ${session.id.slice(0, 8)}: ${steps} calls later ${key.slice(0, 120)}`);
      });
  return lines;
}

function tell(projects: readonly Replayed[], print: (line: string) => void): Figures {
  const figures: Record<string, unknown> = {};
  const row = (name: string, of: (project: Replayed) => BySize) => {
    const counts = projects.map(of);
    const oldest = projects.map((project) => project.oldest);
    const cells = SIZES.map((_, i) => {
      const sum = counts.reduce((total, each) => add(total, each[i]!), NOTHING);
      const base = oldest.reduce((total, each) => add(total, each[i]!), NOTHING);
      return `${sum.again} ${ratio(sum.again, base.again)}`;
    });
    const all = counts.flat().reduce(add, NOTHING);
    const base = oldest.flat().reduce(add, NOTHING);
    figures[name] = { ...all, ofOldest: ratio(all.again, base.again) };
    const sums = (['again', 'files', 'everAgain', 'tokens'] as const).map(
      (of) => `${all[of]} ${ratio(all[of], base[of])}`,
    );
    print(`${name.padEnd(22)}${[...cells, ...sums].map((cell) => cell.padStart(16)).join('')}`);
  };
  const best = bestOf(projects.flatMap(({ tried }) => [tried]));
  const left = leftOutBySize(projects);
  for (const project of projects)
    print(
      `${project.name}: ${SIZES.map((size, i) => `${size / 1000}k ${project.sessions[i]} sessions, ${project.oldest[i]!.prunings} prunings`).join('; ')}`,
    );
  print(`\nAsked for again within twenty calls after it was pruned; share of what dropping the oldest has`);
  const heads = [...SIZES.map((size) => `${size / 1000}k`), 'all', 'files', 'ever', 'tokens'];
  print(`${''.padEnd(22)}${heads.map((head) => head.padStart(16)).join('')}`);
  row('oldest first', (project) => project.oldest);
  row('formula as designed', (project) => project.design);
  row('as it is', (project) => project.now);
  for (const name of Object.keys(WITHOUT)) row(`  without ${name}`, (project) => project.without[name]!);
  row('best of all tried', (project) => project.tried[best]!);
  row('a project left out', (project) => left.get(project.name)!);
  print(`\nby project, all sizes: as it is; chosen by the others`);
  for (const project of projects) {
    const sum = (of: BySize) => of.reduce((total, each) => total + each.again, 0);
    const [base, now, out] = [sum(project.oldest), sum(project.now), sum(left.get(project.name)!)];
    print(`${project.name.padEnd(22)}${now} of ${base} ${ratio(now, base)}; ${out} ${ratio(out, base)}`);
    figures[project.name] = { oldest: base, now, leftOut: out };
  }
  const { halfLife, use, size } = TRIED[best]!;
  print(`best of all tried: half-life ${halfLife} calls, use ${use}, size ${size}`);
  return figures;
}

const totalOf = (of: readonly BySize[]): number => of.flat().reduce((sum, { again }) => sum + again, 0);

/** The combination with which the least is asked for again. */
function bestOf(tried: readonly (readonly BySize[])[]): number {
  const totals = TRIED.map((_, i) => totalOf(tried.map((each) => each[i]!)));
  return totals.indexOf(Math.min(...totals));
}

/** Each project with the figures that are best for the others. */
function leftOutBySize(projects: readonly Replayed[]): Map<string, BySize> {
  const parts = projects.map(({ tried }) => ({ tried: tried.map((each) => [each]) }));
  const scores = leftOut(parts, (all) => -totalOf(all));
  return new Map(projects.map(({ name }, i) => [name, scores[i]!]));
}

const ratio = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(2));
