import { DAY_MS } from '@sqrl/base/durations.ts';

/** A day of a calendar, counted from the first of 1970. */
export type Day = number;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show at a time, read as if it were UTC; to the second. */
function shownAt(at: number, timeZone: string): number {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, clock);
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`);
}

/** The day it is at a time, in a zone. */
export const dayIn = (at: number, timeZone: string): Day => Math.floor(shownAt(at, timeZone) / DAY_MS);

/** When a day begins in a zone; asked twice, since clocks may change between the two midnights. */
export function dayStart(day: Day, timeZone: string): number {
  const midnight = day * DAY_MS;
  const shift = (at: number) => shownAt(at, timeZone) - Math.floor(at / 1000) * 1000;
  return midnight - shift(midnight - shift(midnight));
}

/** `YYYY-MM-DD`. */
export const dayNamed = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
