import { matchesOf } from '../../../base/text/matches.ts';
import { narrowed } from '../../../base/text/narrowed.ts';
import { DEAD_ENDS, HEDGES, HINTS, MECHANICS, PRONOUNS, SELF, TURNS } from './correction-words.ts';

/** What an agent took back, or gave up, in words that another can use. */
export interface Correction {
  text: string;
  /** Files, commands and symbols in it. */
  names: string[];
  /** What it is about, whatever the words: what was taken for what. */
  matter: string;
  quote: string;
  strength: number;
  isDeadEnd: boolean;
}

/**
 * What a text takes back. Everybody says "wait" and "actually" all the time: only what names the thing that was wrong
 * and what is right, and something of the code, is worth telling others.
 */
export function correctionsIn(text: string): Correction[] {
  // Nearly every text ends here.
  if (!HINTS.test(text)) return [];
  return sentencesIn(text)
    .filter(
      (sentence) => sentence.length <= MAX_CORRECTION_CHARS && HINTS.test(sentence) && !/\?|…/.test(sentence),
    )
    .slice(0, MAX_CORRECTIONS)
    .map(narrowed)
    .flatMap((sentence) => turned(sentence) ?? deadEnd(sentence) ?? []);
}

const MAX_CORRECTION_CHARS = 320;
/** Somebody who takes back so much at once knows nothing yet. */
const MAX_CORRECTIONS = 4;

function turned(sentence: string): Correction | undefined {
  for (const { pattern, say, strength } of TURNS) {
    const groups = pattern.exec(sentence)?.groups;
    if (!groups) continue;
    const right = tidy(groups.right ?? '').replace(/^(?:It|They|There)(?= )/, (word) => word.toLowerCase());
    const wrong = tidy(groups.wrong ?? groups.wrong2 ?? '');
    const names = namesIn(`${right} ${wrong}`);
    if (
      right.length < MIN_CORRECTION_CHARS ||
      namesIn(right).length === 0 ||
      !isPlain(right) ||
      !isPlain(wrong)
    )
      return undefined;
    if (say.leans !== true && PRONOUNS.test(right)) return undefined;
    const text = sentenceOf(say.as(right, wrong));
    if (text.length > MAX_TEXT_CHARS || !isBalanced(text)) return undefined;
    const matter = matterOf(namesIn(wrong), namesIn(right));
    return { text, names, matter, quote: sentence, strength, isDeadEnd: false };
  }
  return undefined;
}

function deadEnd(sentence: string): Correction | undefined {
  for (const { pattern, as } of DEAD_ENDS) {
    const groups = pattern.exec(sentence)?.groups;
    if (!groups) continue;
    const what = tidy(groups.what ?? '');
    const why = tidy(groups.why ?? '');
    const names = namesIn(what);
    if (names.length === 0 || !isPlain(what) || !isPlain(why) || PRONOUNS.test(what)) return undefined;
    return {
      text: sentenceOf(as(what, why)),
      names: namesIn(`${what} ${why}`),
      matter: matterOf([], names),
      quote: sentence,
      strength: 0.7,
      isDeadEnd: true,
    };
  }
  return undefined;
}

const matterOf = (wrong: readonly string[], right: readonly string[]): string =>
  (wrong.length > 0 ? [wrong[0]!, right.at(-1)!] : right.slice(0, 3))
    .map((name) => name.toLowerCase())
    .sort()
    .join(' ')
    .slice(0, 160);

const MIN_CORRECTION_CHARS = 12;
const MAX_TEXT_CHARS = 320;

const isBalanced = (text: string): boolean =>
  text.split('(').length === text.split(')').length && text.split('`').length % 2 === 1;

/** Neither a guess nor about the agent itself and its tools, which are no trait of the code. */
const isPlain = (clause: string): boolean =>
  !HEDGES.test(clause) && !MECHANICS.test(clause) && !SELF.test(clause);

/** Sentences and lines of prose; code stands in none of them. */
const sentencesIn = (text: string): string[] =>
  text
    .slice(0, READ_AT_MOST)
    .replace(/(```|~~~)[\s\S]*?(\1|$)/g, '\n')
    // "I was wrong about X. It is Y." is one thought.
    .replace(ONE_THOUGHT, '$1: ')
    .split(/\n+|(?<=[.!?])\s+(?=["'`(¿¡]?\p{Lu}|["'`(]?`)/u)
    .map((sentence) =>
      sentence
        .replace(/^[\s>*#-]+|\*\*/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    );

const READ_AT_MOST = 6000;

const ONE_THOUGHT =
  /(\b(?:wrong about|trompée? (?:sur|à propos de)|equivoqu\S+ (?:con|sobre)) [^\n]{3,80}?)\.\s+(?=\p{Lu})/giu;

const tidy = (clause: string): string =>
  clause
    .replace(
      /^(?:that|que|qu'|dass|actually|in fact|en fait|en realidad|tatsächlich|it turns out(?: that)?)[ ,]+/i,
      '',
    )
    // A line's number holds until the next change.
    .replace(/\s*\([^()]*\blines? \d[^()]*\)/g, '')
    .replace(/[\s.,;:!—-]+$/u, '')
    .trim();

const sentenceOf = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/[.\s]*$/, '.');

/** In ticks, a path, an identifier with parts, a call, a flag. */
const NAME =
  /`([^`\n]{2,80})`|((?:[\w@.-]+\/)+[\w.-]+\.\w{1,5})|\b([a-z][a-z0-9]*[A-Z]\w*|[A-Za-z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[a-z0-9]+(?:_[a-z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b|\b(\w+\(\))|(?<=\s)(--[a-z][\w-]+)|\b([\w-]+\.(?:ts|tsx|js|jsx|py|go|rs|java|rb|json|ya?ml|toml|md|sql|css|html|sh))\b/g;

/** What names something of the code. */
const namesIn = (clause: string): string[] =>
  matchesOf(NAME, clause)
    // Two names of one flag stand in the same ticks.
    .flatMap((match) =>
      match
        .slice(1)
        .find((each) => each !== undefined)!
        .split(/, ?(?=-)/),
    )
    .filter((name, i, all) => all.indexOf(name) === i)
    .slice(0, 8);
