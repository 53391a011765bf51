import { Problem } from '@sqrl/base/problem.ts';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import type { Input, Output, Verb } from '@sqrl/squirrel/protocol/verbs.ts';
import type { Degradation } from './types.ts';

/** Milliseconds that any call may take. */
export const CALL_TIMEOUT_MS = 3000;

/** Asks the memory and never waits longer than it may. */
export type Asker = ReturnType<typeof askerOver>;

export function askerOver({
  client,
  timeoutMs,
  onDegraded,
}: {
  client: Promise<VerbClient>;
  timeoutMs: number;
  onDegraded?: ((degradation: Degradation) => void) | undefined;
}) {
  let degraded: Degradation | undefined;
  let isSlowTold = false;
  const running = new Set<Promise<unknown>>();

  const sent = <V extends Verb>(verb: V, input: Input<V>): Promise<Output<V>> => {
    const work = client.then((opened) => opened.call(verb, input));
    running.add(work);
    // A failure after the timeout has nobody left to tell.
    work.catch(() => {}).finally(() => running.delete(work));
    return work;
  };

  async function limited<T>(verb: Verb, work: Promise<T>, ms: number): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const late = () =>
      new Problem(`Memory did not answer \`${verb}\` within ${ms} ms.`, 'Run `sqrl doctor`.', 'cancelled');
    const timer = setTimeout(() => reject(late()), ms);
    try {
      return await Promise.race([work, promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Tells the program, and by `degraded` the agent; that long work goes on behind is told to the program alone. */
  function missed(call: Verb, error: unknown, mayTakeLong = false): undefined {
    const isLate = error instanceof Problem && error.code === 'cancelled';
    const message = error instanceof Error ? error.message : String(error);
    const why: Degradation = { call, reason: isLate ? 'late' : 'failed', message };
    const isSlow = isLate && mayTakeLong;
    if (degraded === undefined && !(isSlow && isSlowTold)) onDegraded?.(why);
    if (isSlow) isSlowTold = true;
    else degraded ??= why;
  }

  return {
    /** Why memory did not answer the first time; undefined while it always did. */
    get degraded(): Degradation | undefined {
      return degraded;
    },
    /** Rejects with a Problem when it fails or is late. */
    call: <V extends Verb>(verb: V, input: Input<V>): Promise<Output<V>> =>
      limited(verb, sent(verb, input), timeoutMs),
    /** As `ask`, for work that may take long: that it is late is told to `onDegraded`, but to no agent, since memory is there. */
    start: <V extends Verb>(verb: V, input: Input<V>): Promise<Output<V> | undefined> =>
      limited(verb, sent(verb, input), timeoutMs).catch((error) => missed(verb, error, true)),
    idle: (): Promise<unknown> => Promise.allSettled(running),
    /** Undefined when it fails or is late, after `onDegraded` was told. `limitMs` is shorter than that of any call. */
    async ask<V extends Verb>(verb: V, input: Input<V>, limitMs = timeoutMs): Promise<Output<V> | undefined> {
      return limited(verb, sent(verb, input), Math.min(limitMs, timeoutMs)).catch((error) =>
        missed(verb, error),
      );
    },
  };
}
