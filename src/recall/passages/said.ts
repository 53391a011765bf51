import { announcesNextAction } from '../../base/text/next-action.ts';
import { withoutReplaced } from '../../base/text/replaced.ts';
import { replacedQuotes } from '../../store/memory/successions.ts';
import { messagesAround, type SaidMessage } from '../../store/passages/passages.ts';
import { nearnessAmong } from '../../store/vectors/among.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type FindPassagesRequest, findPassages, type PassageHit } from './find-passages.ts';
import { withoutWithdrawn } from './withdrawn.ts';

/** A passage that answers, with the messages that make it understandable. */
export interface SaidAnswer extends PassageHit {
  before: SaidMessage[];
  after: SaidMessage[];
  /** Something newer on the same matter stands before it. */
  earlier: boolean;
}

export type SaidRequest = Omit<FindPassagesRequest, 'rerank'>;

/** How many of the best are considered. */
const CONSIDERED = 40;
/** The best of all must be as relevant as this, or nothing is said; of other rerankers the scale is not known. */
const MIN_RELEVANCE = 0.4;
const MEASURED = /^maxsim\/squirrel-s3/;
/** Each must be this relevant beside the best. */
const MIN_SHARE = 0.7;

/** What was said in sessions that answers a question; nothing where nothing does. */
export async function whatWasSaid(engine: Engine, { limit, ...asked }: SaidRequest): Promise<SaidAnswer[]> {
  const found = await findPassages(engine, { ...asked, limit: CONSIDERED });
  const telling = withoutWithdrawn(found, engine).filter((hit) => !onlyAnnounces(hit));
  const separate = withoutNeighbors(telling);
  const floor = MEASURED.test(engine.reranker?.id ?? '') ? MIN_RELEVANCE : 0;
  const answers = newerFirst(relevantOnly(separate, floor).slice(0, limit)).map((hit) => {
    const isReplaced = replacedIn(hit, engine);
    const { before, after } = messagesBeside(hit);
    return {
      ...hit,
      before: before.filter(({ text }) => !isReplaced(text)),
      after: after.filter(({ text }) => !isReplaced(text)),
      earlier: hit.earlier || isReplaced(hit.passage.text),
    };
  });
  return [...answers.filter(({ earlier }) => !earlier), ...answers.filter(({ earlier }) => earlier)];
}

/** A longer message says more than what its agent does next. */
const MAX_ANNOUNCEMENT_CHARS = 200;

/** Whether an agent only says what it will do next; "Let me look at the keys" does not answer what the keys are. */
const onlyAnnounces = ({ passage: { speaker, text } }: PassageHit): boolean =>
  speaker === 'agent' && text.length < MAX_ANNOUNCEMENT_CHARS && announcesNextAction(text);

/** Tells whether a text holds a sentence of the hit's episode that a newer memory has replaced. */
function replacedIn(
  { passage: { episode } }: PassageHit,
  { indexedStores }: Engine,
): (text: string) => boolean {
  const quotes = episode === null ? [] : indexedStores.flatMap(({ store }) => replacedQuotes(store, episode));
  return (text) => quotes.length > 0 && withoutReplaced(text, quotes) !== text;
}

/** The messages that make a passage understandable: a question and its answer belong together. */
export const messagesBeside = ({ indexedStore, passage }: PassageHit): Pick<SaidAnswer, 'before' | 'after'> =>
  messagesAround(indexedStore.store, passage.eventRow, { before: 1, after: 1 });

/** Of messages right beside each other only the better: the other one is shown with it. */
function withoutNeighbors(hits: readonly PassageHit[]): PassageHit[] {
  const taken: PassageHit[] = [];
  for (const hit of hits) if (!taken.some((better) => areBeside(better, hit))) taken.push(hit);
  return taken;
}

const areBeside = (a: PassageHit, b: PassageHit): boolean =>
  a.indexedStore === b.indexedStore &&
  a.passage.sessionRow === b.passage.sessionRow &&
  a.passage.agent === b.passage.agent &&
  Math.abs(a.passage.ordinal - b.passage.ordinal) <= 1;

/** Those that answer, as far as the reranker can tell; where it read none, those that share most words. */
function relevantOnly(hits: readonly PassageHit[], floor: number): PassageHit[] {
  const best = Math.max(0, ...hits.map(({ relevance }) => relevance ?? 0));
  if (best === 0) return hits.filter(({ words }) => words >= MIN_SHARE);
  if (best < floor) return [];
  return hits.filter(({ relevance }) => relevance !== undefined && relevance >= best * MIN_SHARE);
}

/** As near as this two passages speak of the same matter. */
const SAME_MATTER = 0.45;
/** Something newer goes first where its score is this share of the older one's. */
const ALMOST_AS_GOOD = 0.88;

/** Puts a newer passage before an older one on the same matter, where it answers almost as well. */
function newerFirst(hits: readonly PassageHit[]): (PassageHit & { earlier: boolean })[] {
  const near = nearnessOf(hits);
  const ordered = hits.map((hit, place) => ({ hit, place }));
  for (let i = 0; i < ordered.length; i++)
    for (let j = i + 1; j < ordered.length; j++) {
      const [first, later] = [ordered[i]!, ordered[j]!];
      if (
        later.hit.passage.at > first.hit.passage.at &&
        later.hit.score >= ALMOST_AS_GOOD * first.hit.score &&
        near(first.place, later.place) >= SAME_MATTER
      )
        ordered.splice(i, 0, ...ordered.splice(j, 1));
    }
  return ordered.map(({ hit, place }, i) => ({
    ...hit,
    earlier: ordered
      .slice(0, i)
      .some((other) => other.hit.passage.at > hit.passage.at && near(other.place, place) >= SAME_MATTER),
  }));
}

/** How near two of the hits are in meaning, by their places. */
function nearnessOf(hits: readonly PassageHit[]): (a: number, b: number) => number {
  const coded = hits.map(({ indexedStore, passage }) => indexedStore.passages.codedAt([passage.row])[0]);
  return nearnessAmong(coded);
}
