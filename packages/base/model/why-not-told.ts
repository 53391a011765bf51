import { fetches } from '../shell/fetches.ts';
import { type TrustLevel, toldFrom } from './delivery.ts';
import { type FullMemory, type Memory, MUTED } from './memory.ts';

export interface UntoldFacts {
  now: number;
  level: TrustLevel;
  /** In how many places it was said or seen. */
  times: number;
  conflicts: readonly string[];
  /** Why it was last sent to a person, where that was noted. */
  sent: string | undefined;
  anchors?: FullMemory['anchors'];
}

/** Why a memory is not told to agents unasked: the reason that `review`, `show`, `why` and the panel name; null where it is told. */
export function whyNotTold(memory: Memory, facts: UntoldFacts): string | null {
  const { status, expiresAt, verified, tainted, needsReview, tags, trigger } = memory;
  const { now, conflicts, sent, anchors = [] } = facts;
  if (status === 'deprecated') return 'it is archived';
  if (expiresAt !== null && expiresAt <= now) return 'it has expired';
  if (tags.includes(MUTED)) return 'it is muted';
  if (needsReview && sent) return sent;
  if (tainted && !verified) return 'it repeats text from outside, such as a web page or an external tool';
  if (needsReview && conflicts.length > 0)
    return `it contradicts ${conflicts.join(', ')}, which is more trusted`;
  if (needsReview && anchors.some(({ state }) => state === 'gone')) return 'its code was deleted';
  if (needsReview && anchors.some(({ state }) => state === 'stale')) return 'its code has changed';
  if (needsReview && fetches(trigger?.remedy?.command ?? '', trigger?.command ?? ''))
    return 'its fix downloads something';
  return unsure(memory, facts) ?? (needsReview ? 'its author requested a review' : null);
}

/** That it is below the bar, with both figures; undefined where it is not. */
function unsure(memory: Memory, { level, times }: UntoldFacts): string | undefined {
  const from = toldFrom(memory, level);
  if (memory.verified || memory.confidence >= from) return undefined;
  const verb = memory.source === 'user_said' || memory.source === 'user_taught' ? 'said' : 'seen';
  const often = times > 1 ? `${times} times` : 'once';
  const told = Math.ceil(from * 100 - 1e-9);
  return `${verb} ${often}, ${Math.floor(memory.confidence * 100)} % sure (told from ${told} %)`;
}
