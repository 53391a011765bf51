import { message, type Notice, notice } from '../base/messages.ts';
import { memoryContext } from '../embed/context.ts';
import { EmbedderDown, type Reranker } from '../embed/embedder.ts';
import type { Hit } from './find.ts';
import { byScore } from './neighbourhood.ts';

/** As much of each text as is read again, in characters: what a memory is about it says at once. */
const MAX_RERANK_CHARS = 500;
/** As much of what was learnt just before it. */
const READ_BEFORE = 240;
/** As much of all of them together: reading takes time, and somebody waits. */
const READ_IN_ALL = 16_000;

/** Less than any difference that counts. */
const A_LITTLE = 1e-6;

/** How much of what speaks for a memory besides its text still counts beside a second look at the text. */
const BONUS = 0.5;

export interface RerankRequest {
  reranker: Reranker;
  /** How many of the best are looked at. */
  most: number;
  /** Whether each is read together with what it is about and what was learnt before it. */
  inContext: boolean;
  /** How long it may take; as long as it needs where that is not said. */
  withinMs?: number | undefined;
  notices: Notice[];
}

/**
 * Puts the best hits in the order a reranker sees, or as many of them as it reads in time. The others stay as they were
 * among themselves, and none of them stands higher than what was read before it.
 * Where it is down all stay as they were, and a notice says so.
 */
export async function rerank(
  question: string,
  hits: readonly Hit[],
  { reranker, most, inContext, withinMs, notices }: RerankRequest,
): Promise<Hit[]> {
  const best = readable(hits.slice(0, most), inContext);
  try {
    const scores = await reranker.rerank(
      question,
      best.map(({ text }) => text),
      best.map(({ hit, before }) => ({
        before,
        cosine: hit.cosine,
        beside: inContext ? placesBeside(hit, best) : [],
      })),
      withinMs,
    );
    return inOrder(hits, new Map(best.map(({ hit }, i) => [hit, scores[i]])));
  } catch (error) {
    if (!(error instanceof EmbedderDown)) throw error;
    notices.push(notice('notice.rerankerDown', { trouble: error.message }));
    return [...hits];
  }
}

/** The hits by the scores that a reranker gave; those that it was asked for and did not read in time have none. */
function inOrder(hits: readonly Hit[], scores: ReadonlyMap<Hit, number | undefined>): Hit[] {
  const read: Hit[] = [];
  const others: Hit[] = [];
  let lowest: number | undefined;
  for (const [place, hit] of hits.entries()) {
    const seen = scores.get(hit);
    if (seen === undefined) {
      // A little less each, since later stages sort by score.
      const score = Math.min(hit.score, lowest ?? 0) - others.length * A_LITTLE;
      const why = scores.has(hit) ? [...hit.why, message('hit.notReranked')] : hit.why;
      others.push({ ...hit, score, why });
      continue;
    }
    const score = seen + BONUS * (hit.bonus ?? 0);
    lowest = Math.min(lowest ?? score, score);
    read.push({
      ...hit,
      score,
      why: [...hit.why, message('hit.reranked', { place: place + 1, score: seen.toFixed(2) })],
    });
  }
  // Of equal ones those that were read come first.
  return [...read.sort(byScore), ...others].sort((a, b) => b.score - a.score);
}

/** What helps to understand a memory: what it is about, and what was learnt just before it. */
const leadOf = ({ memory, before }: Hit): string =>
  [memoryContext(memory), before?.slice(0, READ_BEFORE)].filter((part) => part !== undefined).join('\n\n');

/** Which of those that are read were learnt just before or after a hit. */
const placesBeside = ({ indexedStore, beside = [] }: Hit, read: readonly RerankInput[]): number[] =>
  [...read.keys()].filter(
    (i) => read[i]!.hit.indexedStore === indexedStore && beside.includes(read[i]!.hit.row),
  );

interface RerankInput {
  hit: Hit;
  text: string;
  before: string | undefined;
}

/** As many of the best as can be read in time, each as far as it is read. */
function readable(hits: readonly Hit[], inContext: boolean): RerankInput[] {
  const read: RerankInput[] = [];
  let characters = 0;
  for (const hit of hits) {
    const text = hit.memory.text.slice(0, MAX_RERANK_CHARS);
    const before = inContext ? leadOf(hit) : undefined;
    characters += text.length + (before?.length ?? 0);
    if (characters > READ_IN_ALL && read.length > 0) break;
    read.push({ hit, text, before });
  }
  return read;
}
