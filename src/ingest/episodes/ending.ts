import type { Episode } from '../../model/episode.ts';
import type { Facts } from './facts.ts';

/** How an episode ended, were it over now: its status, and a sentence. */
export function endingOf(facts: Facts): { status: Exclude<Episode['status'], 'active'>; outcome: string } {
  const { last, reply, waiting, failure } = facts.ending;
  const { tests } = facts.stats;
  if (endsWithPlan(facts)) return { status: 'completed', outcome: 'Ended with a plan.' };
  if (last?.kind === 'notice') {
    return last.outcome === 'interrupted'
      ? { status: 'paused', outcome: 'Interrupted by the person.' }
      : { status: 'failed', outcome: `Broke off: ${clip(last.text)}` };
  }
  if (last?.kind === 'check' && last.outcome === null)
    return { status: 'completed', outcome: 'Says nothing of how it ended.' };
  if (last?.outcome === 'rejected') return { status: 'paused', outcome: 'The person refused the last step.' };
  if (last?.outcome === 'interrupted') return { status: 'paused', outcome: 'Interrupted by the person.' };
  if (tests === 'failed' && (!facts.committed || facts.testedSince))
    return { status: 'failed', outcome: 'Tests failed at the end.' };
  if (facts.committed) {
    const what = facts.subject === undefined ? 'Committed' : `Committed “${clip(facts.subject)}”`;
    return { status: 'completed', outcome: tests === 'passed' ? `${what}; tests passed.` : `${what}.` };
  }
  if (last?.kind === 'prompt') return { status: 'paused', outcome: 'The last words were not answered.' };
  if (waiting || last?.kind === 'result' || last?.kind === 'call') {
    if (last?.kind === 'result' && last.outcome === 'failed')
      return { status: 'failed', outcome: `Broke off after a failure${nameOf(failure)}.` };
    return { status: 'paused', outcome: 'Broke off in the middle of a step.' };
  }
  if (tests === 'passed') return { status: 'completed', outcome: 'Tests passed.' };
  if (failure?.startsWith('run ') && facts.filesChanged.length === 0 && facts.stats.errors > 1)
    return { status: 'failed', outcome: `Ended with a failure${nameOf(failure)}.` };
  if (facts.filesChanged.length > 0) return { status: 'completed', outcome: 'Done, no tests run.' };
  if (reply !== undefined && /\?["'”)*_\s]*$/.test(reply))
    return { status: 'paused', outcome: `Waits for an answer: “${clip(lastQuestion(reply))}”` };
  return { status: 'completed', outcome: reply === undefined ? 'Ended without a reply.' : 'Answered.' };
}

/** Whether all that was wanted was a plan. Clients end the turn when it is accepted, to carry it out in a fresh session. */
export const endsWithPlan = ({ ending: { last, result }, filesChanged }: Facts): boolean =>
  filesChanged.length === 0 && result?.tool === 'plan' && (last === result || last?.kind === 'notice');

const nameOf = (failure: string | undefined): string =>
  failure === undefined ? '' : ` of ${clip(failure.replace(/^(?:run|change) /, ''))}`;

const lastQuestion = (reply: string): string =>
  reply
    .trim()
    .split(/\n|(?<=[.!?:])\s+/)
    .at(-1) ?? '';

/** Shortens a text to a line that fits in a sentence. */
export function clip(text: string, length = 90): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) return line;
  const cut = line.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/\s+\S{0,15}$/, '')}…`;
}
