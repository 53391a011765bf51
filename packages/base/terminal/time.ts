import { usage } from './usage.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNITS = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** Says how long ago, or in how long, a time is: "3 days ago", "in 2 hours", "just now". */
export function relativeTime(time: number, now: number): string {
  const away = time - now;
  const [unit, size] = UNITS.find(([, size]) => Math.abs(away) >= size) ?? [];
  if (unit === undefined) return 'just now';
  const count = Math.floor(Math.abs(away) / size!);
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return away < 0 ? `${words} ago` : `in ${words}`;
}

/** Writes a time as people of the machine's own time zone read it: 2026-11-15 04:05. */
export function localTime(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Writes a day as people say it: 3 Dec. */
export const shortDay = (time: number): string =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });

/** Says how long something took: "0.8 ms", "35 ms", "2.1 s". */
export function duration(ms: number): string {
  if (ms >= SECOND_MS) return `${(ms / SECOND_MS).toFixed(1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** Reads when something ends: a span from now (12h, 7d, 2w) or a day, which counts to its end (2026-12-31). */
export function endTime(option: string, text: string, now: number): number {
  const time = now + (span(text) ?? endOfDay(text) - now);
  if (Number.isNaN(time)) throw usage(`${option} ${text} is not a time.`, WRITE_IT);
  if (time <= now) throw usage(`${option} ${text} is in the past.`, WRITE_IT);
  return time;
}

/** Reads when something began: a span back from now (12h, 7d, 2w) or the start of a day (2026-01-31). */
export function startTime(option: string, text: string, now: number): number {
  const back = span(text);
  const time = back === undefined ? startOfDay(text) : now - back;
  if (Number.isNaN(time)) throw usage(`${option} ${text} is not a time.`, WRITE_IT);
  return time;
}

const WRITE_IT = 'Use a duration such as 30m, 12h, 7d or 2w, or a date such as 2026-12-31.';

function span(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,5})([mhdw])$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  return (
    Number(count) * { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }[unit as 'm' | 'h' | 'd' | 'w']
  );
}

function startOfDay(text: string): number {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  const date = new Date(year!, month! - 1, day);
  // JavaScript takes the 31st of February for the 3rd of March; a person does not.
  return date.getMonth() === month! - 1 && date.getDate() === day ? date.getTime() : Number.NaN;
}

const endOfDay = (text: string) => {
  const start = new Date(startOfDay(text));
  return new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1).getTime() - 1;
};
