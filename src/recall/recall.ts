import type { Phase } from '../model/episode.ts';
import type { Shelf } from '../workspace/shelf.ts';
import { type Around, NOWHERE } from './by-place.ts';
import { distinct } from './distinct.ts';
import { liftEpisodes } from './episodes.ts';
import { find, type Hit, type Question } from './find.ts';
import { liftNeighbours } from './neighbourhood.ts';
import { kindOfQuestion, type QuestionKind } from './question-kind.ts';
import { spread } from './spread.ts';
import { isLeftOut, type Stage } from './stage.ts';
import { timeAsked } from './time-asked.ts';
import { type Standing, weigh } from './weigh.ts';

/** What is asked of memory, and in what situation. */
export interface Asked extends Question {
  phase?: Phase | undefined;
  around?: Around;
  /** Somebody asked in words; where nobody did, what a memory is counts as much as what it says. */
  explicit: boolean;
  /** Shows also what says the same as a better answer: who searches wants to see all there is. */
  repeats?: boolean | undefined;
  /** The zone in which the asker's days begin. */
  timeZone?: string | undefined;
}

/** What the pipeline needs to know that is not in the memories themselves. */
export interface Surroundings {
  /** Files beside some files, in the code and in past work. */
  near(files: readonly string[]): ReadonlySet<string>;
  /** What is known of some hits besides what they say; all are asked for at once. */
  standings(hits: readonly Hit[]): (hit: Hit) => Standing;
  /** How near two of some hits are in meaning. */
  likeness(hits: readonly Hit[]): (a: Hit, b: Hit) => number;
  /** Looks at the best once more, where time allows. */
  rerank?(hits: readonly Hit[]): Promise<Hit[]>;
}

export interface Recalled {
  kind: QuestionKind;
  hits: Hit[];
  left: { hit: Hit; because: string }[];
}

/** Question in, answers out, best first, each with the reasons for its place. */
export async function recall(
  asked: Asked,
  shelves: readonly Shelf[],
  around: Surroundings,
): Promise<Recalled> {
  const unless = (stage: Stage, hits: Hit[], work: (hits: Hit[]) => Hit[]): Hit[] =>
    isLeftOut(stage, asked) ? hits : work(hits);
  const kind = kindOfQuestion(asked.text);
  const time = isLeftOut('time', asked) ? undefined : timeAsked(asked.text, asked.askedAt, asked.timeZone);
  const found = find({ ...asked, kind, time, around: asked.around ?? NOWHERE }, shelves);
  const lifted = unless('neighbours', found, (hits) => liftNeighbours(hits, around.near));
  const reranked = around.rerank ? await around.rerank(lifted) : lifted;
  const gathered = unless('episodes', reranked, liftEpisodes);
  const weighed = unless('weigh', gathered, (hits) =>
    weigh(hits, {
      phase: asked.phase,
      now: asked.askedAt,
      explicit: asked.explicit,
      standing: around.standings(hits),
    }),
  );
  const { kept, left } = asked.repeats
    ? { kept: weighed, left: [] }
    : distinct(weighed, around.likeness(weighed));
  return { kind, hits: unless('spread', kept, (hits) => spread(hits, asked.limit, around.likeness)), left };
}
