import type { Pause } from '@sqrl/base/pauses.ts';
import { localTime } from '@sqrl/base/terminal/time.ts';

/** How long a pause lasts, in words. */
export const untilWords = ({ until }: Pause, now: number): string => {
  if (until === null) return 'until `sqrl resume`';
  const [day, time] = localTime(until).split(' ');
  return `until ${day === localTime(now).split(' ')[0] ? time : `${day} ${time}`}`;
};
