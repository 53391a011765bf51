/** A client that crashes in the middle of every message must not make the state grow. */
const MAX_WAITING = 200;

/** Notes a message that was not finished when it was read; beyond the limit the oldest one is given up. */
export function addWaiting(waiting: Set<string>, key: string): void {
  waiting.add(key);
  if (waiting.size > MAX_WAITING) waiting.delete(waiting.values().next().value!);
}
