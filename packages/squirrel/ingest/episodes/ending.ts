import type { Episode } from '@sqrl/base/model/episode.ts';
import { type EpisodeFacts, endsWithQuestion } from './facts.ts';

/** How an episode ended, were it over now: its status, and a sentence. */
export function endingOf(facts: EpisodeFacts): {
  status: Exclude<Episode['status'], 'active'>;
  outcome: string;
} {
  const { last, reply, isReplyForeign, isAccepted, waiting, failure } = facts.ending;
  const { tests } = facts.stats;
  if (endsWithPlan(facts)) return { status: 'completed', outcome: 'Ended with a plan.' };
  if (last?.kind === 'notice') {
    return last.outcome === 'interrupted'
      ? { status: 'paused', outcome: 'Interrupted by the user.' }
      : { status: 'failed', outcome: `Stopped by an error: ${clipLine(last.text)}` };
  }
  if (last?.kind === 'check' && last.outcome === null)
    return { status: 'completed', outcome: 'Result unknown.' };
  if (last?.outcome === 'rejected') return { status: 'paused', outcome: 'The user rejected the last step.' };
  if (last?.outcome === 'interrupted') return { status: 'paused', outcome: 'Interrupted by the user.' };
  if (tests === 'failed' && (!facts.committed || facts.testedSince))
    return { status: 'failed', outcome: 'Tests failed at the end.' };
  if (facts.committed) {
    return { status: 'completed', outcome: committed(facts.subject, tests === 'passed') };
  }
  if (last?.kind === 'prompt')
    return isAccepted
      ? { status: 'completed', outcome: 'Accepted by the user.' }
      : { status: 'paused', outcome: 'The last prompt was not answered.' };
  if (waiting || last?.kind === 'result' || last?.kind === 'call') {
    if (last?.kind === 'result' && last.outcome === 'failed')
      return { status: 'failed', outcome: failed('step', failure) };
    return { status: 'paused', outcome: 'Stopped in the middle of a step.' };
  }
  if (tests === 'passed') return { status: 'completed', outcome: 'Tests passed.' };
  if (failure?.startsWith('run ') && facts.filesChanged.length === 0 && facts.stats.errors > 1)
    return { status: 'failed', outcome: failed('end', failure) };
  if (facts.filesChanged.length > 0) return { status: 'completed', outcome: 'Done, no tests run.' };
  if (reply !== undefined && endsWithQuestion(reply))
    return {
      status: 'paused',
      outcome: isReplyForeign
        ? 'Waiting for an answer.'
        : `Waiting for an answer: “${clipLine(lastQuestion(reply))}”`,
    };
  if (isAccepted) return { status: 'completed', outcome: 'Accepted by the user.' };
  return { status: 'completed', outcome: reply === undefined ? 'Ended without a reply.' : 'Answered.' };
}

/** Whether all that was wanted was a plan. Clients end the turn when it is accepted, to carry it out in a fresh session. */
export const endsWithPlan = ({ ending: { last, result }, filesChanged }: EpisodeFacts): boolean =>
  filesChanged.length === 0 && result?.tool === 'plan' && (last === result || last?.kind === 'notice');

/** Whether an outcome that was told here ends with a commit. */
export const isCommitted = (outcome: string): boolean => outcome.startsWith('Committed');

const committed = (subject: string | undefined, isTested: boolean): string =>
  subject === undefined
    ? isTested
      ? 'Committed; tests passed.'
      : 'Committed.'
    : isTested
      ? `Committed “${clipLine(subject)}”; tests passed.`
      : `Committed “${clipLine(subject)}”.`;

const failed = (at: 'step' | 'end', failure: string | undefined): string => {
  const what = failure === undefined ? undefined : clipLine(failure.replace(/^(?:run|change) /, ''));
  if (at === 'step') return what === undefined ? 'Stopped after a failure.' : `Stopped after ${what} failed.`;
  return what === undefined ? 'Ended with a failure.' : `Ended after ${what} failed.`;
};

const lastQuestion = (reply: string): string =>
  reply
    .trim()
    .split(/\n|(?<=[.!?:])\s+/)
    .at(-1) ?? '';

/** Shortens a text to a line that fits in a sentence. */
export function clipLine(text: string, length = 90): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/\s+\S{0,15}$/, '')}…`;
}
