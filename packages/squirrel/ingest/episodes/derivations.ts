import type { Store } from '@sqrl/base/sqlite/store.ts';
import type { KeptEpisode } from '../../store/episodes/episodes.ts';
import type { StepRow } from '../../store/events/steps.ts';
import { keepPairs } from './coaccess.ts';
import { keepFailures } from './keep-failures.ts';

/** What became of a session's episodes. One that changed is among those gone as it was, and among those made as it is. */
export interface SettleResult {
  session: number;
  /** Events before this time are where they were. */
  since: number;
  /** What the episodes were cut from: all steps since that time. */
  steps: readonly StepRow[];
  gone: KeptEpisode[];
  made: KeptEpisode[];
}

/** What else follows from episodes, done in the same transaction. Adding something is a new line here. */
export const derivations: readonly ((store: Store, settled: SettleResult) => void)[] = [
  keepPairs,
  keepFailures,
];
