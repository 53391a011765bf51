import { shellSteps } from '../../base/shell/steps.ts';
import type { MemoryType } from '../../model/memory.ts';
import { PHASE_WEIGHTS, type PhaseWeights } from '../../model/weights.ts';
import { shortOnes } from '../../store/memory/portrait.ts';
import { projectState, setProjectState } from '../../store/project-state.ts';
import { runsInEpisodes } from '../../store/stats/phase-cases.ts';
import type { Store } from '../../store/store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import {
  MIN_WEIGHT_SESSIONS,
  type PhaseCase,
  proposeWeights,
  sessionsIn,
} from '../lifecycle/phase-weights.ts';
import { isTestRun } from '../observe/behavior/command-kind.ts';

/** The weights of this project: the usual ones, and those that a person applied. */
export function phaseWeightsIn(store: Store): PhaseWeights {
  const applied = projectState(store, 'phase weights');
  if (applied === undefined) return PHASE_WEIGHTS;
  const own = JSON.parse(applied) as Partial<PhaseWeights>;
  return Object.fromEntries(
    Object.entries(PHASE_WEIGHTS).map(([phase, weights]) => [
      phase,
      { ...weights, ...own[phase as keyof PhaseWeights] },
    ]),
  ) as PhaseWeights;
}

/** What weights test runs speak for; a person applies or refuses them, or goes back to the usual ones. */
export function phaseWeights(engine: Engine, { act }: { act?: 'apply' | 'refuse' | 'reset' | undefined }) {
  const { store } = engine.own;
  const cases = casesIn(engine);
  const sessions = sessionsIn(cases);
  if (act === 'reset') setProjectState(store, 'phase weights', '{}');
  const decidedAt = Number(projectState(store, 'phase weights decided') ?? -MIN_WEIGHT_SESSIONS);
  // The same evidence must not move a weight twice: the next proposal waits for as many sessions again.
  const isDecided = sessions < decidedAt + MIN_WEIGHT_SESSIONS;
  const proposals = isDecided ? [] : proposeWeights(cases, phaseWeightsIn(store));
  if ((act === 'apply' || act === 'refuse') && proposals.length > 0)
    setProjectState(store, 'phase weights decided', String(sessions));
  if (act === 'apply' && proposals.length > 0) {
    const own = JSON.parse(projectState(store, 'phase weights') ?? '{}') as Partial<PhaseWeights>;
    for (const { phase, type, to } of proposals) own[phase] = { ...own[phase], [type]: to };
    setProjectState(store, 'phase weights', JSON.stringify(own));
  }
  const applied = JSON.parse(projectState(store, 'phase weights') ?? '{}') as Record<
    string,
    Record<string, number>
  >;
  return { sessions, needed: MIN_WEIGHT_SESSIONS, decided: isDecided, proposals, applied };
}

function casesIn(engine: Engine): PhaseCase[] {
  const runs = runsInEpisodes(engine.own.store);
  const ids = [...new Set(runs.flatMap(({ told }) => told))];
  const types = new Map(
    engine.indexedStores.flatMap(({ store }) =>
      [...shortOnes(store, ids)].map(([id, { type }]) => [id, type as MemoryType] as const),
    ),
  );
  const first = new Map<number, PhaseCase>();
  for (const { episode, session, phase, command, outcome, told } of runs)
    if (!first.has(episode) && shellSteps(command).some(isTestRun))
      first.set(episode, {
        ...{ session, phase, passed: outcome === 'ok' },
        types: [...new Set(told.flatMap((id) => types.get(id) ?? []))],
      });
  return [...first.values()];
}
