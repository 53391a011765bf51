import type { SignalName } from '../../model/sighting.ts';
import { backtrack } from './behavior/backtrack.ts';
import { deadEnd } from './behavior/dead-end.ts';
import { errorRetry } from './behavior/error-retry.ts';
import { toolSequence } from './behavior/tool-sequence.ts';
import { workingCommand } from './behavior/working-command.ts';
import { commitDecision } from './commits/commit-decision.ts';
import { convention } from './commits/convention.ts';
import { revert } from './commits/revert.ts';
import { said } from '../statements/said.ts';
import type { Signal } from './signal.ts';
import { coAccess } from './signals/co-access.ts';
import { configTouch } from './signals/config-touch.ts';
import { globIgnore } from './signals/glob-ignore.ts';
import { parallelConflict } from './signals/parallel-conflict.ts';
import { readAbandon } from './signals/read-abandon.ts';
import { selfCorrection } from './signals/self-correction.ts';
import { timeAnomaly } from './signals/time-anomaly.ts';
import { tokenSpike } from './signals/token-spike.ts';
import { synthesis } from './synthesis.ts';
import { written } from './written.ts';

/** Every way of noticing something. Adding one is a file and a line here. */
// biome-ignore lint/suspicious/noExplicitAny: each knows its own state, nobody else looks into it
export const signals: readonly Signal<any>[] = [
  coAccess,
  selfCorrection,
  parallelConflict,
  readAbandon,
  configTouch,
  globIgnore,
  tokenSpike,
  timeAnomaly,
  errorRetry,
  toolSequence,
  backtrack,
  workingCommand,
  deadEnd,
  commitDecision,
  revert,
  convention,
  written,
  synthesis,
  said,
];

// biome-ignore lint/suspicious/noExplicitAny: as above
export const signalNamed = (name: SignalName): Signal<any> | undefined =>
  signals.find((signal) => signal.name === name);
