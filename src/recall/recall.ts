import type { Message } from '../base/messages.ts';
import type { Phase } from '../model/episode.ts';
import type { PhaseWeights } from '../model/weights.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import { NOWHERE, type QuestionSurroundings } from './by-place.ts';
import { distinct } from './distinct.ts';
import { type Hit, type SearchQuestion, searchMemories } from './find.ts';
import { kindOfQuestion, type QuestionKind } from './question-kind.ts';
import { isLeftOut } from './stage.ts';
import { timeAsked } from './time-range.ts';
import { type WeighingFacts, weigh } from './weigh.ts';

/** What is asked of memory, and in what situation. */
export interface RecallRequest extends SearchQuestion {
  phase?: Phase | undefined;
  around?: QuestionSurroundings;
  /** There is a question in words; without one, what a memory is counts as much as what it says. */
  explicit: boolean;
  /** Shows also what says the same as a better answer: who searches wants to see all there is. */
  repeats?: boolean | undefined;
  /** The zone in which the asker's days begin. */
  timeZone?: string | undefined;
}

/** What the pipeline needs to know that is not in the memories themselves. */
export interface RecallContext {
  /** What is known of some hits besides what they say; all are asked for at once. */
  standings(hits: readonly Hit[]): (hit: Hit) => WeighingFacts;
  /** How near two of some hits are in meaning. */
  likeness(hits: readonly Hit[]): (a: Hit, b: Hit) => number;
  /** How much types of memories count in phases of work; used only without a question in words. */
  phaseWeights?(): PhaseWeights;
  /** Looks at the best once more. */
  rerank?(hits: readonly Hit[]): Promise<Hit[]>;
}

export interface RecallResult {
  kind: QuestionKind;
  hits: Hit[];
  left: { hit: Hit; because: Message }[];
}

/** Question in, answers out, best first, each with the reasons for its place. */
export async function rankMemories(
  asked: RecallRequest,
  indexedStores: readonly IndexedStore[],
  around: RecallContext,
): Promise<RecallResult> {
  const kind = kindOfQuestion(asked.text);
  const time = isLeftOut('time', asked) ? undefined : timeAsked(asked.text, asked.askedAt, asked.timeZone);
  const found = searchMemories({ ...asked, kind, time, around: asked.around ?? NOWHERE }, indexedStores);
  const reranked = around.rerank ? await around.rerank(found) : found;
  const weighed = isLeftOut('weigh', asked)
    ? reranked
    : weigh(reranked, {
        phase: asked.phase,
        phaseWeights: asked.explicit ? undefined : around.phaseWeights?.(),
        explicit: asked.explicit,
        standing: around.standings(reranked),
      });
  const { kept, left } = asked.repeats
    ? { kept: weighed, left: [] }
    : distinct(weighed, around.likeness(weighed));
  return { kind, hits: kept, left };
}
