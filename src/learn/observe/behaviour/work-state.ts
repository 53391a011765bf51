import { shellSteps } from '../../../base/shell/steps.ts';
import { typedWords } from '../../../base/text/own-words.ts';
import type { ObservedStep, SessionSummary, Signal } from '../signal.ts';
import { addOnce, putInto } from '../signals/bounded.ts';
import { type Mark, markOf, seenAt } from '../signals/mark.ts';
import { kindOfCommand } from './command-kind.ts';
import { clipOneLine, evidenceFrom, listedInCode } from './wording.ts';

interface WorkState {
  /** What was asked for last, in the person's own words; null where it is not the person who speaks to this agent. */
  task: string | null;
  asked: Mark | null;
  /** Changed and not committed since. */
  changed: string[];
  last: { mark: Mark; kind: string; outcome: string | null } | null;
  /** Calls without an answer. */
  waiting: Map<string, true>;
  /** The run of tests that failed, while none has passed since. */
  failing: string | null;
}

/** Where unfinished work stands when a session ends before it is done. The newest session of a branch says it. */
export const workState: Signal<WorkState> = {
  name: 'work_state',
  worth: { diagnostic: 0.7, acrossSessions: 0.6, falseAlarms: 0.3 },
  minSessions: 1,
  begin: () => ({ task: null, asked: null, changed: [], last: null, waiting: new Map(), failing: null }),
  see(state, step) {
    if (step.agent !== null) return;
    if (step.kind === 'prompt') hear(state, step);
    if (step.kind === 'call' && step.call !== null) putInto(state.waiting, step.call, true, MAX_ENTRIES);
    if (step.kind === 'result') {
      if (step.call !== null) state.waiting.delete(step.call);
      follow(state, step);
    }
    if (isOfSubstance(step)) state.last = { mark: markOf(step), kind: step.kind, outcome: step.outcome };
  },
  finish(state, session) {
    const { task, asked, changed, last } = state;
    if (task === null || asked === null || last === null) return [];
    const why = changed.length === 0 ? null : whyUnfinished(state, session);
    // Questions and answers leave what was open before as it was.
    if (why === null && !state.changed.length && session.kind !== 'build') return [];
    return [
      seenAt([asked, last.mark], {
        matter: `branch ${last.mark.branch ?? ''}`.trim(),
        proof: why === null ? 'finished_session' : 'unfinished_session',
        strength: 0.7,
        quote: task,
        facts: { task, why, changed: changed.slice(0, MAX_SHOWN) },
      }),
    ];
  },
  propose(seen) {
    const newest = seen.at(-1)!;
    const { task, why, changed } = newest.facts as { task: string; why: string | null; changed: string[] };
    if (why === null) return null;
    const day = new Date(newest.at).toISOString().slice(0, 10);
    return {
      type: 'work_state',
      text: `Left unfinished on ${day}: “${clipOneLine(task.replace(/[.\s]+$/, ''), 140)}”. ${why}; not committed: ${listedInCode(changed)}.`,
      key: `work.${newest.branch ?? 'here'}`.slice(0, 200),
      files: changed,
      evidence: evidenceFrom([newest]),
    };
  },
};

const MAX_ENTRIES = 60;
const MAX_SHOWN = 5;

function hear(state: WorkState, step: ObservedStep): void {
  const said = typedWords(step.text).replace(/\s+/g, ' ').trim();
  // “Yes” and “commit” say nothing of what it is about.
  if (state.task !== null && said.split(' ').length < FEW_WORDS) return;
  state.task = said.slice(0, 200);
  state.asked = markOf(step);
}

const FEW_WORDS = 5;

function follow(state: WorkState, step: ObservedStep): void {
  if (step.outcome === 'ok')
    for (const { path, way, outside } of step.files)
      if (!outside && (way === 'edit' || way === 'write')) addOnce(state.changed, path, MAX_ENTRIES);
  if (step.tool !== 'run' || step.command === null) return;
  const steps = shellSteps(step.command);
  if (step.outcome === 'ok' && steps.some((each) => /\bgit (?:-C \S+ )?commit\b/.test(each))) {
    state.changed = [];
    state.failing = null;
  }
  const tests = steps.filter((each) => /^command\.(?:single_)?test/.test(kindOfCommand(each) ?? ''));
  if (tests.length === 0) return;
  if (step.outcome === 'failed' && steps.length === 1) state.failing = step.id;
  if (step.outcome === 'ok') state.failing = null;
}

/** Clients also note what changes nothing. */
const isOfSubstance = ({ kind, outcome, call }: ObservedStep): boolean =>
  kind === 'notice'
    ? call === null && (outcome === 'failed' || outcome === 'interrupted')
    : kind !== 'reasoning' && kind !== 'compaction';

function whyUnfinished({ last, failing, waiting }: WorkState, { failures }: SessionSummary): string | null {
  const { kind, outcome } = last!;
  if (outcome === 'interrupted') return 'The user interrupted it';
  if (kind === 'notice') return 'It broke off';
  if (outcome === 'rejected') return 'The user refused the last step';
  if (failing !== null) {
    const line = failures.find(({ event }) => event === failing)?.line;
    return line === undefined
      ? 'The last test run failed'
      : `The last test run failed with “${clipOneLine(line, 100)}”`;
  }
  if (kind === 'prompt') return 'The last prompt was not answered';
  return kind === 'call' || kind === 'result' || waiting.size > 0 ? 'It broke off mid-step' : null;
}
