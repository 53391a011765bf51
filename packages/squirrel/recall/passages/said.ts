import { nearnessAmong } from '@sqrl/base/sqlite/vectors/among.ts';
import { isAnnouncedStep } from '@sqrl/base/text/announced-step.ts';
import { withoutReplaced } from '@sqrl/base/text/replaced.ts';
import { messagesAround, type SaidMessage } from '../../store/passages/passages.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type FindPassagesRequest, findPassages, type PassageHit } from './find-passages.ts';
import { hideWithdrawn, replacedIn, withoutWithdrawn } from './withdrawn.ts';

/** A passage that answers, with the messages that make it understandable. */
export interface SaidAnswer extends PassageHit {
  before: SaidMessage[];
  after: SaidMessage[];
  /** Something newer on the same matter stands before it. */
  earlier: boolean;
}

type SaidRequest = Omit<FindPassagesRequest, 'rerank' | 'answersOnly'>;

const CONSIDERED = 40;

/** Chosen by leaving out one of three projects; see `bench ask`. */
export const SAID_BOUNDS = {
  /** The best of all must be as relevant as this, or nothing is said; of other rerankers the scale is not known. */
  minRelevance: 0.44,
  minShare: 0.5,
  /** As near as this a newer passage says what an older one does: only then the older one is marked. */
  restated: 0.9,
  /** As near as this two passages speak of the same matter, and the newer goes first with this share of the older one's score. */
  same: 0.55,
  share: 0.92,
  /** The nearer the two are, the less it needs: as near as this, that share will do. */
  close: 0.7,
  closeShare: 0.7,
  /** So near, and so relevant beside the best, is a later word on what the first answer says. */
  later: 0.6,
  laterRelevance: 0.65,
};

export type SaidBounds = typeof SAID_BOUNDS;
type MatterBounds = Pick<SaidBounds, 'same' | 'share' | 'close' | 'closeShare' | 'later' | 'laterRelevance'>;

const MEASURED = /^maxsim\/squirrel-s3/;

/** What was said in sessions that answers a question; nothing where nothing does. */
export async function whatWasSaid(engine: Engine, { limit, ...asked }: SaidRequest): Promise<SaidAnswer[]> {
  const hits = latestFirst(engine, await mayAnswer(engine, asked), { limit });
  return withMessagesBeside(hits, engine).map(({ before, after, ...hit }) => {
    const isReplaced = isReplacedIn(hit, engine);
    return {
      ...hit,
      before: before.filter(({ text }) => !isReplaced(text)),
      after: after.filter(({ text }) => !isReplaced(text)),
    };
  });
}

/** What was said that may answer a question, best first, each message with its neighbors once. */
export const mayAnswer = async (engine: Engine, asked: Omit<SaidRequest, 'limit'>): Promise<PassageHit[]> =>
  withoutNeighbors(
    withoutWithdrawn(await findPassages(engine, { ...asked, limit: CONSIDERED, answersOnly: true }), engine),
  );

/**
 * The best of those that answer, the latest word on a matter first; what is older says so and comes last. A later word than
 * the first answer may be among those that answer less well.
 */
export function latestFirst(
  engine: Engine,
  considered: readonly PassageHit[],
  { limit, bounds = SAID_BOUNDS }: { limit: number; bounds?: SaidBounds },
): (PassageHit & { earlier: boolean })[] {
  const floor = MEASURED.test(engine.reranker?.id ?? '') ? bounds.minRelevance : 0;
  const best = Math.max(0, ...considered.map(({ relevance }) => relevance ?? 0));
  const relevant = relevantOnly(considered, { best, floor, minShare: bounds.minShare }).slice(0, limit);
  const others = considered.filter((hit) => hit.relevance !== undefined && !relevant.includes(hit));
  const near = nearnessOf([...relevant, ...others]);
  const isReplaced = (hit: PassageHit) => isReplacedIn(hit, engine)(hit.passage.text);
  const isEarlier = (hit: PassageHit, i: number, all: readonly PassageHit[]) =>
    isReplaced(hit) ||
    all.slice(0, i).some((other) => isNewerOnSame(other, hit, { near, same: bounds.restated }));
  const answers = newerFirst(relevant, near, bounds);
  const ordered = [...answers.filter((...at) => !isEarlier(...at)), ...answers.filter(isEarlier)];
  const later =
    ordered[0] && laterWords(ordered[0], others, { near, best, bounds }).find((hit) => !isReplaced(hit));
  return [...(later ? [later] : []), ...ordered]
    .slice(0, limit)
    .map((hit, i, all) => ({ ...hit, earlier: isEarlier(hit, i, all) }));
}

/** Tells whether a text holds a sentence of the hit's episode that a newer memory has replaced. */
function isReplacedIn({ passage: { episode } }: PassageHit, engine: Engine): (text: string) => boolean {
  const quotes = replacedIn(engine, episode);
  return (text) => quotes.length > 0 && withoutReplaced(text, quotes) !== text;
}

/** Hits with the messages that make them understandable: a question and its answer belong together. */
export function withMessagesBeside<H extends PassageHit>(
  hits: readonly H[],
  engine: Engine,
): (H & Pick<SaidAnswer, 'before' | 'after'>)[] {
  return hits.map((hit) => {
    const { before, after } = tellingBeside(hit);
    return { ...hit, before: hideWithdrawn(before, engine), after: hideWithdrawn(after, engine) };
  });
}

/** The nearest messages before and after a hit that say something. Mostly they are right beside it. */
function tellingBeside({ indexedStore, passage }: PassageHit): Pick<SaidAnswer, 'before' | 'after'> {
  const around = (most: number) =>
    messagesAround(indexedStore.store, passage.eventRow, { before: most, after: most });
  const next = around(1);
  const { before, after } = [...next.before, ...next.after].every(isTelling) ? next : around(BESIDE);
  return { before: before.filter(isTelling).slice(-1), after: after.filter(isTelling).slice(0, 1) };
}

/** How many messages away the one may be that makes a passage understandable. */
const BESIDE = 4;

/** What an agent does next explains nothing. */
const isTelling = ({ speaker, text }: SaidMessage): boolean => speaker === 'person' || !isAnnouncedStep(text);

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
function relevantOnly(
  hits: readonly PassageHit[],
  { best, floor, minShare }: { best: number; floor: number; minShare: number },
): PassageHit[] {
  if (best === 0) return hits.filter(({ words }) => words >= minShare);
  if (best < floor) return [];
  return hits.filter(({ relevance }) => relevance !== undefined && relevance >= best * minShare);
}

/** How near in meaning two of the hits are; nought where one has no vector. */
type Nearness = (a: PassageHit, b: PassageHit) => number;

function nearnessOf(hits: readonly PassageHit[]): Nearness {
  const places = new Map(hits.map((hit, place) => [hit, place]));
  const near = nearnessAmong(
    hits.map(({ indexedStore, passage }) => indexedStore.passages.codedAt([passage.row])[0]),
  );
  return (a, b) => near(places.get(a)!, places.get(b)!);
}

/** Puts a newer passage before an older one on the same matter, where it answers well enough. */
export function newerFirst<H extends PassageHit>(
  hits: readonly H[],
  near: Nearness,
  bounds: MatterBounds,
): H[] {
  const goesFirst = (later: H, first: H) => {
    const [share, nearness] = [later.score / first.score, near(later, first)];
    return (
      isNewer(later, first) &&
      ((share >= bounds.share && nearness >= bounds.same) ||
        (share >= bounds.closeShare && nearness >= bounds.close))
    );
  };
  const ordered = [...hits];
  for (let i = 0; i < ordered.length; i++)
    for (let j = i + 1; j < ordered.length; j++)
      if (goesFirst(ordered[j]!, ordered[i]!)) ordered.splice(i, 0, ...ordered.splice(j, 1));
  return ordered;
}

/** Whether a hit is the newer of two on the same matter. */
export const isNewerOnSame = (
  newer: PassageHit,
  older: PassageHit,
  { near, same }: { near: Nearness; same: number },
): boolean => isNewer(newer, older) && near(newer, older) >= same;

/** Those that were said after the first answer, and on the same matter, nearest first: there it may have changed. */
export const laterWords = <H extends PassageHit>(
  first: PassageHit,
  others: readonly H[],
  { near, best, bounds }: { near: Nearness; best: number; bounds: MatterBounds },
): H[] =>
  others
    .filter(
      (hit) =>
        isNewer(hit, first) &&
        (hit.relevance ?? 0) >= bounds.laterRelevance * best &&
        near(hit, first) >= bounds.later,
    )
    .sort((a, b) => near(b, first) - near(a, first));

/** In some logs all messages of a session have one time. */
const isNewer = ({ passage: a }: PassageHit, { passage: b }: PassageHit): boolean =>
  a.at === b.at && a.sessionRow === b.sessionRow && a.agent === b.agent ? a.ordinal > b.ordinal : a.at > b.at;
