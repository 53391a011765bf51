import { KEYS } from './keys.ts';

/** Beginnings of words of which a sentence that says something of a key has one: what may be chosen, or what it is called. */
export function wordsOfKey(key: string): string[] {
  const [name] = key.split('/') as [string];
  let words = WORDS.get(name);
  if (!words) {
    const { choices = {} } = KEYS.find((each) => each.key === name) ?? {};
    const spelt = Object.values(choices).flatMap((source) => plainWords(source));
    words = [...new Set([...plainWords(name), ...spelt])];
    WORDS.set(name, words);
  }
  return words;
}

const WORDS = new Map<string, string[]>();

/** The letters of a pattern without its signs, and without those that need not be there. */
const plainWords = (source: string): string[] =>
  source
    .replace(/\\[a-z]/g, ' ')
    .replace(/\(\?[!<=][^)]*\)/g, ' ')
    .replace(/[a-zà-ɏ]\?/gi, '')
    .match(/[a-zà-ɏ]{2,}/gi)
    ?.map((word) => word.toLowerCase()) ?? [];
