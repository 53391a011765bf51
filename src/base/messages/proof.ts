import type { MessageText } from './text.ts';

/** What memory did: counted, compared and estimated. */
export const PROOF_MESSAGES = {
  'replay.session': 'Replaying sessions',
  'replay.rule.failure':
    'Least: the failed call and its output. Most: everything until the failure was resolved, at most 30 steps.',
  'replay.rule.file':
    'Least: the output of the first search that named the file. Most: every search from there until the file was opened.',
  'replay.rule.instruction':
    'Least: the sentence and the time to type it. Most: also the agent’s turn that it corrected.',
  'proof.few': {
    one: 'Not enough data: 1 more control session is needed.',
    other: 'Not enough data: {n} more control sessions are needed.',
  },
  'proof.same': 'No difference shown.',
  'proof.sameMissing':
    'No difference shown; {n} more control sessions would show one of {percent} % four times out of five.',
  'proof.less': 'Fewer with memory.',
  'proof.more': 'More with memory.',
  'proof.off':
    'The control group is off, so sessions with and without memory cannot be compared. Turn it on: `sqrl config set delivery.holdout true`.',
  'why.lift':
    'sessions went badly in {told} of {toldAll} cases with it and in {withheld} of {withheldAll} without it',
} as const satisfies Record<string, MessageText>;
