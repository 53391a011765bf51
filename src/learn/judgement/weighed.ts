import type { DraftCandidate, KeptSighting, SignalName } from '../../model/sighting.ts';
import { promptWithReadings } from '../../store/drafts/judged-prompts.ts';
import type { Store } from '../../store/store.ts';
import { sentenceJudgements, standingOf } from './probability.ts';
import { containsOther } from './same-words.ts';

/**
 * A draft of what a pattern found, weighed by what the models read there: what is hardly worth keeping waits until it is
 * said again in another session, and what may be worth it waits for a person. Unread sentences stay as they are.
 */
export function weighed(
  store: Store,
  candidate: DraftCandidate,
  seen: readonly KeptSighting[],
): DraftCandidate {
  if (!FROM_PATTERNS.has(candidate.signal)) return candidate;
  const probability = likeliest(store, seen);
  if (probability === undefined) return candidate;
  const { confidence, needsReview, minSessions } = standingOf(probability, candidate.sessions);
  return {
    ...candidate,
    minSessions: Math.max(candidate.minSessions, minSessions),
    strength: probability,
    proposal: { ...candidate.proposal, confidence, needsReview },
  };
}

const FROM_PATTERNS: ReadonlySet<SignalName> = new Set([
  'wish',
  'correction',
  'decision',
  'requirement',
  'fact',
]);

/** The highest probability of the sentences that a matter was seen in; undefined where one of them was not read. */
function likeliest(store: Store, seen: readonly KeptSighting[]): number | undefined {
  let most: number | undefined;
  for (const { events, quote } of seen) {
    const prompt = promptWithReadings(store, events[0] ?? '');
    if (!prompt || quote === null) return undefined;
    for (const { sentence, probability } of sentenceJudgements(prompt.text, prompt.readings))
      if (containsOther(sentence, quote)) most = Math.max(most ?? 0, probability);
  }
  return most;
}
