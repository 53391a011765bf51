import type { Proposal } from '../../../model/sighting.ts';
import type { ObservedStep, SightingDetails, Signal } from '../signal.ts';
import { messageSentences, readCommitMessage } from './message.ts';

interface CommitState {
  seen: SightingDetails[];
  reverted: string[];
}

/** Of a long history the newest matter. */
const MAX_COMMITS = 200;

/** Decisions that commit messages tell with their reasons; one that was taken back is none. */
export const commitDecision: Signal<CommitState> = {
  name: 'commit_decision',
  worth: { diagnostic: 0.8, acrossSessions: 0.9, falseAlarms: 0.3 },
  minSessions: 1,
  begin: () => ({ seen: [], reverted: [] }),
  see(state, step) {
    if (step.kind !== 'commit') return;
    const { plainSubject: subject, type, body } = readCommitMessage(step.text);
    add(state.reverted, revertedBy(step.text));
    if ((type !== null && PLAIN_WORK.test(type)) || !DECIDES.test(subject)) return;
    const reason = messageSentences(body).find(
      (each) => REASON.test(each) && each.length >= 30 && each.length <= 300,
    );
    if (reason === undefined || step.command === null) return;
    const strength = /\bbecause\b|\binstead of\b|\brather than\b/i.test(reason) ? 0.85 : 0.7;
    add(
      state.seen,
      seenIn(step, { of: step.command, quote: reason, proof: 'commit_message', strength, subject, reason }),
    );
  },
  finish: ({ seen, reverted }) => seen.filter(({ matter }) => !reverted.some((hash) => isSame(hash, matter))),
  propose: (seen): Proposal => {
    const { subject, reason, commit, files } = seen.at(-1)!.facts as unknown as CommitFacts;
    return {
      type: 'decision',
      text: `${sentence(subject)} Reason (commit ${commit}): ${sentence(reason!)}`,
      because: reason,
      files,
      tags: ['git'],
    };
  },
};

/** Commits that were taken back: what they tried is a dead end, until it is brought back. */
export const revert: Signal<{ seen: SightingDetails[] }> = {
  name: 'revert',
  worth: { diagnostic: 0.85, acrossSessions: 0.8, falseAlarms: 0.25 },
  minSessions: 1,
  begin: () => ({ seen: [] }),
  see(state, step) {
    const of = step.kind === 'commit' && step.command !== null ? revertedBy(step.text) : undefined;
    if (of === undefined) return;
    // A revert of a revert brings it back.
    const undone = state.seen.findIndex(({ facts }) => isSame(String(facts.by), of));
    if (undone >= 0) {
      state.seen.splice(undone, 1);
      return;
    }
    const { subject, body } = readCommitMessage(step.text);
    const what = /^revert:?\s+"?(.+?)"?$/i.exec(subject)?.[1] ?? subject;
    const why = messageSentences(body).find((each) => !/this reverts commit|^revert/i.test(each));
    const reason = why?.slice(0, 300) ?? null;
    const strength = reason === null ? 0.55 : 0.9;
    add(
      state.seen,
      seenIn(step, { of, quote: reason ?? what, proof: 'reverted_commit', strength, subject: what, reason }),
    );
  },
  finish: ({ seen }) =>
    seen.filter(({ facts }) => facts.reason !== null || String(facts.subject).split(/\s+/).length >= 3),
  propose: (seen): Proposal => {
    const { subject, reason, commit, files } = seen.at(-1)!.facts as unknown as CommitFacts;
    const why = reason === null ? '' : ` ${reason.endsWith('.') ? reason : `${reason}.`}`;
    return {
      type: 'dead_end',
      polarity: -1,
      text: `“${subject}” was tried and reverted (commit ${commit}).${why}`,
      because: reason,
      files,
      tags: ['git'],
    };
  },
};

interface CommitFacts {
  subject: string;
  reason: string | null;
  /** The whole hash, and its beginning. */
  by: string;
  commit: string;
  files: string[];
}

interface ToldCommit
  extends Pick<SightingDetails, 'quote' | 'proof' | 'strength'>,
    Pick<CommitFacts, 'subject' | 'reason'> {
  /** The commit that it is about. */
  of: string;
}

const seenIn = (step: ObservedStep, { of, subject, reason, ...told }: ToldCommit): SightingDetails => ({
  ...told,
  ...{ matter: of.slice(0, 12), at: step.at, episode: step.episode, events: [step.id], branch: step.branch },
  // Anybody may have written it: a clone brings its history along.
  tainted: true,
  facts: {
    ...{ subject, reason, by: step.command, commit: step.command!.slice(0, 8) },
    files: step.files.map(({ path }) => path).slice(0, 8),
  },
});

/** The commit that a message says it takes back. */
const revertedBy = (text: string): string | undefined =>
  /\bthis reverts commit ([0-9a-f]{7,64})\b/i.exec(text)?.[1]?.toLowerCase();

/** Hashes may be shortened. */
const isSame = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a);

function add<T>(list: T[], what: T | undefined): void {
  if (what !== undefined) list.push(what);
  if (list.length > MAX_COMMITS) list.shift();
}

const PLAIN_WORK = /^(?:docs?|style|tests?|chore|release|wip|deps|revert)$/;

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
