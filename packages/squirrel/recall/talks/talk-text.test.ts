import { expect, test } from 'vitest';
import type { SettledTalk } from './settled-talks.ts';
import { settledText } from './talk-text.ts';

/** A talk with these settled words, each as sure as said. */
function talk(day: string, words: Record<string, number>, more: Partial<SettledTalk> = {}): SettledTalk {
  const message = (text: string) => ({ speaker: 'person', text, at: 0, event: `${day}${text}` });
  return {
    hit: { at: Date.parse(day) },
    asked: message('How long are holds kept?'),
    words: Object.entries(words).map(([text, settledness]) => ({
      message: message(text),
      answers: null,
      settledness,
    })),
    ...more,
  } as unknown as SettledTalk;
}

const OLDER = { 'Four minutes for ordinary slots, surgery gets twenty-five.': 0.9, 'Yes, rename it.': 0.25 };

test('words that add words go before those that repeat them, and what is left out is counted', () => {
  const repeated = { ...OLDER, 'Four minutes for ordinary slots it is, twenty-five for surgery.': 0.8 };
  const text = settledText(talk('2026-09-06', repeated), (each) => each.length < 190)!;
  expect(text).toContain('Four minutes for ordinary slots, surgery');
  expect(text).toContain('Yes, rename it.');
  expect(text).toContain('1 more: open it');
});

test('what replaces older words is told before any of them', () => {
  const later = talk('2026-10-06', { 'Five.': 0.8 });
  const room = (each: string) => each.length < 245;
  const text = settledText(talk('2026-09-06', OLDER, { later }), room)!;
  expect(text.indexOf('"Five."')).toBeGreaterThan(-1);
  expect(text).not.toContain('Four minutes');
});

test('words of the later talk that are left out are counted as well', () => {
  const later = talk('2026-10-06', { 'Five.': 0.8, [`No rounding${', as before'.repeat(9)}.`]: 0.7 });
  const text = settledText(talk('2026-09-06', {}, { later }), (each) => each.length < 110)!;
  expect(text).toContain('"Five."');
  expect(text).toContain('1 more: open it');
});

test('a note stands below where no words are left out, nor what they answer', () => {
  const note = '  - Complete';
  const noted = (room: number, more?: Partial<SettledTalk>) =>
    settledText(talk('2026-09-06', OLDER, more), (each) => each.length < room, note)!;
  expect(noted(400)).toMatch(/\n {2}- Complete$/);
  expect(noted(150)).not.toContain(note);
  const words = talk('2026-09-06', { 'Yes.': 0.9 }).words.map((one) => ({ ...one, answers: 'a'.repeat(90) }));
  expect(noted(400, { words })).toContain(note);
  expect(noted(130, { words })).not.toContain(note);
});

test('where nothing fits there is no text', () => {
  expect(settledText(talk('2026-09-06', OLDER), () => false)).toBeUndefined();
});
