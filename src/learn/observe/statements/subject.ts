import { escaped } from '../../../base/text/escaped.ts';
import { matchesOf } from '../../../base/text/matches.ts';
import type { Cues } from './cues/cues.ts';

/** What a statement is about and what it says of that, so that a newer one on the same finds it. */
interface Subject {
  subject: string;
  value: string | null;
}

/**
 * The words a statement is about, sorted, without the value it gives them: a literal, a figure, a file, or what is
 * set against something else. "Sessions expire after 30 minutes" is `expire session` / `30 minutes`.
 */
export function statementSubject(
  text: string,
  {
    cues,
    contrast,
    isFact,
    isAgainst,
  }: {
    cues: Cues;
    contrast: { yes: string; no: string } | undefined;
    isFact: boolean;
    isAgainst: boolean;
  },
): Subject {
  const said = contrast
    ? text.replace(new RegExp(`[,(]?\\s*(?:${LINKS})?\\s*${literal(contrast.no)}`, 'iu'), ' ')
    : text;
  const main = said.replace(ASIDE, '$1').replace(AT_PORT, '');
  const value = valueIn(main, sortsOf(text, isFact, isAgainst));
  const rest = value ? main.replace(value, ' ') : main;
  // A name in quotation marks is one word, whatever it is made of.
  const named = /^(?:\w+\s+)?`([^`]+)`/.exec(rest);
  const about = named
    ? [...significant(rest.slice(named[0].length), cues), named[1]!.toLowerCase()].sort()
    : significant(rest, cues);
  // Where nothing else is left, or nothing that tells of what, the value is what it is about.
  if (about.every((word) => VAGUE.has(word)))
    return { subject: significant(said, cues).join(' ') || said.toLowerCase(), value: null };
  return { subject: about.join(' '), value: value ? tidy(value) : null };
}

/** The words of a text that carry its meaning, in their plain forms, sorted, each once. */
export const significant = (text: string, cues: Cues): string[] =>
  [
    ...new Set(
      wordsIn(text)
        .filter((word) => !cues.empty.has(word) && !CHANGES.has(word))
        .map(plain),
    ),
  ]
    .filter((word) => word.length > 1)
    .sort()
    .slice(0, MAX_WORDS);

const MAX_WORDS = 14;

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/[’]/g, "'")
    .replace(/(?<![\p{L}\p{N}])(?:[nldjscmt]|qu)'/gu, ' ')
    .match(WORD) ?? [];

/** A word, a path or a name with its signs; signs alone are not one, and a long run of them is looked through once. */
const WORD = /(?:(?<![$@./-])[$@./-]*[\p{L}\p{N}_])+(?:'[\p{L}]+)?/gu;

/** Crude on purpose: it brings "adding", "adds" and "add" together. */
const plain = (word: string): string =>
  /[./_@\d]/.test(word) || word.length < 5
    ? word.replace(/(?<=\p{L}{3})s$/u, '')
    : word
        .replace(/'s$/, '')
        .replace(/(?:ations?|ings?|ed|ies|es|s|e|y)$/u, '')
        .replace(/([bdgmnprt])\1$/, '$1');

/**
 * What counts as a value. Of a fact also the place it tells; of what must not be, only a measure: that one thing is not
 * wanted says nothing of another.
 */
const sortsOf = (text: string, isFact: boolean, isAgainst: boolean): readonly RegExp[] =>
  isAgainst || /^there\b/i.test(text)
    ? [MEASURE]
    : isFact || /\bsource of truth\b/i.test(text)
      ? [MEASURE, PLACE, LITERAL, FIGURE]
      : [MEASURE, LITERAL, FIGURE];

/** The first there is, but for a name that the sentence begins with: that is what it speaks of, and not what it says of it. */
function valueIn(text: string, sorts: readonly RegExp[]): string | undefined {
  const spokenOf = IS_CHOSEN.test(text) ? 0 : (SPOKEN_OF.exec(text)?.[0].length ?? 0);
  for (const sort of sorts)
    for (const { 0: found, index } of matchesOf(sort, text))
      if (index >= spokenOf && !COMMIT.test(found)) return found.trim();
  return undefined;
}

/** "`isAny` returns", "The `debug` option is", "src/a.ts holds". */
const SPOKEN_OF =
  /^(?:(?:the|our|all|each|every|both|an?)\s+)?(?:`[^`]+`|"[^"]+"|“[^”]+”|@?(?:[\w.@-]+\/)+[\w.@-]*\w)/i;

/** Says of what it begins with that it is the one of its sort. */
const IS_CHOSEN = /\b(?:is|are|becomes?|stays?|remains?) (?:now )?(?:the|our|where|what|how)\b/i;

const COMMIT = /^`[\da-f]{7,40}`$/;

/** Words that everything has one of. */
const VAGUE = new Set(
  'valu function option parameter argument property field result rang typ method'.split(' '),
);

const NUMBER =
  '(?:\\d+(?:[.,]\\d+)*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety|a hundred)';
const MEASURE = new RegExp(
  `(?<![\\w./-])${NUMBER}\\s?(?:%|ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?|months?|years?|kb|mb|gb|tb|px|chars?|characters?|lines?|items?|times|requests?(?: per \\w+)?|x|bytes?|attempts?|retries|stunden|tage|minuten|sekunden|heures|jours|secondes|horas|días|minutos|segundos)(?![\\w-])`,
  'gi',
);
const LITERAL = /`[^`]+`|"[^"]+"|“[^”]+”/gu;
const FIGURE = /(?<![\w.:/-])\d+(?:[.,]\d+)*(?![\w./-])/gu;
const PLACE =
  /(?<![\w:/])@?(?:[\w.@-]+\/)+[\w.@-]*\w|https?:\/\/\S+|(?<![\w./])@?[\w-]+\.(?:md|json|ya?ml|toml|ts|js|py|env|sql|rs|go)\b/g;

/** What follows the statement and says something of its own. */
export const ASIDE =
  /^((?!when|if|in\b|for\b|on\b|after|before|with\b|wenn|quand|cuando|si\b)[^,]{8,}), (?!not\b|no\b|never\b)[^,]*\b(?:was|were|is|are|had|has|did|does|will|can|would|we|it|ist|war|est|était|es|era)\b.*$/i;

/** However a server is said to be there, it is its port that is told. */
const AT_PORT =
  /\b(?:(?:is|are) )?(?:runs?|running|listens?|listening|serves?|served|starts?|started|available|reachable)(?= (?:now )?(?:on|at|under) port\b)/i;

const LINKS = "instead of|rather than|and not|not|never|over|but not|no longer|no more|don't use";
const CHANGES = new Set(
  `raise raised increase increased lower lowered reduce reduced bump bumped change changed set now current currently
  new anymore switch switched move moved migrate migrated back stays stay remains remain default`.split(
    /\s+/,
  ),
);

const literal = (text: string): string => escaped(text.trim());

const tidy = (value: string): string =>
  value
    .toLowerCase()
    .replace(/^[`"“]|[`"”]$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
