import { probabilityLess } from '../../base/statistics/beta.ts';
import { PHASES, type Phase } from '../../model/episode.ts';
import type { MemoryType } from '../../model/memory.ts';
import { PHASE_WEIGHTS, type PhaseWeights } from '../../model/weights.ts';

/** An episode in which tests were run: what its agent had been told, and whether the first run passed. */
export interface PhaseCase {
  session: number;
  phase: Phase;
  /** Types of the memories told in its session until it ended. */
  types: readonly MemoryType[];
  passed: boolean;
}

interface PassCounts {
  episodes: number;
  passed: number;
}

/** Another weight for a type of memory in a phase, and the evidence for it. */
export interface WeightProposal {
  phase: Phase;
  type: MemoryType;
  from: number;
  to: number;
  told: PassCounts;
  untold: PassCounts;
  /** How probable it is that first runs pass more often, or more rarely where the weight goes down. */
  probability: number;
}

/** Sessions with test runs that are needed before anything is proposed. */
export const MIN_WEIGHT_SESSIONS = 30;
/** Episodes that each side needs, and how sure a difference must be. */
const MIN_EPISODES = 8;
const SURE = 0.95;
/** A difference of all or nothing moves a weight by this factor; within these bounds. */
const STRENGTH = 0.5;
const BOUNDS = { min: 0.5, max: 2 };

/** What the phases' weights should be, going by first test runs with and without each type of memory. */
export function proposeWeights(cases: readonly PhaseCase[], current: PhaseWeights): WeightProposal[] {
  if (sessionsIn(cases) < MIN_WEIGHT_SESSIONS) return [];
  return PHASES.flatMap((phase) => {
    const some = cases.filter((each) => each.phase === phase);
    const types = [...new Set(some.flatMap((each) => each.types))].sort();
    return types.flatMap((type) => proposalFor(phase, type, some, current) ?? []);
  });
}

export const sessionsIn = (cases: readonly PhaseCase[]): number =>
  new Set(cases.map(({ session }) => session)).size;

function proposalFor(
  phase: Phase,
  type: MemoryType,
  cases: readonly PhaseCase[],
  current: PhaseWeights,
): WeightProposal | undefined {
  const told = countOf(cases.filter(({ types }) => types.includes(type)));
  const untold = countOf(cases.filter(({ types }) => !types.includes(type)));
  if (Math.min(told.episodes, untold.episodes) < MIN_EPISODES) return undefined;
  const better = probabilityLess(belief(untold), belief(told));
  const probability = Math.max(better, 1 - better);
  if (probability < SURE) return undefined;
  const from = current[phase][type] ?? PHASE_WEIGHTS[phase][type] ?? 1;
  const difference = told.passed / told.episodes - untold.passed / untold.episodes;
  const to =
    Math.round(100 * Math.min(BOUNDS.max, Math.max(BOUNDS.min, from * (1 + STRENGTH * difference)))) / 100;
  return to === from ? undefined : { phase, type, from, to, told, untold, probability };
}

const countOf = (cases: readonly PhaseCase[]): PassCounts => ({
  episodes: cases.length,
  passed: cases.filter(({ passed }) => passed).length,
});

const belief = ({ episodes, passed }: PassCounts) => ({ yes: passed + 1, no: episodes - passed + 1 });
