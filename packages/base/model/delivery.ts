import type { Memory } from './memory.ts';

/** How far a project's memory is trusted: from which confidence on an inferred memory is handed to an agent unasked. */
export const TRUST_LEVELS = {
  cautious: 0.8,
  standard: 0.65,
  confident: 0.55,
  autonomous: 0.45,
} as const satisfies Record<string, number>;
export type TrustLevel = keyof typeof TRUST_LEVELS;

/** The confidence from which what a person said is told, whatever the trust level. Chosen on projects left out. */
export const STATED_BAR = 0.65;

/** The confidence that an agent's word needs, each a level more than what was observed: nobody saw that it is so. */
const AGENTS_BARS = {
  cautious: 1,
  standard: TRUST_LEVELS.cautious,
  confident: TRUST_LEVELS.standard,
  autonomous: TRUST_LEVELS.autonomous,
} as const satisfies Record<TrustLevel, number>;

/** The confidence from which a memory is told unasked. Trust levels govern what was inferred, not a person's sentences. */
export const toldFrom = (memory: Memory, level: TrustLevel = 'standard'): number =>
  isPersonsWord(memory)
    ? STATED_BAR
    : (memory.source === 'agent_explicit' ? AGENTS_BARS : TRUST_LEVELS)[level];

/** Whether a memory may be handed to an agent unasked: it holds, nobody doubts it, and it is sure enough. */
export const isDeliverable = (memory: Memory, now: number, level: TrustLevel = 'standard'): boolean =>
  memory.status !== 'deprecated' &&
  !memory.needsReview &&
  (memory.expiresAt === null || memory.expiresAt > now) &&
  (!memory.tainted || memory.verified) &&
  (memory.verified || memory.confidence >= toldFrom(memory, level));

/** Whether a memory is a sentence that a person typed and that waits for nothing but surer signs that it holds beyond its task. */
export const isUnsureWord = ({ source, needsReview, verified, tainted, confidence }: Memory): boolean =>
  source === 'user_said' && needsReview && !verified && !tainted && confidence < STATED_BAR;

/** Whether a memory is a person's own word: they stated or confirmed it, and are not to say it again for an experiment. */
export const isPersonsWord = ({
  source,
  verified,
  pinned,
}: Pick<Memory, 'source' | 'verified' | 'pinned'>): boolean =>
  verified || pinned || source === 'user_taught' || source === 'user_said' || source === 'file_index';
