import { firstMatchOf } from '../../../base/text/matches.ts';
import { KEYS, type StatementKey } from './keys.ts';

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

/** One pattern for all that may be chosen under a key, which tells quickly that a text names none of it. */
export function namesOf(key: StatementKey): RegExp {
  let made = NAMES.get(key);
  if (!made) {
    made = pattern(Object.values(key.choices).join('|'));
    NAMES.set(key, made);
  }
  return made;
}

const NAMES = new Map<StatementKey, RegExp>();

/** Whether a text names anything that may be chosen, under whatever key: as quick to tell as for a few keys alone. */
export function namesAny(text: string): boolean {
  anyName ??= pattern(KEYS.flatMap(({ choices }) => Object.values(choices)).join('|'));
  return text.search(anyName) >= 0;
}

let anyName: RegExp | undefined;

/** Every choice of a key that a text names. */
export const choicesIn = (key: StatementKey, text: string): string[] =>
  placesIn(key, text).map(({ value }) => value);

/** The same, with where each is named first. */
export function placesIn(key: StatementKey, text: string): { value: string; start: number; end: number }[] {
  if (text.search(namesOf(key)) < 0) return [];
  return Object.entries(key.choices).flatMap(([value, spelling]) => {
    const found = firstMatchOf(pattern(spelling), text);
    if (!found) return [];
    const start = found.index;
    return [{ value: value === '$1' ? found[1]! : value, start, end: start + found[0].length }];
  });
}
