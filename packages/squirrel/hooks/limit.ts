import type { eventOf } from '../clients/hook-events.ts';

/**
 * An answer may take as long as so many starts of Node: on an idle machine a start takes 10 to 40 ms and the usual limit holds,
 * at a load of ten for each core it takes 150 ms and everything else ten times as long, too.
 */
const STARTS = 20;
/** How long before the client's own timeout it must be gone. */
const RESERVE_MS = 500;

/** How long a hook may take on a machine where Node started in so long. */
export const hookLimit = (
  { limitMs, timeoutMs }: Pick<ReturnType<typeof eventOf>, 'limitMs' | 'timeoutMs'>,
  startMs: number,
): number => Math.round(Math.min(Math.max(limitMs, startMs * STARTS), timeoutMs - RESERVE_MS));
