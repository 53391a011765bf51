import type { CalibrationRecord } from '@sqrl/base/model/record.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { stepAverages } from '../../store/drafts/scratchpads.ts';
import { replaceMemory } from '../../store/memory/memories.ts';
import { memoriesUnder } from '../../store/memory/places.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { rememberAll } from '../verbs/remember.ts';

/** Fewer pieces of work may have gone long or short by chance. */
const MIN_SAMPLES = 3;

/** How many steps finished work took for each step planned, by part of the code. */
export const calibration = (
  { own: { store } }: Pick<Engine, 'own'>,
  { methodology }: Parsed<'calibration'>,
): { calibrations: CalibrationRecord[] } => ({
  calibrations: stepAverages(store, methodology)
    .filter(({ samples }) => samples >= MIN_SAMPLES)
    .map(({ module, methodology, plannedSteps, actualSteps, samples }) => ({
      kind: 'calibration',
      ratio: actualSteps / plannedSteps,
      ...{ module, methodology, plannedSteps, actualSteps, samples },
    })),
});

export async function calibrate(
  engine: Engine,
  { module, methodology }: { module: string | null; methodology: string },
): Promise<void> {
  const record = calibration(engine, { methodology }).calibrations.find((each) => each.module === module);
  if (!record) return;
  const key = `calibration.${methodology}.${record.module}`;
  const text = `Work on ${record.module} takes ${record.ratio.toFixed(1)} times the planned steps (${methodology}).`;
  const { store } = engine.own;
  const old = memoriesUnder(store, key).find(({ memory }) => memory.key === key);
  if (old?.memory.text === text) {
    const next = { ...old.memory, record, updatedAt: engine.now() };
    store.transaction(() => replaceMemory(store, old.row, next, hashOf(text)));
    return;
  }
  const replaced = old && { ...old, indexedStore: engine.own };
  await rememberAll(
    engine,
    [
      {
        text,
        key,
        record,
        type: 'task_calibration',
        module: record.module,
        source: 'observer_inferred',
        confidence: Math.min(0.9, 0.6 + 0.05 * record.samples),
        evidence: [{ proof: 'steps_counted', episode: null, events: [], quote: null, at: engine.now() }],
      },
    ],
    'agent',
    { replaced, turn: { session: null, isForeign: () => false, full: undefined } },
  );
}
