/** A stretch of text that must not be kept, and what it is. */
export interface Finding {
  start: number;
  end: number;
  what: string;
}

/** One kind of secret, told by its shape. */
export interface Rule {
  what: string;
  /** Where to look: the pattern is tried only where one of these words stands (in any case if it has the flag i). */
  at: readonly string[];
  /**
   * Begins at that word. The group `secret` is what gets replaced, otherwise all that matched; a group `before`
   * inside a lookbehind moves the beginning to the left of the word.
   */
  pattern: RegExp;
  check?: (secret: string, match: RegExpExecArray) => boolean;
}

/** What looks for secrets at one place of a text; rules are turned into these. */
export interface Finder {
  at: readonly string[];
  find(text: string, index: number): Finding | undefined;
}

/** What looks through a whole text at once, and only where one of its words stands in it. */
export interface Sweep {
  at: readonly string[];
  sweep(text: string): Finding[];
}

/** Turns a rule into what looks for it. */
export function finderOf(rule: Rule): Finder {
  const pattern = new RegExp(rule.pattern, `${rule.pattern.flags}yd`);
  const anyCase = rule.pattern.ignoreCase;
  return {
    at: rule.at,
    find(text, index) {
      // The words are found in any case; asking again is far cheaper than starting the pattern in vain.
      if (!anyCase && !rule.at.some((word) => text.startsWith(word, index))) return undefined;
      pattern.lastIndex = index;
      const match = pattern.exec(text);
      if (match === null) return undefined;
      const whole: [number, number] = [match.index, match.index + match[0].length];
      const groups = match.indices?.groups;
      const [start] = groups?.before ?? groups?.secret ?? whole;
      const [, end] = groups?.secret ?? whole;
      if (end <= start) return undefined;
      if (rule.check !== undefined && !rule.check(text.slice(start, end), match)) return undefined;
      return { start, end, what: rule.what };
    },
  };
}
