import type { Notice } from '@sqrl/base/messages.ts';
import type { Phase } from '@sqrl/base/model/episode.ts';
import { kindOf, type Memory } from '@sqrl/base/model/memory.ts';
import { PHASE_WEIGHTS, type PhaseWeights, SOURCE_WEIGHTS } from '@sqrl/base/model/weights.ts';
import { memoryContext } from '@sqrl/embedder/context.ts';
import { EmbedderDown, type Reranker } from '@sqrl/embedder/embedder.ts';
import { byScore, type Hit } from './find.ts';

export interface WeighingFacts {
  uses: number;
  /** Days of work since it was last used, or changed where it never was. */
  idleDays: number;
  /** What its age, and changes of the code, leave of its trust, 0 to 1. */
  trust: number;
  stale: boolean;
}

interface WeighingContext {
  phase: Phase | undefined;
  phaseWeights?: PhaseWeights | undefined;
  /** There is a question in words: relevance decides, and only what a person or the code says of a memory counts besides. */
  explicit: boolean;
  standing(hit: Hit): WeighingFacts;
}

/**
 * Multiplies relevance with what speaks for a memory itself. With a question, that is whether it is pinned, waits for
 * review, or is about code that changed: of all factors only these moved answers (`bench ranking`), and age moved them
 * the wrong way. Briefings without a question have no other measure, so there everything counts.
 */
export function weigh(hits: readonly Hit[], weighing: WeighingContext): Hit[] {
  return hits
    .map((hit) => {
      const standing = weighing.standing(hit);
      const factors = [
        ...askedFactors(hit.memory, standing),
        ...(weighing.explicit ? [] : unaskedFactors(hit.memory, standing, weighing)),
      ];
      const strength = weighing.explicit ? ASKED_STRENGTH : 1;
      // Most factors are 1, whatever the strength; skipping them is quicker than raising them.
      const product = factors.reduce((all, [, factor]) => (factor === 1 ? all : all * factor ** strength), 1);
      const said = factors
        .filter(([, factor]) => Math.abs(factor - 1) > 0.001)
        .map(([what, factor]) => `${what} ×${factor.toFixed(2)}`);
      return {
        ...hit,
        score: hit.score * product,
        why: said.length > 0 ? [...hit.why, said.join(', ')] : hit.why,
      };
    })
    .sort(byScore);
}

type Factor = [what: string, factor: number];

const askedFactors = (memory: Memory, standing: WeighingFacts): Factor[] => [
  ['pinned', memory.pinned ? 1.15 : 1],
  ['stale', standing.stale ? STALE : 1],
  ['review', memory.needsReview ? 0.7 : 1],
];

function unaskedFactors(
  memory: Memory,
  standing: WeighingFacts,
  { phase, phaseWeights = PHASE_WEIGHTS }: WeighingContext,
): Factor[] {
  const phased = phase && phaseWeights[phase][memory.type];
  return [
    ['source', SOURCE_WEIGHTS[memory.source]],
    ['confidence', 0.5 + memory.confidence / 2],
    ['recency', 0.9 + 0.2 * Math.exp(-standing.idleDays / RECENCY_DAYS)],
    ['use', 1 + 0.15 * (Math.log1p(standing.uses) / Math.log1p(100))],
    ['status', memory.status === 'active' ? 1.05 : 1],
    ['tier', TIER[memory.tier]],
    ['kind', KIND[kindOf(memory.type)]],
    ['phase', phased ?? 1],
    ['age', standing.trust],
  ];
}

/** How much the factors count with a question: between equal answers they still decide. */
const ASKED_STRENGTH = 0.1;

/** Days of work after which a third of what recency gives is left. */
const RECENCY_DAYS = 30;
const STALE = 0.7;

const TIER: Record<Memory['tier'], number> = { emergency: 1.2, long_term: 1.1, short_term: 1 };
const KIND: Record<ReturnType<typeof kindOf>, number> = {
  invariant: 1.05,
  preference: 1.05,
  pattern: 1,
  guard: 1,
  note: 0.95,
};

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
