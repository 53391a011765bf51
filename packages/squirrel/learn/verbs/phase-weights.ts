import { PHASES, type Phase } from '@sqrl/base/model/episode.ts';
import type { MemoryType } from '@sqrl/base/model/memory.ts';
import { PHASE_WEIGHTS, type PhaseWeights } from '@sqrl/base/model/weights.ts';
import { shellSteps } from '@sqrl/base/shell/steps.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { probabilityLess } from '@sqrl/base/statistics/beta.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { projectState, setProjectState } from '../../store/marks.ts';
import { shortOnes } from '../../store/memory/portrait.ts';
import { runsInEpisodes } from '../../store/stats/session-measures.ts';
import { storesOf } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isTestRun } from '../observe/behavior/command-kind.ts';

export function phaseWeightsIn(store: Store): PhaseWeights {
  const own = appliedIn(store);
  const weights = PHASES.map((phase) => [phase, { ...PHASE_WEIGHTS[phase], ...own[phase] }]);
  return Object.fromEntries(weights) as PhaseWeights;
}

const appliedIn = (store: Store): Record<string, Record<string, number>> =>
  JSON.parse(projectState(store, 'phase weights') ?? '{}');

/** What weights test runs speak for; a person applies or refuses them, or goes back to the usual ones. */
export function phaseWeights(engine: Engine, { act }: Parsed<'phaseWeights'>) {
  const { store } = engine.own;
  const cases = casesIn(engine);
  const sessions = sessionsIn(cases);
  if (act === 'reset') setProjectState(store, 'phase weights', '{}');
  const decidedAt = Number(projectState(store, 'phase weights decided') ?? -MIN_WEIGHT_SESSIONS);
  // The same evidence must not move a weight twice: the next proposal waits for as many sessions again.
  const decided = sessions < decidedAt + MIN_WEIGHT_SESSIONS;
  const proposals = decided ? [] : proposeWeights(cases, phaseWeightsIn(store));
  if ((act === 'apply' || act === 'refuse') && proposals.length > 0)
    setProjectState(store, 'phase weights decided', String(sessions));
  if (act === 'apply' && proposals.length > 0) {
    const own = appliedIn(store);
    for (const { phase, type, to } of proposals) own[phase] = { ...own[phase], [type]: to };
    setProjectState(store, 'phase weights', JSON.stringify(own));
  }
  return { sessions, needed: MIN_WEIGHT_SESSIONS, decided, proposals, applied: appliedIn(store) };
}

/** An episode in which tests were run: what its agent had been told, and whether the first run passed. */
export interface PhaseCase {
  session: number;
  phase: Phase;
  types: readonly MemoryType[];
  passed: boolean;
}

function casesIn(engine: Engine): PhaseCase[] {
  const runs = runsInEpisodes(engine.own.store);
  const ids = [...new Set(runs.flatMap(({ told }) => told))];
  const known = new Map(storesOf(engine).flatMap((store) => [...shortOnes(store, ids)]));
  const first = new Map<number, PhaseCase>();
  for (const { episode, session, phase, command, outcome, told } of runs) {
    if (first.has(episode) || !shellSteps(command).some(isTestRun)) continue;
    const types = [...new Set(told.flatMap((id) => (known.get(id)?.type as MemoryType) ?? []))];
    first.set(episode, { session, phase, passed: outcome === 'ok', types });
  }
  return [...first.values()];
}

const MIN_WEIGHT_SESSIONS = 30;
/** Episodes that each side needs, and how sure a difference must be. */
const MIN_EPISODES = 8;
const SURE = 0.95;
/** A difference of all or nothing moves a weight by this factor; within these bounds. */
const STRENGTH = 0.5;
const BOUNDS = { min: 0.5, max: 2 };

export function proposeWeights(cases: readonly PhaseCase[], current: PhaseWeights) {
  if (sessionsIn(cases) < MIN_WEIGHT_SESSIONS) return [];
  return PHASES.flatMap((phase) => {
    const some = cases.filter((each) => each.phase === phase);
    const types = [...new Set(some.flatMap((each) => each.types))].sort();
    return types.flatMap((type) => proposalFor(phase, type, some, current) ?? []);
  });
}

const sessionsIn = (cases: readonly PhaseCase[]): number => new Set(cases.map(({ session }) => session)).size;

/** Another weight for a type of memory in a phase; `probability`: that first runs pass more often, or more rarely where it goes down. */
function proposalFor(phase: Phase, type: MemoryType, cases: readonly PhaseCase[], current: PhaseWeights) {
  const told = countOf(cases.filter(({ types }) => types.includes(type)));
  const untold = countOf(cases.filter(({ types }) => !types.includes(type)));
  if (Math.min(told.episodes, untold.episodes) < MIN_EPISODES) return undefined;
  const better = probabilityLess(belief(untold), belief(told));
  const probability = Math.max(better, 1 - better);
  if (probability < SURE) return undefined;
  const from = current[phase][type] ?? PHASE_WEIGHTS[phase][type] ?? 1;
  const difference = told.passed / told.episodes - untold.passed / untold.episodes;
  const bounded = Math.min(BOUNDS.max, Math.max(BOUNDS.min, from * (1 + STRENGTH * difference)));
  const to = Math.round(100 * bounded) / 100;
  return to === from ? undefined : { phase, type, from, to, told, untold, probability };
}

const countOf = (cases: readonly PhaseCase[]) => ({
  episodes: cases.length,
  passed: cases.filter(({ passed }) => passed).length,
});

const belief = ({ episodes, passed }: ReturnType<typeof countOf>) => ({
  ...{ yes: passed + 1, no: episodes - passed + 1 },
});
