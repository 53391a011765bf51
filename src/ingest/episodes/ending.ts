import { type Message, message } from '../../base/messages.ts';
import type { Episode } from '../../model/episode.ts';
import { type EpisodeFacts, endsWithQuestion } from './facts.ts';

/** How an episode ended, were it over now: its status, and a sentence. */
export function endingOf(facts: EpisodeFacts): {
  status: Exclude<Episode['status'], 'active'>;
  outcome: Message;
} {
  const { last, reply, isReplyForeign, isAccepted, waiting, failure } = facts.ending;
  const { tests } = facts.stats;
  if (endsWithPlan(facts)) return { status: 'completed', outcome: message('ended.plan') };
  if (last?.kind === 'notice') {
    return last.outcome === 'interrupted'
      ? { status: 'paused', outcome: message('ended.interrupted') }
      : { status: 'failed', outcome: message('ended.brokeOff', { what: clipLine(last.text) }) };
  }
  if (last?.kind === 'check' && last.outcome === null)
    return { status: 'completed', outcome: message('ended.unknown') };
  if (last?.outcome === 'rejected') return { status: 'paused', outcome: message('ended.refused') };
  if (last?.outcome === 'interrupted') return { status: 'paused', outcome: message('ended.interrupted') };
  if (tests === 'failed' && (!facts.committed || facts.testedSince))
    return { status: 'failed', outcome: message('ended.testsFailed') };
  if (facts.committed) {
    return { status: 'completed', outcome: committed(facts.subject, tests === 'passed') };
  }
  if (last?.kind === 'prompt')
    return isAccepted
      ? { status: 'completed', outcome: message('ended.accepted') }
      : { status: 'paused', outcome: message('ended.unanswered') };
  if (waiting || last?.kind === 'result' || last?.kind === 'call') {
    if (last?.kind === 'result' && last.outcome === 'failed')
      return { status: 'failed', outcome: failed('ended.failedStep', failure) };
    return { status: 'paused', outcome: message('ended.midStep') };
  }
  if (tests === 'passed') return { status: 'completed', outcome: message('ended.testsPassed') };
  if (failure?.startsWith('run ') && facts.filesChanged.length === 0 && facts.stats.errors > 1)
    return { status: 'failed', outcome: failed('ended.failure', failure) };
  if (facts.filesChanged.length > 0) return { status: 'completed', outcome: message('ended.untested') };
  if (reply !== undefined && endsWithQuestion(reply))
    return {
      status: 'paused',
      outcome: isReplyForeign
        ? message('ended.asked')
        : message('ended.question', { question: clipLine(lastQuestion(reply)) }),
    };
  if (isAccepted) return { status: 'completed', outcome: message('ended.accepted') };
  return { status: 'completed', outcome: message(reply === undefined ? 'ended.noReply' : 'ended.answered') };
}

/** Whether all that was wanted was a plan. Clients end the turn when it is accepted, to carry it out in a fresh session. */
export const endsWithPlan = ({ ending: { last, result }, filesChanged }: EpisodeFacts): boolean =>
  filesChanged.length === 0 && result?.tool === 'plan' && (last === result || last?.kind === 'notice');

const committed = (subject: string | undefined, isTested: boolean): Message =>
  subject === undefined
    ? message(isTested ? 'ended.committedTested' : 'ended.committed')
    : message(isTested ? 'ended.committedSubjectTested' : 'ended.committedSubject', {
        subject: clipLine(subject),
      });

const failed = (code: 'ended.failedStep' | 'ended.failure', failure: string | undefined): Message =>
  failure === undefined
    ? message(code)
    : message(`${code}Of`, { what: clipLine(failure.replace(/^(?:run|change) /, '')) });

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
