import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, unless it is told to stop. It does not keep the process running. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => {});
