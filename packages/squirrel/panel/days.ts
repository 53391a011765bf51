import { DAY_MS } from '@sqrl/base/durations.ts';

/** The days of a time zone: what each is called and when it begins. */
export interface DaySeries {
  /** `YYYY-MM-DD`, oldest first, today last. */
  names: string[];
  /** When each begins; one more for the end of today. */
  starts: number[];
  /** How many of these times fall on each day; those before the first are left out. */
  count(times: readonly number[]): number[];
}

/** The last days until now, where a person lives. */
export function lastDays(timeZone: string, now: number, many: number): DaySeries {
  const clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const today = Date.parse(`${clock.format(now).slice(0, 10)}T00:00Z`);
  const dates = Array.from({ length: many + 1 }, (_, i) => today - (many - 1 - i) * DAY_MS);
  const starts = dates.map((date) => beginningOf(clock, date));
  return {
    names: dates.slice(0, many).map((date) => new Date(date).toISOString().slice(0, 10)),
    starts,
    count(times) {
      const counts = Array.from({ length: many }, () => 0);
      for (const at of times) {
        const day = starts.findLastIndex((start) => start <= at);
        if (day >= 0 && day < many) counts[day]!++;
      }
      return counts;
    },
  };
}

/** When a date begins in a zone; asked twice, since the clocks may be changed in between. */
function beginningOf(clock: Intl.DateTimeFormat, date: number): number {
  const shift = (at: number) =>
    Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
  return date - shift(date - shift(date));
}
