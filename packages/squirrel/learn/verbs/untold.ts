import type { FullMemory, Memory } from '@sqrl/base/model/memory.ts';
import { whyNotTold } from '@sqrl/base/model/why-not-told.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { DISPUTED, SUGGESTED, stepsOfMemory, WORDED_APART } from '../../store/memory/steps.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { trustLevel } from './trust.ts';

/** Why agents are not told a memory of a store unasked; null where they are. */
export function untold(engine: Engine, store: Store, full: FullMemory): string | null {
  return whyNotTold(full, {
    now: engine.now(),
    level: trustLevel(engine),
    times: full.evidence.length,
    conflicts: conflictsOf(full),
    sent: sentBecause(store, full),
    anchors: full.anchors ?? [],
  });
}

export const conflictsOf = ({ relations }: Pick<FullMemory, 'relations'>): string[] =>
  relations.filter(({ kind }) => kind === 'conflicts').map(({ to }) => to);

/** Why the person is asked about a memory, as it was noted when it was sent to review. */
export const sentBecause = (store: Store, { id }: Pick<Memory, 'id'>): string | undefined =>
  stepsOfMemory(store, id).findLast(({ did }) => ASKS.has(did))?.why;

const ASKS: ReadonlySet<string> = new Set(['sent to review', SUGGESTED, WORDED_APART, DISPUTED]);
