import type { SignalName } from '@sqrl/base/model/sighting.ts';
import { said } from '../statements/said.ts';
import { errorRetry } from './behavior/error-retry.ts';
import { workingCommand } from './behavior/working-command.ts';
import { commitDecision, convention, revert } from './commits.ts';
import { synthesis, written } from './model-answers.ts';
import type { Signal } from './signal.ts';
import { signalOf } from './signals/row.ts';
import { ROWS } from './signals/rows.ts';
import { selfCorrection } from './signals/self-correction.ts';

/** Every way of noticing something. Adding one is a row of `ROWS`, or a file and a line here. */
// biome-ignore lint/suspicious/noExplicitAny: each knows its own state, nobody else looks into it
export const signals: readonly Signal<any>[] = [
  ...ROWS.map(signalOf),
  selfCorrection,
  errorRetry,
  workingCommand,
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
