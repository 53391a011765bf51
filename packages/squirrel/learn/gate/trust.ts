import type { Memory, Source } from '@sqrl/base/model/memory.ts';
import { recordSentences } from '@sqrl/base/model/record.ts';
import type { DraftCandidate } from '@sqrl/base/model/sighting.ts';
import { givesOrders } from '@sqrl/base/text/orders.ts';

/**
 * How far something may be believed, by the least trustworthy thing it derives from. Of two that contradict each other
 * the higher holds; among equals, the newer.
 */
export const draftTrust = ({ source, tainted, verified, pinned, needsReview }: Memory): number => {
  if (pinned) return PINNED;
  if (verified) return TRUST.user_taught;
  // What waits of an agent's words counts for nothing against what was seen.
  return tainted || (needsReview && source === 'agent_explicit') ? 0 : TRUST[source];
};

const PINNED = 6;

const TRUST: Record<Source, number> = {
  user_taught: 5,
  // A person's word is a person's word, wherever they said it: the newer holds.
  user_said: 5,
  // A rule file is what a team agreed upon, and who writes it knows that agents read it.
  file_index: 4,
  commit_auto: 3,
  agent_explicit: 2,
  qa_auto: 2,
  mcp_auto: 1,
  observer_inferred: 1,
};

export const isPersonsWord = ({ source }: Pick<Memory, 'source'>): boolean =>
  source === 'user_said' || source === 'user_taught';

export const sourceOf = ({ proposal, signal }: DraftCandidate): Source =>
  proposal.source ?? SOURCE_OF[signal] ?? 'observer_inferred';

const SOURCE_OF: Partial<Record<DraftCandidate['signal'], Source>> = {
  said: 'user_said',
  commit_decision: 'commit_auto',
  revert: 'commit_auto',
  convention: 'commit_auto',
};

/**
 * Why something is not to be believed at all; undefined where it may be. What came from outside may be told, but never as
 * what is to be done: whoever wrote the page would give the orders. Where a person said it, a person has to look.
 */
export const mistrust = ({ tainted, source, text, record }: Memory): string | undefined =>
  tainted &&
  !isPersonsWord({ source }) &&
  // Commits are named in the imperative, "Replace axios with fetch"; what comes after the name must not be an order.
  givesOrders(
    source === 'commit_auto'
      ? text.slice(text.indexOf('. ') + 1)
      : `${text}\n${recordSentences(record)}`.trim(),
  )
    ? 'it comes from untrusted text and gives instructions'
    : undefined;

/**
 * What foreign text costs: it waits for a person, and is believed less. A repository has thousands of commit messages:
 * those are found by a search and never told unasked, but nobody is asked to review them.
 */
export const withTaint = <T extends Pick<Memory, 'confidence' | 'needsReview' | 'tainted' | 'source'>>(
  memory: T,
): T =>
  memory.tainted
    ? {
        ...memory,
        needsReview: memory.needsReview || memory.source !== 'commit_auto',
        confidence: memory.confidence * 0.7,
      }
    : memory;
