/** Tells whether a sentence has something. */
export interface Pattern {
  test(sentence: string): boolean;
}

/** What a sentence says, and how surely it is meant for longer than now. */
export interface StatementForm {
  kind: 'wish' | 'decision' | 'requirement' | 'fact';
  /** `rule`: said as one. `named`: a rule where it names a known tool or custom. `reasoned`: where it also says why, or what it is set against. `custom`: where it is about a custom of the whole project. `concrete`: where it names something of the project. `often`: where it is said again in another session. */
  sure: 'rule' | 'named' | 'reasoned' | 'custom' | 'concrete' | 'often';
  /** Against a thing (-1), for it (1); 0 where its words tell. */
  polarity: -1 | 0 | 1;
  pattern: Pattern;
}

/** The words by which one language's speakers are understood. Patterns are tried in the order they stand in. */
export interface Cues {
  language: 'en' | 'fr' | 'de' | 'es';
  /** Little words that hardly another language has. */
  spoken: RegExp;
  /** Chat and politeness in front of what is said. */
  lead: RegExp;
  /** At the beginning: what follows is to be kept in mind, whatever form it has. */
  asking: RegExp;
  /** At the beginning: what was done or said before was wrong. */
  objection: RegExp;
  /** A question without its mark. */
  question: RegExp;
  /** A request that has only the form of a question; what follows is what is asked for. */
  request: RegExp;
  /** Supposed, wondered or suggested rather than said. */
  unreal: RegExp;
  /** Somebody else's words. */
  quoting: RegExp;
  /** Turns of speech that hold a cue and do not mean it. */
  idiom: RegExp;
  /** Meant for now alone. */
  now: RegExp;
  /** Meant for now, unless it is said as a rule. */
  soon: RegExp;
  /** Tells how things are going, mostly wrong. */
  report: RegExp;
  negation: RegExp;
  /** Begins the reason, which is the rest. */
  reason: RegExp;
  /** What is wanted (`yes`) and what it is set against (`no`). */
  contrasts: readonly RegExp[];
  /** Points at something that stands outside of the sentence. */
  leaning: Pattern;
  /** Stands right before what is chosen or turned down. */
  choosing: RegExp;
  /** The same where the sentence is about that sort of thing: "with", "is". */
  serving: RegExp;
  /** Carries no meaning for what a sentence is about. */
  empty: ReadonlySet<string>;
  /** Said by a person of themselves, as it reads to somebody else. */
  reworded: readonly (readonly [RegExp, string])[];
  forms: readonly StatementForm[];
}

/** Spelt out: the classes of Unicode, with small letters and capitals alike, take a millisecond each to compile. */
const LETTER = '[\\wÀ-ɏ]';

/**
 * A long pattern takes milliseconds to compile. A short one, without which it cannot match, keeps nearly every sentence
 * away from it.
 */
export const where = (short: RegExp, long: RegExp): Pattern => ({
  test: (sentence) => short.test(sentence) && long.test(sentence),
});

/** One of several patterns. Long ones are compiled sooner side by side than as one. */
export const anyPattern = (...patterns: RegExp[]): Pattern => ({
  test: (sentence) => patterns.some((pattern) => pattern.test(sentence)),
});

/** Words that stand for themselves, between no letters. */
export const words = (...alternatives: string[]): RegExp =>
  new RegExp(`(?<!${LETTER})(?:${alternatives.join('|')})(?!${LETTER})`, 'i');

/** Every place where they stand. */
export const all = (...alternatives: string[]): RegExp => new RegExp(words(...alternatives).source, 'gi');

/** The same at the beginning. */
export const opens = (...alternatives: string[]): RegExp =>
  new RegExp(`^(?:${alternatives.join('|')})(?!${LETTER})`, 'i');

/**
 * One of many words follows. Looked at from before them they are compiled once; in the way, once for each of the ways
 * that lead to them.
 */
export const ahead = (list: string): string => `(?=(?:${list})\\b)`;

export const emptyWords = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));
