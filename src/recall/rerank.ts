import { EmbedderDown, type Reranker } from '../embed/embedder.ts';
import type { Hit } from './find.ts';

/** As much of each text as is read again, in characters: what a memory is about it says at once. */
const READ = 500;

/** Puts hits in the order a reranker sees; where it is down they stay as they were, and a notice says so. */
export async function rerank(
  question: string,
  hits: readonly Hit[],
  reranker: Reranker,
  notices: { message: string; hint: string }[],
): Promise<Hit[]> {
  try {
    const scores = await reranker.rerank(
      question,
      hits.map(({ memory }) => memory.text.slice(0, READ)),
    );
    return hits
      .map((hit, i) => ({
        ...hit,
        score: scores[i]!,
        why: [...hit.why, `reranked from #${i + 1} (${scores[i]!.toFixed(2)})`],
      }))
      .sort((a, b) => b.score - a.score);
  } catch (error) {
    if (!(error instanceof EmbedderDown)) throw error;
    notices.push({
      message: `The reranker does not answer: ${error.message}`,
      hint: 'The order is that of the search itself.',
    });
    return [...hits];
  }
}
