import { DAY_MS } from '@sqrl/base/durations.ts';

/** A day of a calendar; months and days count from one. */
export interface Day {
  year: number;
  month: number;
  day: number;
}

/** The day it is at a time, in a zone. */
export function dayIn(at: number, timeZone: string): Day {
  const { year, month, day } = clockIn(at, timeZone);
  return { year, month, day };
}

/** The first millisecond of a day, in a zone. */
export function dayStart({ year, month, day }: Day, timeZone: string): number {
  const midnight = Date.UTC(year, month - 1, day);
  const shift = (at: number): number => {
    const there = clockIn(at, timeZone);
    return Date.UTC(there.year, there.month - 1, there.day, there.hour, there.minute) - at;
  };
  // Clocks may change between the two midnights, so the shift is asked again where the first guess leads.
  return midnight - shift(midnight - shift(midnight));
}

/** A day some days later, or earlier. */
export function plusDays({ year, month, day }: Day, days: number): Day {
  const at = new Date(Date.UTC(year, month - 1, day) + days * DAY_MS);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}

/** The same day some months later, or earlier; the last of a month that is too short for it. */
export function plusMonths({ year, month, day }: Day, months: number): Day {
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const longest = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1, day: Math.min(day, longest) };
}

/** Which day of the week it is; Sunday is nought. */
export const weekdayOf = ({ year, month, day }: Day): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay();

const formats = new Map<string, Intl.DateTimeFormat>();

function clockIn(at: number, timeZone: string) {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return parts as unknown as { year: number; month: number; day: number; hour: number; minute: number };
}
