import type { DraftCandidate, KeptSighting, SignalName } from '../../model/sighting.ts';
import { promptWithReadings } from '../../store/drafts/judged-prompts.ts';
import type { Store } from '../../store/store.ts';
import { containsOther, sharedWords } from '../claims/words.ts';
import {
  holdsFarEnough,
  isInEnglish,
  type SentenceJudgement,
  sentenceJudgements,
  standingOf,
} from './probability.ts';
import { promptSentences } from './sentences.ts';
import { standsAlone } from './stands-alone.ts';

/**
 * A draft of what a pattern found, weighed by what the models read there: what is hardly worth keeping waits until it is
 * said again in another session, and what may be worth it waits for a person. Unread prompts leave it as it is.
 */
export function weighed(
  store: Store,
  candidate: DraftCandidate,
  seen: readonly KeptSighting[],
): DraftCandidate {
  if (!FROM_PATTERNS.has(candidate.signal)) return candidate;
  const judged = likeliest(store, seen);
  if (judged === undefined) return candidate;
  const { proposal, sessions } = candidate;
  const standing = standingOf(judged.probability, sessions);
  const isPlain = holdsFarEnough(judged.reach, sessions) && (sessions > 1 || isInEnglish(proposal.text));
  const mayBeTold = standsAlone(proposal.text) && (proposal.key != null || isPlain);
  return {
    ...candidate,
    minSessions: Math.max(candidate.minSessions, standing.minSessions),
    strength: judged.probability,
    proposal: {
      ...proposal,
      confidence: standing.confidence,
      needsReview: standing.needsReview || !mayBeTold,
    },
  };
}

const FROM_PATTERNS: ReadonlySet<SignalName> = new Set([
  'wish',
  'correction',
  'decision',
  'requirement',
  'fact',
]);

type Likeliest = Pick<SentenceJudgement, 'probability' | 'reach'>;

/** The most probable of the sentences that a matter was seen in; undefined where a prompt of theirs was not read. */
function likeliest(store: Store, seen: readonly KeptSighting[]): Likeliest | undefined {
  // A pattern's sentence that the models did not get to see is beyond what people type.
  let most: Likeliest = { probability: 0, reach: 'part' };
  for (const { events, quote } of seen) {
    const prompt = promptWithReadings(store, events[0] ?? '');
    // An earlier version may have cut the prompt otherwise.
    if (!prompt || quote === null || prompt.readings.length !== promptSentences(prompt.text).length)
      return undefined;
    for (const judged of sentenceJudgements(prompt.text, prompt.readings))
      if (isOf(judged.sentence, quote) && judged.probability > most.probability) most = judged;
  }
  return most;
}

/** Patterns correct slips of the hand and cut sentences otherwise, so that a quote may differ in a word. */
const isOf = (sentence: string, quote: string): boolean =>
  containsOther(sentence, quote) || sharedWords(quote, sentence) >= MIN_SHARED_WORDS;

const MIN_SHARED_WORDS = 0.8;
