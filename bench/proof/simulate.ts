import { difference, type MeasuredSession, standing } from '@sqrl/base/statistics/difference.ts';
import { seededRandom } from '@sqrl/base/statistics/random.ts';
import { isDrawn, type Lift, type LiftCase, liftsOf } from '@sqrl/squirrel/learn/lifecycle/lift.ts';
import { holdoutOf } from '@sqrl/squirrel/recall/deliver/deliver.ts';

/** What a person's sessions are like without memory: means per session of a usual size, as counts. */
const USUAL = {
  'tool calls': 30,
  'read again': 4,
  'repeated failures': 1.5,
  corrections: 0.4,
  tokens: 60_000,
};
type Metric = keyof typeof USUAL;

/** Sessions of the three groups, and the true difference of the first two to the third. */
interface SimulatedMetric {
  truth: Record<'full' | 'passive', number>;
  full: MeasuredSession[];
  passive: MeasuredSession[];
  control: MeasuredSession[];
}

/** What of an effect a session has that is told something at its start only. */
const PASSIVE_PART = 0.5;

/** A person with sessions in the three groups, and what memory changes: a factor on each metric. */
function simulatedUser(
  sessions: number,
  factors: Partial<Record<Metric, number>>,
  seed: number,
): SimulatedMetric[] {
  const random = seededRandom(seed);
  const made = Array.from({ length: sessions }, (_, i) => ({
    group: holdoutOf(`${seed}-${i}`, 'simulated'),
    // Tasks differ fourfold in size, and people and days by as much again.
    size: Math.exp(0.7 * normal(random)) * 5,
    mood: gamma(2, random) / 2,
    random,
  }));
  return (Object.keys(USUAL) as Metric[]).map((metric) => {
    const factor = factors[metric] ?? 1;
    const factorOf = { full: factor, passive: 1 + PASSIVE_PART * (factor - 1), control: 1 };
    const measured = made.map(({ group, size, mood }) => {
      const expected = USUAL[metric] * (size / MEAN_SIZE) * mood * factorOf[group];
      const value = metric === 'tokens' ? expected * (0.5 + gamma(2, random) / 4) : poisson(expected, random);
      return { group, value, size };
    });
    const of = (wanted: string) => measured.filter(({ group }) => group === wanted);
    const truth = (group: 'full' | 'passive') => USUAL[metric] * (factorOf[group] - 1);
    return {
      truth: { full: truth('full'), passive: truth('passive') },
      full: of('full'),
      passive: of('passive'),
      control: of('control'),
    };
  });
}

/** The mean of the sizes above. */
const MEAN_SIZE = 5 * Math.exp(0.7 ** 2 / 2);

/** What simulated users with one effect are told. */
interface SimulatedFindings {
  users: number;
  /** Of full and passive sessions against control sessions, and those that hold the truth. */
  intervals: number;
  covering: number;
  passiveIntervals: number;
  passiveCovering: number;
  /** Users who are told of an effect, and of a true one. */
  called: number;
  calledRightly: number;
}

/** Of users with one effect: how often intervals hold the truth, and how many are told that something differs. */
export function simulateUsers(
  users: number,
  sessions: number,
  factors: Partial<Record<Metric, number>>,
  seed = 1,
): SimulatedFindings {
  const counts = { users, intervals: 0, covering: 0, passiveIntervals: 0, passiveCovering: 0 };
  const calls = { called: 0, calledRightly: 0 };
  for (let user = 0; user < users; user++) {
    const metrics = simulatedUser(sessions, factors, seed * 100_003 + user);
    const [full, passive] = (['full', 'passive'] as const).map((group) =>
      metrics.map((metric) => ({
        ...difference(metric[group], metric.control, seed + user),
        truth: metric.truth[group],
      })),
    );
    const stands = standing(full!.map(({ p }) => p));
    const passiveStands = standing(passive!.map(({ p }) => p)).map((each, i) => each && stands[i]!);
    const held = (found: { low: number | null; high: number | null; truth: number }[]) => {
      const known = found.filter(({ low }) => low !== null);
      return [known.length, known.filter(({ low, high, truth }) => low! <= truth && truth <= high!).length];
    };
    const [intervals, covering] = held(full!);
    const [passiveIntervals, passiveCovering] = held(passive!);
    counts.intervals += intervals!;
    counts.covering += covering!;
    counts.passiveIntervals += passiveIntervals!;
    counts.passiveCovering += passiveCovering!;
    const called = [...full!, ...passive!].filter((_, i) => [...stands, ...passiveStands][i]);
    if (called.length > 0) calls.called++;
    if (called.some(({ value, truth }) => Math.sign(value!) === Math.sign(truth))) calls.calledRightly++;
  }
  return { ...counts, ...calls };
}

/** The share of bad sessions with and without a memory. */
export interface SimulatedMemory {
  told: number;
  withheld: number;
  /** The share of the nine others, told or not; without it they are as it is where withheld. */
  others?: number;
}

/** Lets a memory live among nine that do nothing; gives the session after which it was muted, or undefined. */
export function simulateMemory(
  memory: SimulatedMemory,
  sessions: number,
  seed: number,
): { mutedAfter: number | undefined; lift: Lift } {
  const random = seededRandom(seed);
  const { others = memory.withheld } = memory;
  const cases: LiftCase[] = Array.from({ length: 10 }, (_, i) => ({
    memory: `m${i}`,
    kind: 'guard',
    counts: { told: { sessions: 0, bad: 0 }, withheld: { sessions: 0, bad: 0 } },
  }));
  let lifts = liftsOf(cases);
  for (let session = 1; session <= sessions; session++) {
    const id = `${seed}-${session}`;
    const group = holdoutOf(id, 'simulated');
    for (const [i, { memory: name, counts }] of cases.entries()) {
      const isTold = group === 'full' && isDrawn(id, name, lifts.get(name)!.share);
      const arm = counts[isTold ? 'told' : 'withheld'];
      arm.sessions++;
      if (random() < (i === 0 ? memory[isTold ? 'told' : 'withheld'] : others)) arm.bad++;
    }
    lifts = liftsOf(cases);
    if (lifts.get('m0')!.muted) return { mutedAfter: session, lift: lifts.get('m0')! };
  }
  return { mutedAfter: undefined, lift: lifts.get('m0')! };
}

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** The sum of `shape` waiting times, for whole shapes. */
function gamma(shape: number, random: () => number): number {
  let sum = 0;
  for (let i = 0; i < shape; i++) sum -= Math.log(1 - random());
  return sum;
}

function poisson(mean: number, random: () => number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let [count, product] = [0, random()];
  while (product > limit) {
    count++;
    product *= random();
  }
  return count;
}
