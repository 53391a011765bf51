import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { dataProjects } from './projects.ts';
import { type ReplayTimed, replayTimed } from './proof/replay-timed.ts';
import { simulateMemory, simulateUsers } from './proof/simulate.ts';

/** Users whose effect is known, and what `sqrl proof` would tell them. */
const USERS = {
  'no effect': {},
  '20 % fewer repeated failures': { 'repeated failures': 0.8 },
  'half the repeated failures, 30 % fewer calls': { 'repeated failures': 0.5, 'tool calls': 0.7 },
  'harmful: half as many failures again': { 'repeated failures': 1.5 },
} as const;

/** The share of bad sessions with and without one memory, among nine that change nothing, most of them like it. */
const MEMORIES = {
  'no effect (30 % bad either way)': { told: 0.3, withheld: 0.3 },
  'helpful (40 % to 15 %)': { told: 0.15, withheld: 0.4 },
  'harmful (25 % to 60 %)': { told: 0.6, withheld: 0.25 },
  'clearly harmful (20 % to 80 %)': { told: 0.8, withheld: 0.2 },
  'no effect (60 %) among others of 20 %': { told: 0.6, withheld: 0.6, others: 0.2 },
} as const;

/** Sessions after which a harmful memory should be muted. */
const SOON = 40;
/** Sessions that a simulated memory lives. */
const LIFE = 200;

/**
 * Simulated users and memories with a known effect: whether intervals hold it, whether chance is called an effect, and how
 * soon a harmful memory is muted.
 */
export const proof: Bench = {
  summary:
    'Simulated users: do intervals hold the truth, is chance called an effect, is harm muted [--users N]; `sqrl replay` timed (--data DIR [--only PROJECT], --claims FILE writes its claims)',
  async run({ data, flags, print }) {
    const users = Number(flags.users ?? 100);
    const seed = Number(flags.seed ?? 20261117);
    const figures: Record<string, unknown> = {};
    print(`${users} users of each kind; a user is told of an effect where any of five metrics stands (Holm)`);
    for (const sessions of [250, 500])
      for (const [name, factors] of Object.entries(USERS)) {
        const found = simulateUsers(users, sessions, factors, seed);
        const covering = percent(found.covering, found.intervals);
        const passiveCovering = percent(found.passiveCovering, found.passiveIntervals);
        figures[`${name}, ${sessions} sessions`] = { ...found, covering, passiveCovering };
        print(
          `${name}, ${sessions} sessions: ${covering} % of ${found.intervals} intervals hold the truth, ` +
            `${passiveCovering} % of ${found.passiveIntervals} of the passive group; ${found.called} of ${users} users are told of an effect, ${found.calledRightly} of a true one`,
        );
      }
    for (const [name, memory] of Object.entries(MEMORIES)) {
      const lives = Array.from({ length: users }, (_, i) => simulateMemory(memory, LIFE, seed + i));
      const muted = lives.flatMap(({ mutedAfter }) => mutedAfter ?? []).sort((a, b) => a - b);
      const [soon, ever] = [muted.filter((after) => after <= SOON).length, muted.length];
      // Sessions until half of the lives are muted, and nine of ten.
      const [half, most] = [0.5, 0.9].map((share) => muted[Math.ceil(share * users) - 1]);
      const told = lives.reduce((sum, { lift }) => sum + lift.share, 0) / users;
      figures[name] = { soon, ever, half, most, told: Math.round(told * 100) / 100 };
      print(
        `memory, ${name}: muted within ${SOON} sessions in ${soon} of ${users}, within ${LIFE} in ${ever}; ` +
          `half of them after ${half ?? '–'}, nine of ten after ${most ?? '–'}; ` +
          `told in ${percent(told, 1)} % of sessions at the end`,
      );
    }
    return {
      users,
      seed,
      figures,
      ...(data !== undefined && { replay: await replayed(data, flags, print) }),
    };
  },
};

/** Replays the sessions of projects; without `--only` those of the first, which has about a hundred. */
async function replayed(data: string, flags: Record<string, string>, print: (line: string) => void) {
  const work = mkdtempSync(join(tmpdir(), 'sqrl-bench-logs-'));
  try {
    const all = dataProjects(data, flags.only);
    const found: Record<string, Omit<ReplayTimed, 'claims'>> = {};
    const claims: unknown[] = [];
    for (const project of flags.only === undefined ? all.slice(0, 1) : all) {
      const { claims: its, ...timed } = await replayTimed(project, work);
      claims.push(...its.map((claim) => ({ project: project.name, ...claim })));
      found[project.name] = timed;
      print(
        `replay of ${project.name}: ${timed.sessions} sessions in ${timed.seconds} s, ${timed.cpuSeconds} of CPU (wanted: 100 in 60 s or less), ` +
          `others wait ${timed.longestWaitMs} ms at most; ${JSON.stringify(timed.kinds)}`,
      );
    }
    if (flags.claims !== undefined) writeFileSync(flags.claims, `${JSON.stringify(claims, null, 2)}\n`);
    return found;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const percent = (part: number, whole: number): number =>
  Math.round((1000 * part) / Math.max(1e-9, whole)) / 10;
