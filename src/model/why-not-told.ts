import { type Message, message } from '../base/messages.ts';
import { type TrustLevel, toldFrom } from './delivery.ts';
import { type FullMemory, type Memory, MUTED } from './memory.ts';

/** What is known of a memory besides itself when it is asked why agents are not told. */
export interface UntoldFacts {
  now: number;
  level: TrustLevel;
  /** In how many places it was said or seen. */
  times: number;
  /** Ids of the memories that it contradicts. */
  conflicts: readonly string[];
  /** Why it was last sent to a person, where that was noted. */
  sent: Message | undefined;
  anchors?: FullMemory['anchors'];
}

/** Why a memory is not told to agents unasked: the reason that `review`, `show`, `why` and the panel name; null where it is told. */
export function whyNotTold(memory: Memory, facts: UntoldFacts): Message | null {
  const { status, expiresAt, verified, tainted, needsReview, tags } = memory;
  const { now, conflicts, sent, anchors = [] } = facts;
  if (status === 'deprecated') return message('untold.archived');
  if (expiresAt !== null && expiresAt <= now) return message('untold.expired');
  if (tags.includes(MUTED)) return message('untold.muted');
  if (needsReview && sent) return sent;
  if (tainted && !verified) return message('wait.untrusted');
  if (needsReview && conflicts.length > 0) return message('wait.contradicts', { ids: conflicts.join(', ') });
  if (needsReview && anchors.some(({ state }) => state === 'gone')) return message('wait.codeGone');
  if (needsReview && anchors.some(({ state }) => state === 'stale')) return message('wait.codeChanged');
  return unsure(memory, facts) ?? (needsReview ? message('wait.requested') : null);
}

/** That it is below the bar, with both figures; undefined where it is not. */
function unsure(memory: Memory, { level, times }: UntoldFacts): Message | undefined {
  const from = toldFrom(memory, level);
  if (memory.verified || memory.confidence >= from) return undefined;
  const said = memory.source === 'user_said' || memory.source === 'user_taught';
  return message(said ? 'wait.unsure' : 'wait.unsureSeen', {
    n: Math.max(1, times),
    // Rounded down, so that it never reads as if it reached the bar.
    percent: Math.floor(memory.confidence * 100),
    from: Math.ceil(from * 100 - 1e-9),
  });
}
