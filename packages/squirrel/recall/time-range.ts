import { DAY_MS } from '@sqrl/base/durations.ts';

/** A span of time that a question names: from its first millisecond up to, not including, `to`. */
export interface TimeRange {
  from: number;
  to: number;
  said: string;
  /** What else the question says: the words that name the time would look for themselves. */
  rest?: string;
}

type DayRange = readonly [Day, Day];

/**
 * Reads the time that a question asks about: today, last week, in March, before 2026-02-01, since Tuesday; in English,
 * French, German and Spanish. Undefined where it names none.
 */
export function timeAsked(question: string, now: number, timeZone = 'UTC'): TimeRange | undefined {
  const text = plain(question);
  // Few questions name a time, and only those need to know what day it is.
  let known: Day | undefined;
  const today = () => (known ??= dayIn(now, timeZone));
  for (const [side, day] of SIDES) {
    const match = side.exec(text);
    const named = match && daysNamed(match[1]!, today);
    if (!named) continue;
    const end = match.index + match[0].length - match[1]!.length + named.end;
    const rest = without(question, text, { start: match.index, end });
    return spanOf(day(named.days, today() + 1), { timeZone, rest });
  }
  const named = daysNamed(text, today);
  return named && spanOf(named.days, { timeZone, rest: without(question, text, named) });
}

/** The question without a part of its plain text, as far as the two run side by side. */
const without = (question: string, text: string, { start, end }: { start: number; end: number }): string =>
  // The plain text has a blank before it and one after it.
  text.length === question.length + 2
    ? `${question.slice(0, Math.max(0, start - 1)).trimEnd()} ${question.slice(end - 1).trimStart()}`.trim()
    : question;

/** What may follow "since" and its like: enough of the text to hold a date. */
const ANY = '.{3,40}';

/** Without accents, in small letters; "l'année" and "l’année" are the same. */
const plain = (text: string): string =>
  ` ${text.normalize('NFD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase()} `;

const EVER: Day = 0;

/** Words that ask for one side of a time, with what follows them. */
const SIDES = (
  [
    [/(?:since|depuis|seit|desde)(?: the| le| la| dem| der| el)? (?=\S)/, ([from], end) => [from, end]],
    [
      /(?:before|prior to|until|avant|jusqu'?(?:a|au|en)?|vor dem|vor(?= \S+ \d{4})|bis(?: zum)?|antes del?|hasta)(?: the| le| la| el)? (?=\S)/,
      ([from]) => [EVER, from],
    ],
    [/(?:after|apres|nach(?: dem)?|despues del?)(?: the| le| la| el)? (?=\S)/, ([, to], end) => [to, end]],
  ] as [RegExp, (named: DayRange, tomorrow: Day) => DayRange][]
).map(([side, days]) => [new RegExp(`\\b${side.source}(${ANY})`), days] as const);

/** The days that a text names first, by the first rule that knows them, and where it does. */
function daysNamed(
  text: string,
  today: () => Day,
): { days: DayRange; start: number; end: number } | undefined {
  for (const [pattern, read] of RULES) {
    const match = pattern.exec(text);
    const days = match && read(match, today(), text);
    if (days) return { days, start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}

type TimePhraseReader = (match: RegExpExecArray, today: Day, text: string) => DayRange | undefined;

const MONTHS = [
  'january|janvier|januar|enero|jan',
  'february|fevrier|februar|febrero|feb',
  'march|mars|marz|maerz|marzo|mar',
  'april|avril|abril|apr',
  'may|mai|mayo',
  'june|juin|juni|junio|jun',
  'july|juillet|juli|julio|jul',
  'august|aout|agosto|aug',
  'september|septembre|septiembre|sept|sep',
  'october|octobre|oktober|octubre|oct|okt',
  'november|novembre|noviembre|nov',
  'december|decembre|dezember|diciembre|dec|dez',
];
const MONTH = `(${MONTHS.join('|')})`;
const WEEKDAYS = [
  'sunday|dimanche|sonntag|domingo',
  'monday|lundi|montag|lunes',
  'tuesday|mardi|dienstag|martes',
  'wednesday|mercredi|mittwoch|miercoles',
  'thursday|jeudi|donnerstag|jueves',
  'friday|vendredi|freitag|viernes',
  'saturday|samedi|samstag|sabado',
];
const NUMBERS = [
  'one|a|an|une?|eine[mnr]?|una?|uno',
  'two|deux|zwei|dos',
  'three|trois|drei|tres',
  'four|quatre|vier|cuatro',
  'five|cinq|funf|cinco',
  'six|sechs|seis',
  'seven|sept|sieben|siete',
];
const COUNT = `(\\d{1,3}|${NUMBERS.join('|')})`;
const UNIT =
  '(days?|weeks?|months?|years?|jours?|semaines?|mois|ans?|annees?|tage?n?|wochen?|monate?n?|jahre?n?|dias?|semanas?|mes(?:es)?|anos?)';

const among = (list: readonly string[], word: string): number =>
  list.findIndex((names) => new RegExp(`^(?:${names})$`).test(word));
const counted = (word: string): number => (/^\d/.test(word) ? Number(word) : among(NUMBERS, word) + 1);

const dateOf = (day: Day): Date => new Date(day * DAY_MS);
/** Months and days count from one; those beyond the last lead into the next month or year. */
const dayOf = (year: number | string = 0, month: number | string = 1, day: number | string = 1): Day =>
  Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS;
const yearIn = (day: Day): number => dateOf(day).getUTCFullYear();
const monthIn = (day: Day): number => dateOf(day).getUTCMonth() + 1;
/** Sunday is nought. */
const weekdayOf = (day: Day): number => dateOf(day).getUTCDay();

const mondayOf = (day: Day): Day => day - ((weekdayOf(day) + 6) % 7);
const oneDay = (day: Day): DayRange => [day, day + 1];
const yearOf = (year: number): DayRange => [dayOf(year), dayOf(year + 1)];
/** The month that a day lies in, or one some months earlier. */
const monthOf = (day: Day, back = 0): DayRange => [
  dayOf(yearIn(day), monthIn(day) - back),
  dayOf(yearIn(day), monthIn(day) - back + 1),
];

function ago(count: number, unit: string, today: Day): DayRange {
  const monday = mondayOf(today) - 7 * count;
  if (WEEKS.test(unit)) return [monday, monday + 7];
  if (/^m/.test(unit)) return monthOf(today, count);
  return YEARS.test(unit) ? yearOf(yearIn(today) - count) : oneDay(today - count);
}

function within(count: number, unit: string, today: Day): DayRange {
  const tomorrow = today + 1;
  if (WEEKS.test(unit)) return [tomorrow - 7 * count, tomorrow];
  const months = /^m/.test(unit) ? count : YEARS.test(unit) ? 12 * count : undefined;
  if (months === undefined) return [tomorrow - count, tomorrow];
  // The last day of a month that is too short for today's.
  const [first, next] = monthOf(today, months);
  return [Math.min(first + dateOf(today).getUTCDate() - 1, next - 1), tomorrow];
}

const WEEKS = /^(?:week|semaine|woche|semana)/;
const YEARS = /^(?:y|an|jahr)/;

/** A day and a month, of the year given or of the last in which it was not still to come. */
function dated(day: number, name: string, year: string | undefined, today: Day): DayRange | undefined {
  const month = among(MONTHS, name) + 1;
  if (month === 0 || day < 1 || day > 31) return undefined;
  const thisYear = dayOf(yearIn(today), month, day);
  return oneDay(year || thisYear > today ? dayOf(year ?? yearIn(today) - 1, month, day) : thisYear);
}

function monthNamed(name: string, year: string | undefined, today: Day): DayRange {
  const month = among(MONTHS, name) + 1;
  return monthOf(dayOf(year ?? yearIn(today) - Number(month > monthIn(today)), month));
}

/** Every way to name days that is understood; the more exact ones first. */
const RULES: readonly [RegExp, TimePhraseReader][] = [
  [/\b(\d{4})-(\d\d)-(\d\d)\b/, ([, y, m, d]) => oneDay(dayOf(y, m, d))],
  [/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/, ([, d, m, y]) => oneDay(dayOf(y, m, d))],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|er|\\.)? (?:of |de )?${MONTH}\\b,?(?: (?:de )?(\\d{4}))?`),
    ([, day, name, year], today) => dated(Number(day), name!, year, today),
  ],
  [
    new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?\\b(?!\\d),?(?: (\\d{4}))?`),
    ([, name, day, year], today) => dated(Number(day), name!, year, today),
  ],
  [/\b(\d{4})-(\d\d)\b/, ([, y, m]) => monthOf(dayOf(y, m))],
  [
    new RegExp(`\\b${MONTH},?(?: de)? (\\d{4})\\b`),
    ([, name, year], today) => monthNamed(name!, year, today),
  ],
  [
    // "May" and "mars" are other words too: a month alone needs a word before it that wants one. After "since" it stands
    // at the very beginning; a question begins with a blank.
    new RegExp(`(?:^|\\b(?:in|during|im|en|au mois de?|early|late|mid|end of|of|last) )${MONTH}\\b`),
    ([, name], today) => monthNamed(name!, undefined, today),
  ],
  [/\bday before yesterday\b|\bavant-hier\b|\bvorgestern\b|\banteayer\b/, (_, today) => oneDay(today - 2)],
  [/\byesterday\b|\bgestern\b|\bayer\b|\blast night\b/, (_, today) => oneDay(today - 1)],
  [
    // In German it means "here".
    /\bhier\b/,
    (_, today, text) =>
      /\b(?:der|die|das|wir|ich|ist|und|nicht|wie|was|wo|haben|wird)\b/.test(text)
        ? undefined
        : oneDay(today - 1),
  ],
  [/\btoday\b|\baujourd'hui\b|\bheute\b|\bhoy\b|\bthis morning\b|\bce matin\b/, (_, today) => oneDay(today)],
  [
    /\bthis week\b|\bcette semaine\b|\bdiese[rn]? woche\b|\besta semana\b/,
    (_, today) => [mondayOf(today), today + 1],
  ],
  [
    /\b(?:last|previous|past) week\b|\bsemaine (?:derniere|passee)\b|\b(?:letzte|vorige|vergangene)[rn]? woche\b|\bsemana pasada\b/,
    (_, today) => ago(1, 'week', today),
  ],
  [
    /\bthis month\b|\bce mois(?:-ci)?\b|\bdiesen monat\b|\beste mes\b/,
    (_, today) => [monthOf(today)[0], today + 1],
  ],
  [
    /\b(?:last|previous|past) month\b|\bmois (?:dernier|passe)\b|\b(?:letzten|vorigen|vergangenen) monat\b|\bmes pasado\b/,
    (_, today) => ago(1, 'month', today),
  ],
  [
    /\b(?:last|previous) year\b|\b(?:l'annee derniere|l'an dernier)\b|\b(?:letztes|voriges) jahr\b|\bano pasado\b/,
    (_, today) => yearOf(yearIn(today) - 1),
  ],
  [
    new RegExp(
      `\\b(?:last|past|letzten|vergangenen|ultim[oa]s) ${COUNT} ${UNIT}\\b|\\b${COUNT} (?:derniers?|dernieres?) ${UNIT}\\b`,
    ),
    ([, count, unit, french, mois], today) => within(counted(count ?? french!), unit ?? mois!, today),
  ],
  [
    new RegExp(`\\b${COUNT} ${UNIT} ago\\b|\\b(?:il y a|vor|hace) ${COUNT} ${UNIT}\\b`),
    ([, count, unit, other, named], today) => ago(counted(count ?? other!), unit ?? named!, today),
  ],
  [
    new RegExp(`\\b(${WEEKDAYS.join('|')})\\b`),
    ([, name], today) => oneDay(today - ((weekdayOf(today) - among(WEEKDAYS, name!) + 6) % 7) - 1),
  ],
  [/\b(?:in|during|en|im jahr|im jahre|of) (20\d\d)\b/, ([, year]) => yearOf(Number(year))],
];

function spanOf(
  [first, end]: DayRange,
  { timeZone, rest }: { timeZone: string; rest: string },
): TimeRange | undefined {
  const [from, to] = [dayStart(first, timeZone), dayStart(end, timeZone)];
  if (!(from < to)) return undefined;
  const [begin, last] = [first, end - 1].map(dayNamed);
  const said = begin === last ? `on ${begin}` : `from ${begin} to ${last}`;
  return { from, to, said: first === EVER ? `before ${dayNamed(end)}` : said, rest };
}

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

export const dayIn = (at: number, timeZone: string): Day => Math.floor(shownAt(at, timeZone) / DAY_MS);

/** When a day begins in a zone; asked twice, since clocks may change between the two midnights. */
export function dayStart(day: Day, timeZone: string): number {
  const midnight = day * DAY_MS;
  const shift = (at: number) => shownAt(at, timeZone) - Math.floor(at / 1000) * 1000;
  return midnight - shift(midnight - shift(midnight));
}

/** `YYYY-MM-DD`. */
export const dayNamed = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
