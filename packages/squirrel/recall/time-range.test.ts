import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeAsked } from './time-range.ts';

/** A Sunday. */
const NOW = Date.UTC(2026, 10, 15, 10, 30);

const asked = (question: string) => timeAsked(question, NOW)?.said;

test.each([
  ['what did we change today?', 'on 2026-11-15'],
  ['what broke yesterday', 'on 2026-11-14'],
  ['what did we decide last week about the queue', 'from 2026-11-02 to 2026-11-08'],
  ['what did I do this week?', 'from 2026-11-09 to 2026-11-15'],
  ['decisions of last month', 'from 2026-10-01 to 2026-10-31'],
  ['what happened in March?', 'from 2026-03-01 to 2026-03-31'],
  ['what happened in December?', 'from 2025-12-01 to 2025-12-31'],
  ['what was learnt in May 2023', 'from 2023-05-01 to 2023-05-31'],
  ['decisions before 2026-02-01', 'before 2026-02-01'],
  ['errors since Tuesday', 'from 2026-11-10 to 2026-11-15'],
  ['errors after 3 November', 'from 2026-11-04 to 2026-11-15'],
  ['what did we say on November 3rd, 2025?', 'on 2025-11-03'],
  ['what did we try three weeks ago', 'from 2026-10-19 to 2026-10-25'],
  ['failures in the last 10 days', 'from 2026-11-06 to 2026-11-15'],
  ['what was decided in 2025?', 'from 2025-01-01 to 2025-12-31'],
])('"%s" asks about %s', (question, said) => {
  expect(asked(question)).toBe(said);
});

test.each([
  ['what did we decide about the queue last week?', 'what did we decide about the queue ?'],
  ['In July, why was the lantern removed?', ', why was the lantern removed?'],
  ['errors since Tuesday in the parser', 'errors in the parser'],
  ['the queue before 2026-02-01', 'the queue'],
  ['la décision prise en août sur la file', 'la décision prise sur la file'],
  // Two letters for one: the two texts do not run side by side, and all of it stays.
  ['한국어 last week', '한국어 last week'],
])('"%s" asks for "%s", apart from the time', (question, rest) => {
  expect(timeAsked(question, NOW)?.rest).toBe(rest);
});

test.each([
  ["qu'avons-nous décidé la semaine dernière ?", 'from 2026-11-02 to 2026-11-08'],
  ['les erreurs depuis mardi', 'from 2026-11-10 to 2026-11-15'],
  ['qu’est-ce qui a cassé hier', 'on 2026-11-14'],
  ['les décisions avant le 1er mars 2026', 'before 2026-03-01'],
  ['il y a deux jours', 'on 2026-11-13'],
  ['en août', 'from 2026-08-01 to 2026-08-31'],
  ['was haben wir letzte Woche entschieden?', 'from 2026-11-02 to 2026-11-08'],
  ['was ist gestern kaputtgegangen', 'on 2026-11-14'],
  ['Fehler seit Dienstag', 'from 2026-11-10 to 2026-11-15'],
  ['Entscheidungen vor dem 1. März 2026', 'before 2026-03-01'],
  ['vor drei Tagen', 'on 2026-11-12'],
  ['im Oktober', 'from 2026-10-01 to 2026-10-31'],
  ['¿qué decidimos la semana pasada?', 'from 2026-11-02 to 2026-11-08'],
  ['¿qué se rompió ayer?', 'on 2026-11-14'],
  ['errores desde el martes', 'from 2026-11-10 to 2026-11-15'],
  ['antes del 2 de febrero de 2026', 'before 2026-02-02'],
  ['hace tres meses', 'from 2026-08-01 to 2026-08-31'],
  ['en marzo', 'from 2026-03-01 to 2026-03-31'],
])('so does "%s": %s', (question, said) => {
  expect(asked(question)).toBe(said);
});

test.each([
  'how may I run the tests?',
  'may I run the migrations by hand?',
  'which port does the dashboard use',
  'wie läuft das hier?',
  'what runs before the build',
  'who calls march()',
  'the second function in utils',
  'why does it fail after a restart',
  '',
])('"%s" names no time', (question) => {
  expect(asked(question)).toBeUndefined();
});

test('a day begins where the asker lives', () => {
  const day = timeAsked('what did we do today', NOW, 'Asia/Tokyo')!;
  expect(new Date(day.from).toISOString()).toBe('2026-11-14T15:00:00.000Z');
  expect(day.to - day.from).toBe(24 * 3_600_000);
});

test('the day on which clocks go back has twenty-five hours', () => {
  const day = timeAsked('on 2026-10-25', NOW, 'Europe/Berlin')!;
  expect(day.to - day.from).toBe(25 * 3_600_000);
});

test('whatever is asked, the span is a span and the same each time', () => {
  const words = [
    'since',
    'before',
    'last',
    'week',
    'march',
    '2026',
    '3',
    'days',
    'ago',
    'vor',
    'hier',
    'mardi',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words), { maxLength: 6 }), (some) => {
      const time = timeAsked(some.join(' '), NOW);
      expect(timeAsked(some.join(' '), NOW)).toEqual(time);
      if (time) expect(time.from).toBeLessThan(time.to);
    }),
  );
});
