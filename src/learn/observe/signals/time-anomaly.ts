import { coreOf } from '../../../base/shell/command.ts';
import { keptIn, putInto } from '../bounded.ts';
import { type Mark, markOf, seenAt } from '../mark.ts';
import type { ObservedStep, Signal } from '../signal.ts';
import { median, sessionsIn } from './shares.ts';

interface Runs {
  mark: Mark;
  runs: number;
  /** The shortest, since a person may have been asked before the others began. */
  least: number;
  /** The client itself has measured it. */
  measured: boolean;
  timedOut: boolean;
}

interface TimeAnomalyState {
  calls: Map<string, number>;
  commands: Map<string, Runs>;
}

/** Commands that take so long that they were cut off, or are slow whenever they run. */
export const timeAnomaly: Signal<TimeAnomalyState> = {
  name: 'time_anomaly',
  worth: { diagnostic: 0.4, acrossSessions: 0.5, falseAlarms: 0.35 },
  minSessions: 3,
  begin: () => ({ calls: new Map(), commands: new Map() }),
  see(state, step) {
    if (step.tool !== 'run' || step.command === null) return;
    if (step.kind === 'call') {
      if (step.call !== null) putInto(state.calls, step.call, step.at, 20);
      return;
    }
    if (step.kind !== 'result' || step.outcome === 'rejected' || step.outcome === 'interrupted') return;
    const began = step.call === null ? undefined : state.calls.get(step.call);
    const took = step.durationMs ?? (began === undefined ? undefined : step.at - began);
    const core = coreOf(step.command);
    if (took === undefined || core === '' || core.length > MAX_COMMAND_CHARS) return;
    const own = state.commands.get(core);
    if (!own && took < SLOW && !isTimeOut(step)) return;
    const runs = keptIn(state.commands, core, begin(step), 100);
    if (step.durationMs !== null && !runs.measured) runs.least = took;
    runs.measured ||= step.durationMs !== null;
    runs.least = Math.min(runs.least, took);
    runs.timedOut ||= isTimeOut(step);
    runs.runs++;
    runs.mark = markOf(step);
  },
  finish: ({ commands }) =>
    [...commands]
      .filter(
        ([, { timedOut, least, measured, runs }]) => timedOut || (least >= SLOW && (measured || runs >= 2)),
      )
      .map(([matter, { mark, least, timedOut }]) =>
        seenAt([mark], {
          matter,
          proof: timedOut ? 'timed_out' : 'time_anomaly',
          strength: timedOut ? 0.7 : 0.4,
          facts: { ms: least, timedOut },
        }),
      ),
  propose(seen) {
    const command = seen[0]!.matter;
    const timedOut = sessionsIn(seen.filter(({ facts }) => facts.timedOut === true));
    const slow = seen.filter(({ facts }) => Number(facts.ms) >= SLOW);
    if (timedOut === 0 && slow.length < seen.length) return null;
    const took = median(slow.map(({ facts }) => Number(facts.ms)));
    const how =
      timedOut > 0
        ? `\`${command}\` timed out in ${timedOut} of ${sessionsIn(seen)} sessions`
        : `\`${command}\` takes about ${inWords(took)} (${sessionsIn(seen)} sessions)`;
    return {
      type: 'gotcha',
      text: `${how}: give it a longer timeout, or run it in the background.`,
      trigger: { tool: 'run', command, match: 'same', file: null, given: null, expects: null },
    };
  },
};

const begin = (step: ObservedStep) => (): Runs => ({
  mark: markOf(step),
  runs: 0,
  least: Number.MAX_SAFE_INTEGER,
  measured: false,
  timedOut: false,
});

const SLOW = 90_000;
const MAX_COMMAND_CHARS = 100;

const isTimeOut = ({ outcome, exitCode, text }: ObservedStep): boolean =>
  outcome === 'failed' &&
  (exitCode === 124 ||
    /\b(?:command|process|operation) timed? ?out\b|\btimed out after\b/i.test(text.slice(0, 500)));

const inWords = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1000)} seconds` : `${Math.round(ms / 60_000)} minutes`;
