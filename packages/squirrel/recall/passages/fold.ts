/** A message of a folded talk, with the number of messages left out right before it. */
export type Folded<M> = M & { skipped: number };

/** A talk of at most this many messages is shown whole. */
const MAX_WHOLE = 24;
/** Of a longer one: its first messages, those around the cited one, and its last, where most is settled. */
const KEPT = { first: 2, around: 6, last: 6 };

/** Leaves out messages in the middle of a long talk, far from the cited one. */
export function foldTalk<M>(messages: readonly M[], cited: number): Folded<M>[] {
  const isKept = (i: number) =>
    messages.length <= MAX_WHOLE ||
    i < KEPT.first ||
    Math.abs(i - cited) <= KEPT.around ||
    i >= messages.length - KEPT.last;
  let skipped = 0;
  return messages.flatMap((message, i) => {
    if (!isKept(i)) {
      skipped++;
      return [];
    }
    const folded = { ...message, skipped };
    skipped = 0;
    return [folded];
  });
}
