import { shellSteps } from '../../../base/shell/steps.ts';
import type { Signal } from '../signal.ts';
import { type Mark, markOf, seenAt } from '../signals/mark.ts';
import { median, sessionsIn } from '../signals/shares.ts';
import { kindOfCommand } from './command-kind.ts';
import { evidenceFrom } from './wording.ts';

interface TestOrderState {
  changes: number;
  /** Of the first runs of tests after changes. */
  first: { mark: Mark; failed: boolean; narrow: boolean } | null;
  last: Mark | null;
  /** Runs until they passed for the first time. */
  runs: number;
  passed: boolean;
  /** Single tests and the whole were both run. */
  narrow: boolean;
  whole: boolean;
}

/** In which order tests are run, and how many runs it takes until they pass. */
export const testOrder: Signal<TestOrderState> = {
  name: 'test_order',
  worth: { diagnostic: 0.7, acrossSessions: 0.8, falseAlarms: 0.25 },
  minSessions: 3,
  begin: () => ({ changes: 0, first: null, last: null, runs: 0, passed: false, narrow: false, whole: false }),
  see(state, step) {
    if (step.kind !== 'result') return;
    if ((step.tool === 'edit' || step.tool === 'write') && step.outcome === 'ok') state.changes++;
    if (step.tool !== 'run' || step.command === null || state.changes === 0) return;
    // Behind a pipe nobody knows how it ended.
    const steps = shellSteps(step.command);
    const kind = steps.length === 1 ? kindOfCommand(steps[0]!) : undefined;
    if (kind !== 'command.test' && kind !== 'command.single_test') return;
    if (step.outcome !== 'ok' && step.outcome !== 'failed') return;
    const narrow = kind === 'command.single_test';
    const mark = markOf(step);
    state.first ??= { mark, failed: step.outcome === 'failed', narrow };
    state.last = mark;
    state.narrow ||= narrow;
    state.whole ||= !narrow;
    if (!state.passed) state.runs++;
    state.passed ||= step.outcome === 'ok';
  },
  finish({ first, last, runs, passed, narrow, whole }) {
    if (first === null || last === null) return [];
    const order = { narrow: first.narrow };
    return [
      ...(passed
        ? [
            seenAt([first.mark, last], {
              matter: 'runs',
              proof: 'test_runs',
              strength: 0.6,
              facts: { failed: first.failed, runs },
            }),
          ]
        : []),
      ...(narrow && whole
        ? [seenAt([first.mark, last], { matter: 'order', proof: 'test_order', strength: 0.7, facts: order })]
        : []),
    ];
  },
  propose(seen) {
    const recent = seen.slice(-MAX_RECENT_SESSIONS);
    const sessions = sessionsIn(recent);
    if (recent[0]!.matter === 'order') {
      const first = recent.filter(({ facts }) => facts.narrow === true);
      if (first.length < recent.length * MIN_MAJORITY_RATIO) return null;
      return {
        type: 'task_calibration',
        text: `Work here is tested narrowly first, with the test at hand, and as a whole afterwards (in ${sessionsIn(first)} of ${sessions} sessions that did both).`,
        tags: ['tests'],
        evidence: evidenceFrom(first),
      };
    }
    const failed = recent.filter(({ facts }) => facts.failed === true);
    if (sessions < MIN_SESSIONS || failed.length < recent.length * MIN_FREQUENT_RATIO) return null;
    const runs = median(failed.map(({ facts }) => facts.runs as number));
    return {
      type: 'task_calibration',
      text: `Changes here seldom pass the tests at once: in ${sessionsIn(failed)} of ${sessions} sessions the first run failed, and it took about ${runs} runs until they passed.`,
      tags: ['tests'],
      evidence: evidenceFrom(failed),
    };
  },
};

const MAX_RECENT_SESSIONS = 30;
const MIN_MAJORITY_RATIO = 0.7;
const MIN_FREQUENT_RATIO = 0.5;
/** Fewer sessions say nothing of how often. */
const MIN_SESSIONS = 5;
