import { useWords } from '../../words/say.ts';
import { timelineWords } from './words.ts';

const MINUTE_MS = 60_000;

/** Says how long something took. */
export function useSpan(): (ms: number) => string {
  const say = useWords(timelineWords);
  return (ms) => {
    const minutes = Math.round(ms / MINUTE_MS);
    if (minutes < 1) return say('span.seconds', { n: Math.round(ms / 1000) });
    if (minutes < 60) return say('span.minutes', { n: minutes });
    return say('span.hours', { n: Math.floor(minutes / 60), minutes: minutes % 60 });
  };
}
