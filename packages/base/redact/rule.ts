import { beginningsOf } from './beginnings.ts';
import type { SecretWords } from './words.ts';

export interface SecretFinding {
  start: number;
  end: number;
  what: string;
}

/** One kind of secret, recognized by its shape. */
export interface RedactRule {
  what: string;
  /**
   * Where to look: the pattern is tried only where one of these words stands (in any case if it has the flag i). Those it
   * begins with if not given; needed where these stand everywhere.
   */
  at?: readonly string[];
  /**
   * Begins at that word. The group `secret` is what gets replaced, otherwise all that matched; a group `before`
   * inside a lookbehind moves the beginning to the left of the word, and a group `only` there is all that is replaced.
   */
  pattern: RegExp;
  /** What must hold before the pattern is worth a try, for words that stand everywhere. */
  near?: (text: string, index: number) => boolean;
  check?: (secret: string, match: RegExpExecArray) => boolean;
}

export interface Finder extends SecretWords {
  find(text: string, index: number): SecretFinding | undefined;
}

/** What looks through a whole text at once, and only where one of its words stands in it. */
export interface SecretSweep extends SecretWords {
  sweep(text: string): SecretFinding[];
}

export function finderOf(rule: RedactRule): Finder {
  const pattern = new RegExp(rule.pattern, `${rule.pattern.flags}yd`);
  return {
    get at() {
      return rule.at ?? beginningsOf(rule.pattern);
    },
    anyCase: rule.pattern.ignoreCase,
    find(text, index) {
      if (rule.near?.(text, index) === false) return undefined;
      pattern.lastIndex = index;
      const match = pattern.exec(text);
      if (match === null) return undefined;
      const whole: [number, number] = [match.index, match.index + match[0].length];
      const groups = match.indices?.groups;
      const [start] = groups?.only ?? groups?.before ?? groups?.secret ?? whole;
      const [, end] = groups?.only ?? groups?.secret ?? whole;
      if (end <= start) return undefined;
      if (rule.check !== undefined && !rule.check(text.slice(start, end), match)) return undefined;
      return { start, end, what: rule.what };
    },
  };
}
