import type { Phase } from '../model/episode.ts';
import { kindOf, type Memory } from '../model/memory.ts';
import { PHASE_WEIGHTS, SOURCE_WEIGHTS } from '../model/weights.ts';
import type { Hit } from './find.ts';
import { byScore } from './neighbourhood.ts';

/** What is known of a memory besides what it says. */
export interface Standing {
  uses: number;
  lastUsedAt: number | null;
  /** What its age, and changes of the code, leave of its trust, 0 to 1. */
  trust: number;
  stale: boolean;
}

export interface Weighing {
  phase: Phase | undefined;
  now: number;
  /** How much anything but relevance counts: 1 where nobody asked in words, less where somebody did. */
  strength: number;
  standing(hit: Hit): Standing;
}

/**
 * Multiplies relevance with what speaks for a memory itself: whose word it is, how sure, how recent and how used it is,
 * whether it was promoted, and how much its type matters in the phase at hand.
 */
export function weigh(hits: readonly Hit[], weighing: Weighing): Hit[] {
  return hits
    .map((hit) => {
      const factors = factorsOf(hit.memory, weighing.standing(hit), weighing);
      // Most are one, whatever the strength; to say so is quicker than to work it out.
      const product = factors.reduce(
        (all, [, factor]) => (factor === 1 ? all : all * factor ** weighing.strength),
        1,
      );
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

function factorsOf(
  memory: Memory,
  standing: Standing,
  { phase, now }: Weighing,
): [what: string, factor: number][] {
  const age = Math.max(0, now - (standing.lastUsedAt ?? memory.updatedAt)) / DAY;
  const phased = phase && PHASE_WEIGHTS[phase][memory.type];
  return [
    ['source', SOURCE_WEIGHTS[memory.source]],
    ['confidence', 0.5 + memory.confidence / 2],
    ['recency', 0.9 + 0.2 * Math.exp(-age / RECENT)],
    ['use', 1 + 0.15 * (Math.log1p(standing.uses) / Math.log1p(100))],
    ['status', memory.status === 'active' ? 1.05 : 1],
    ['tier', TIER[memory.tier]],
    ['kind', KIND[kindOf(memory.type)]],
    ['pinned', memory.pinned ? 1.15 : 1],
    ['phase', phased ?? 1],
    ['staleness', standing.trust * (standing.stale ? STALE : 1)],
    ['review', memory.needsReview ? 0.7 : 1],
  ];
}

const DAY = 86_400_000;
/** Days after which a third of what recency gives is left. */
const RECENT = 30;
const STALE = 0.7;

const TIER: Record<Memory['tier'], number> = { emergency: 1.2, long_term: 1.1, short_term: 1 };
const KIND: Record<ReturnType<typeof kindOf>, number> = {
  invariant: 1.05,
  preference: 1.05,
  pattern: 1,
  guard: 1,
  note: 0.95,
};
