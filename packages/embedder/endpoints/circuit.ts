import { EmbedderDown } from '../embedder.ts';

/** A failure of a provider; a dead one is left alone for a while, one bad answer is not held against it. */
export class ProviderFault extends EmbedderDown {
  readonly dead: boolean;
  /** How long the provider itself wishes to be left alone. */
  readonly waitMs: number | undefined;

  constructor(message: string, dead = true, waitMs?: number) {
    super(message);
    this.dead = dead;
    this.waitMs = waitMs;
  }
}

/** Runs calls to a provider, and after a failure answers at once for a while instead of waiting again. */
export function circuit(restMs: number): <T>(call: () => Promise<T>) => Promise<T> {
  let last: ProviderFault | undefined;
  let resting = false;
  let probing = false;

  /** Counts the rest with a timer, which nothing waits for: this room has no clock. */
  function rest(ms: number): void {
    resting = true;
    setTimeout(
      () => {
        resting = false;
      },
      Math.min(ms, MAX_REST_MS),
    ).unref();
  }

  return async (call) => {
    // After the rest one finds out for everybody: the others would all wait for the same timeout.
    if (last && (resting || probing)) throw new EmbedderDown(`${last.message} Squirrel retries later.`);
    probing = last !== undefined;
    try {
      const answer = await call();
      last = undefined;
      return answer;
    } catch (error) {
      last = error instanceof ProviderFault && error.dead ? error : undefined;
      if (last) rest(Math.max(restMs, last.waitMs ?? 0));
      throw error;
    } finally {
      probing = false;
    }
  };
}

const MAX_REST_MS = 3_600_000;
