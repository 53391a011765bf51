import type { Notice } from '@sqrl/base/messages.ts';
import { memoryContext } from '@sqrl/embedder/context.ts';
import { EmbedderDown, type Reranker } from '@sqrl/embedder/embedder.ts';
import { byScore, type Hit } from './find.ts';

/** As much of each text as is read again, in characters: what a memory is about it says at once. */
const MAX_RERANK_CHARS = 500;

/** Less than any difference that counts. */
const A_LITTLE = 1e-6;

/** How much of what speaks for a memory besides its text still counts beside a second look at the text. */
const BONUS = 0.5;

export interface RerankRequest {
  reranker: Reranker;
  most: number;
  notices: Notice[];
}

/**
 * Puts the best hits in the order a reranker sees; the others follow as they were. Where it is down all stay as they
 * were, and a notice says so.
 */
export async function rerank(
  question: string,
  hits: readonly Hit[],
  { reranker, most, notices }: RerankRequest,
): Promise<Hit[]> {
  const best = hits.slice(0, most);
  try {
    const scores = await reranker.rerank(
      question,
      best.map(({ memory }) => memory.text.slice(0, MAX_RERANK_CHARS)),
      best.map(({ memory, cosine }) => ({ before: memoryContext(memory), cosine })),
    );
    const read = best.map((hit, i) => rescored(hit, scores[i]!, i)).sort(byScore);
    return [...read, ...below(read.at(-1)?.score ?? 0, hits.slice(most))];
  } catch (error) {
    if (!(error instanceof EmbedderDown)) throw error;
    notices.push({
      message: `The reranker does not respond: ${error.message}`,
      hint: 'Results are not reranked until it responds.',
    });
    return [...hits];
  }
}

const rescored = (hit: Hit, seen: number, place: number): Hit => ({
  ...hit,
  score: seen + BONUS * (hit.bonus ?? 0),
  why: [...hit.why, `reranked from #${place + 1} (${seen.toFixed(2)})`],
});

/** Hits with scores below another; a little less each, since later stages sort by score. */
const below = (score: number, hits: readonly Hit[]): Hit[] =>
  hits.map((hit, i) => ({ ...hit, score: Math.min(hit.score, score) - (i + 1) * A_LITTLE }));
