import { useMemo } from 'react';
import { useLanguage } from './language.tsx';

/** Times, days and numbers as the person writes them. */
export interface Formats {
  /** `3 hours ago`; the day where that is long ago. */
  ago(at: number, now?: number): string;
  /** Day and time in full, for those who want to know. */
  moment(at: number): string;
  day(at: number | string): string;
  /** `today`, `yesterday`, or the day. */
  dayName(at: number): string;
  clock(at: number): string;
  number(value: number): string;
  /** `12.4k` where room is scarce. */
  short(value: number): string;
  percent(value: number): string;
}

const DAY_MS = 24 * 3600 * 1000;

const STEPS = [
  [60, 'second'],
  [60, 'minute'],
  [24, 'hour'],
  [7, 'day'],
  [5, 'week'],
] as const;

/** How the chosen language, as this browser's person writes it, puts times and numbers. */
export function useFormats(): Formats {
  const { language } = useLanguage();
  return useMemo(() => formatsOf(localeOf(language)), [language]);
}

/** The person's own variant of the language, where the browser has one: 24 hours for some, 12 for others. */
const localeOf = (language: string): string =>
  navigator.languages.find((name) => name.slice(0, 2) === language && isLocale(name)) ?? language;

/** Browsers in bare surroundings have been seen to say `en-US@posix`, which no format takes. */
function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}

function formatsOf(locale: string): Formats {
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const thisYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const number = new Intl.NumberFormat(locale);
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const dayOf = (at: number | string): string => {
    // A bare day is the person's own day, not midnight in Greenwich.
    const date = typeof at === 'string' ? new Date(`${at}T12:00:00`) : new Date(at);
    return (date.getFullYear() === new Date().getFullYear() ? thisYear : day).format(date);
  };
  return {
    ago(at, now = Date.now()) {
      let value = (at - now) / 1000;
      for (const [size, unit] of STEPS) {
        if (Math.abs(value) < size) return relative.format(Math.round(value), unit);
        value /= size;
      }
      return day.format(at);
    },
    moment: (at) => moment.format(at),
    day: dayOf,
    dayName(at) {
      const [then, now] = [new Date(at), new Date()].map((date) => date.setHours(0, 0, 0, 0));
      const days = Math.round((then! - now!) / DAY_MS);
      return days > -2 && days <= 0 ? relative.format(days, 'day') : dayOf(at);
    },
    clock: (at) => clock.format(at),
    number: (value) => number.format(value),
    short: (value) => short.format(value),
    percent: (value) => percent.format(value),
  };
}
