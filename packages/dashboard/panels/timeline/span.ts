import { number } from '../../words/times.ts';

const MINUTE_MS = 60_000;

/** Says how long something took. */
export function useSpan(): (ms: number) => string {
  return (ms) => {
    const minutes = Math.round(ms / MINUTE_MS);
    if (minutes < 1) return `${number(Math.round(ms / 1000))} s`;
    if (minutes < 60) return `${number(minutes)} min`;
    return `${number(Math.floor(minutes / 60))} h ${number(minutes % 60)} min`;
  };
}
