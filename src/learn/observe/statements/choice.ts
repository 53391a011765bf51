import { firstMatchOf } from '../../../base/text/matches.ts';
import type { Cues } from './cues/cues.ts';

interface NamedChoice {
  /** The clause that names it. */
  text: string;
  /** Where its name begins and ends in it. */
  start: number;
  end: number;
  /** Words that are about its sort. */
  about: RegExp;
  cues: Cues;
}

/**
 * Whether a clause chooses what it names, or turns it down: "use pnpm", "tests with vitest", "npm is our package manager".
 * "Pin pnpm", "pnpm scripts must work on Windows" and "mock axios" only mention it in another matter.
 */
export function isChosen({ text, start, end, about, cues }: NamedChoice): boolean {
  const before = text
    .slice(0, start)
    .replace(QUALIFIERS, ' ')
    .replace(/[`"'\s]+$/, '');
  const after = text.slice(end).replace(/^[`"']/, '');
  if (VERB_LAST.test(after)) return true;
  const rest = withoutSort(after, about);
  if (isSubject(before)) return STANDS.test(rest);
  if (!ENDS.test(after) && rest === after) return false;
  if (cues.choosing.test(before)) return true;
  return cues.serving.test(before) && isAbout(`${before} ${after}`, about);
}

/** Nothing governs it: it begins its clause, but for words like "always". */
const isSubject = (before: string): boolean =>
  /(?:^|[,;:(–—-])\s*(?:(?:and|or|but|not|no|never|always|please|just|the|our|und|nicht|kein\w*|nie|et|pas|jamais|y|no|nunca)\s*)*$/iu.test(
    before,
  );

const isAbout = (text: string, about: RegExp): boolean => text.search(about) >= 0;

/** What follows a name and is of its sort: "npm packages", "Node 22", "Postgres database". */
function withoutSort(after: string, about: RegExp): string {
  let left = after;
  for (let again = true; again; ) {
    again = false;
    const rest = left.trimStart();
    const found = firstMatchOf(about, rest);
    if (found?.index === 0) {
      left = rest.slice(found[0].length);
      again = true;
    } else {
      const version = /^(?:version )?v?\d+(?:\.[\dx]+)*\+?/.exec(rest)?.[0];
      if (version) {
        left = rest.slice(version.length);
        again = true;
      }
    }
  }
  return left;
}

const QUALIFIERS =
  /(?:(?<![\wÀ-ɏ])(?:the|an?|our|only|plain|native|vanilla|just|always|latest|new|good old|either|both|exclusively|le|la|les|du|der|die|das|den|dem|nur|immer|el|solo|sólo|siempre|toujours)\s+)+$/iu;

/** "Für HTTP bitte axios verwenden." */
const VERB_LAST =
  /^\s*(?:[^\s,;]+\s+){0,3}(?:verwenden|benutzen|nutzen|nehmen|einsetzen|entschieden|geeinigt)(?![\wÀ-ɏ])/iu;

/** Little words and signs: the name before them is whole. */
const LITTLE =
  'these days|nowadays|permanently|going forward|moving forward|after all|for|in|on|at|to|with|as|and|or|over|instead|rather|not|never|now|here|there|everywhere|only|please|again|always|from|across|within|under|inside|throughout|exclusively|because|since|so|but|by|via|using|too|anymore|any|today|directly|alone|für|im|als|und|oder|nicht|statt|anstatt|jetzt|ab|mehr|auf|bei|zum|zur|beim|pour|dans|comme|et|ou|pas|plutôt|au|à|maintenant|désormais|partout|plus|para|como|en|y|o|no|ahora|más|de';
const ENDS = new RegExp(`^\\s*(?:$|[,.;:!?()–—/+-]|(?:${LITTLE})(?![\\wÀ-ɏ]))`, 'iu');

/** What may be said of a name for it to be chosen: nothing, or that it is what is used. */
const STANDS = new RegExp(
  `${ENDS.source}|^\\s*(?:it is|is in|wins|takes over)(?![\\wÀ-ɏ])|^\\s*(?:(?:is|are|must|should|shall|has to|have to|will|be|stays?|remains?|becomes?|now|always|only|not|never|no longer|ist|sind|bleibt|wird|est|sont|reste|es|son|sigue)\\s+)+(?:used?|preferred|the|our|what|mandatory|required|wanted|forbidden|banned|allowed|deprecated|in use|unser\\w*|der|die|das|notre|le|la|nuestr[oa]|el)(?![\\wÀ-ɏ])`,
  'iu',
);
