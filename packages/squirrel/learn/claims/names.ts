import { firstMatchOf, matchesOf } from '@sqrl/base/text/matches.ts';
import { type ClaimKey, KEYS } from './keys.ts';

/** A value of a key, and where a text names it. */
export interface NamedChoice {
  value: string;
  start: number;
  end: number;
}

const PATTERNS = new Map<string, RegExp>();

/** A pattern for words that stand for themselves: not inside of others, of paths or of file names. */
export function pattern(source: string): RegExp {
  let made = PATTERNS.get(source);
  if (!made) {
    made = new RegExp(`(?<![\\wÀ-ɏ@/.-])(?:${source})(?![\\wÀ-ɏ/-])(?!\\.[a-z])`, 'gi');
    PATTERNS.set(source, made);
  }
  return made;
}

export const namesOf = (key: ClaimKey): RegExp => pattern(Object.values(key.choices).join('|'));

export const namesAny = (text: string): boolean => text.search(pattern(ANY_NAME)) >= 0;

const ANY_NAME = KEYS.flatMap(({ choices }) => Object.values(choices)).join('|');

/** The values of a key that a text names, each where it comes first, in the order of the text. */
export function choicesIn(key: ClaimKey, text: string): NamedChoice[] {
  if (text.search(namesOf(key)) < 0) return [];
  const found = Object.entries(key.choices).flatMap(([value, spelling]) => {
    const first = firstMatchOf(pattern(spelling), text);
    const all = value === '$1' ? matchesOf(pattern(spelling), text) : first ? [first] : [];
    return all.map(({ 0: name, 1: group, index: start }) => ({
      value: value === '$1' ? group! : value,
      start,
      end: start + name.length,
    }));
  });
  return found.sort((a, b) => a.start - b.start);
}

export function isOfKey(key: string, text: string): boolean {
  const found = keyNamed(key);
  return found !== undefined && text.search(namesOf(found)) >= 0;
}

/** Beginnings of words of which a sentence about a key has at least one. */
export function wordsOfKey(key: string): string[] {
  const [name] = key.split('/') as [string];
  const spelled = Object.values(keyNamed(key)?.choices ?? {}).flatMap(plainWords);
  return [...new Set([...plainWords(name), ...spelled])];
}

const keyNamed = (key: string): ClaimKey | undefined => KEYS.find((each) => each.key === key.split('/')[0]);

/** The letters of a pattern without its signs, and without those that are optional. */
const plainWords = (source: string): string[] =>
  source
    .replace(/\\[a-z]/g, ' ')
    .replace(/\(\?[!<=][^)]*\)/g, ' ')
    .replace(/[a-zà-ɏ]\?/gi, '')
    .match(/[a-zà-ɏ]{2,}/gi)
    ?.map((word) => word.toLowerCase()) ?? [];
