/** A number with its noun: `1 memory`, `1,024 memories`. The plural is that of its first word, unless it is told. */
export const counted = (n: number, one: string, other = pluralOf(one)): string =>
  n === 1 ? `1 ${one}` : `${number(n)} ${other}`;

const pluralOf = (noun: string): string =>
  noun.replace(/^\S+/, (word) => (/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`));

const DAY_MS = 24 * 3600 * 1000;

const STEPS = [
  [60, 'second'],
  [60, 'minute'],
  [24, 'hour'],
  [7, 'day'],
  [5, 'week'],
] as const;

/** The browser's own variant of English, where it has one: 24 hours for some people, 12 for others. */
const locale =
  globalThis.navigator?.languages.find((name) => name.slice(0, 2) === 'en' && isLocale(name)) ?? 'en';

/** Headless browsers have been seen to say `en-US@posix`, which no format takes. */
function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}

const relativeTime = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
const dayAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const dayOfThisYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const fullDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const timeOfDay = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
const plainNumber = new Intl.NumberFormat(locale);
const shortNumber = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const percentage = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });

/** `3 hours ago`; the day where that is long ago. */
export function ago(at: number, now = Date.now()): string {
  let value = (at - now) / 1000;
  for (const [size, unit] of STEPS) {
    if (Math.abs(value) < size) return relativeTime.format(Math.round(value), unit);
    value /= size;
  }
  return fullDay.format(at);
}

export const moment = (at: number): string => dayAndTime.format(at);

/** A day; one as `YYYY-MM-DD` is the person's own day, not midnight in Greenwich. */
export function day(at: number | string): string {
  const date = typeof at === 'string' ? new Date(`${at}T12:00:00`) : new Date(at);
  return (date.getFullYear() === new Date().getFullYear() ? dayOfThisYear : fullDay).format(date);
}

/** `today`, `yesterday`, or the day. */
export function dayName(at: number): string {
  const [then, now] = [new Date(at), new Date()].map((date) => date.setHours(0, 0, 0, 0));
  const days = Math.round((then! - now!) / DAY_MS);
  return days > -2 && days <= 0 ? relativeTime.format(days, 'day') : day(at);
}

export const clock = (at: number): string => timeOfDay.format(at);
export const number = (value: number): string => plainNumber.format(value);
/** `once`, `3 times`. */
export const times = (n: number): string => (n === 1 ? 'once' : `${number(n)} times`);
/** `12.4k` where room is scarce. */
export const short = (value: number): string => shortNumber.format(value);
export const percent = (value: number): string => percentage.format(value);

const MINUTE_MS = 60_000;

export function span(ms: number): string {
  const minutes = Math.round(ms / MINUTE_MS);
  if (minutes < 1) return `${number(Math.round(ms / 1000))} s`;
  if (minutes < 60) return `${number(minutes)} min`;
  return `${number(Math.floor(minutes / 60))} h ${number(minutes % 60)} min`;
}
