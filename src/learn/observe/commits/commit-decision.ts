import type { KeptSighting } from '../../../model/sighting.ts';
import type { ObservedStep, SightingDetails, Signal } from '../signal.ts';
import { messageSentences, readCommitMessage } from './message.ts';
import { revertedBy } from './revert.ts';

interface CommitDecisionState {
  seen: SightingDetails[];
  reverted: string[];
}

/** Decisions that commit messages tell with their reasons; one that was taken back is none. */
export const commitDecision: Signal<CommitDecisionState> = {
  name: 'commit_decision',
  worth: { diagnostic: 0.8, acrossSessions: 0.9, falseAlarms: 0.3 },
  minSessions: 1,
  begin: () => ({ seen: [], reverted: [] }),
  see(state, step) {
    if (step.kind !== 'commit') return;
    const reverted = revertedBy(step.text);
    if (reverted !== undefined) state.reverted.push(reverted);
    const seen = decisionIn(step);
    if (seen) state.seen.push(seen);
    if (state.seen.length > MAX_COMMITS) state.seen.shift();
    if (state.reverted.length > MAX_COMMITS) state.reverted.shift();
  },
  finish: ({ seen, reverted }) =>
    seen.filter(({ matter }) => !reverted.some((hash) => matter.startsWith(hash) || hash.startsWith(matter))),
  propose(seen) {
    const { subject, reason, commit } = (seen.at(-1) as KeptSighting).facts as unknown as CommitDecisionFacts;
    return {
      type: 'decision',
      text: `${sentence(subject)} Reason (commit ${commit}): ${sentence(reason)}`,
      because: reason,
      files: (seen.at(-1)!.facts.files as string[]).slice(0, 8),
      tags: ['git'],
    };
  },
};

interface CommitDecisionFacts {
  subject: string;
  reason: string;
  commit: string;
  files: string[];
}

/** Of a long history the newest matter. */
const MAX_COMMITS = 200;

function decisionIn(step: ObservedStep): SightingDetails | undefined {
  const { plainSubject, type, body } = readCommitMessage(step.text);
  if (type !== null && PLAIN_WORK.has(type)) return undefined;
  if (!DECIDES.test(plainSubject)) return undefined;
  const reason = messageSentences(body).find(
    (each) => REASON.test(each) && each.length >= 30 && each.length <= 300,
  );
  if (reason === undefined || step.command === null) return undefined;
  const commit = step.command.slice(0, 8);
  const facts: CommitDecisionFacts = {
    subject: plainSubject,
    reason,
    commit,
    files: step.files.map(({ path }) => path).slice(0, 8),
  };
  return {
    matter: step.command.slice(0, 12),
    at: step.at,
    episode: step.episode,
    events: [step.id],
    quote: reason,
    proof: 'commit_message',
    // Anybody may have written it: a clone brings its history along.
    tainted: true,
    strength: /\bbecause\b|\binstead of\b|\brather than\b/i.test(reason) ? 0.85 : 0.7,
    branch: step.branch,
    facts: { ...facts },
  };
}

const PLAIN_WORK: ReadonlySet<string> = new Set([
  'docs',
  'doc',
  'style',
  'test',
  'tests',
  'chore',
  'release',
  'wip',
  'deps',
  'revert',
]);

/** A choice between ways, not a piece of work. */
const DECIDES =
  /\b(?:instead of|in favou?r of|rather than|switch(?:ed|es)?(?: \S+)* (?:from|to)\b|replac(?:e|ed|es|ing)\b.+\b(?:with|by)\b|migrat(?:e|ed|es|ing)\b.+\bto\b|drop(?:ped|s)?\b.+\b(?:support|for)\b|move[ds]?\b.+\bto\b.+\binstead\b|stop(?:ped|s)? using|no longer|standardi[sz]e on|adopt(?:ed|s)?\b|deprecat(?:e|ed|es)|disallow|forbid|require[ds]?\b|always|never)\b/i;

const REASON =
  /\b(?:because|since|so that|in order to|to avoid|to prevent|otherwise|instead of|rather than|the reason|due to|as (?:it|they|this|that|the)\b|which (?:caused|led|broke|breaks|made|makes))\b/i;

const sentence = (text: string): string => {
  const line = text.trim();
  const begun = line[0]!.toUpperCase() + line.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
};
