import type { Signal } from '../signal.ts';
import { messageSentences, readCommitMessage } from './message.ts';

interface RevertedCommit {
  /** The hash of what was taken back, and what that was. */
  of: string;
  what: string;
  reason: string | null;
  by: string;
  id: string;
  at: number;
  episode: string | null;
  branch: string | null;
  files: string[];
}

/** Commits that were taken back: what they tried is a dead end, until it is brought back. */
export const revert: Signal<{ reverted: RevertedCommit[] }> = {
  name: 'revert',
  worth: { diagnostic: 0.85, acrossSessions: 0.8, falseAlarms: 0.25 },
  minSessions: 1,
  begin: () => ({ reverted: [] }),
  see(state, step) {
    if (step.kind !== 'commit' || step.command === null) return;
    const of = revertedBy(step.text);
    if (of === undefined) return;
    // A revert of a revert brings it back.
    const undone = state.reverted.findIndex(({ by }) => by.startsWith(of) || of.startsWith(by));
    if (undone >= 0) {
      state.reverted.splice(undone, 1);
      return;
    }
    const { subject, body } = readCommitMessage(step.text);
    const what = /^revert:?\s+"?(.+?)"?$/i.exec(subject)?.[1] ?? subject;
    const reason = messageSentences(body).find((each) => !/this reverts commit|^revert/i.test(each)) ?? null;
    state.reverted.push({
      of,
      what,
      reason: reason === null ? null : reason.slice(0, 300),
      by: step.command,
      id: step.id,
      at: step.at,
      episode: step.episode,
      branch: step.branch,
      files: step.files.map(({ path }) => path).slice(0, 8),
    });
    if (state.reverted.length > MAX_REVERTS) state.reverted.shift();
  },
  finish: ({ reverted }) =>
    reverted
      .filter(({ reason, what }) => reason !== null || what.split(/\s+/).length >= 3)
      .map(({ of, what, reason, by, id, at, episode, branch, files }) => ({
        matter: of.slice(0, 12),
        at,
        episode,
        events: [id],
        quote: reason ?? what,
        proof: 'reverted_commit',
        // Anybody may have written it: a clone brings its history along.
        tainted: true,
        strength: reason === null ? 0.55 : 0.9,
        branch,
        facts: { what, reason, by: by.slice(0, 8), files },
      })),
  propose(seen) {
    const { what, reason, by, files } = seen.at(-1)!.facts as unknown as Omit<RevertedCommit, 'of'>;
    const why = reason === null ? '' : ` ${reason.endsWith('.') ? reason : `${reason}.`}`;
    return {
      type: 'dead_end',
      polarity: -1,
      text: `“${what}” was tried and reverted (commit ${by}).${why}`,
      because: reason,
      files,
      tags: ['git'],
    };
  },
};

const MAX_REVERTS = 100;

/** The commit that a message says it takes back. */
export const revertedBy = (text: string): string | undefined =>
  /\bthis reverts commit ([0-9a-f]{7,64})\b/i.exec(text)?.[1]?.toLowerCase();
