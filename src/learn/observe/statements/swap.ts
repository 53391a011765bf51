import type { Cues } from './cues/cues.ts';
import { KEYS, type StatementKey } from './keys.ts';
import { namesAny, namesOf, placesIn } from './names.ts';

/** That one thing takes another's place: what comes, what goes, and the sentence without the words that say so. */
export interface Swap {
  yes: string;
  no: string;
  rest: string;
}

/**
 * Finds two choices of one sort in a sentence of which one is said to go: "scrap pnpm, we're back on npm", "jest is out,
 * vitest is in". There are more ways to say so than anybody could list, but few to name two rivals and let one go.
 */
export function swapIn(text: string, cues: Cues): Swap | undefined {
  // What is quoted is somebody else's.
  const own = text.replace(/"[^"]*"|“[^”]*”|«[^»]*»/g, (quoted) => ' '.repeat(quoted.length));
  if (
    !TURN.test(own) ||
    UNDONE.test(own) ||
    isTask(own) ||
    !namesAny(own) ||
    cues.report.test(own.replace(/\bmistakes?\b/gi, ' '))
  )
    return undefined;
  for (const key of KEYS) {
    const [first, second, third] = placesIn(key, own);
    if (!first || !second || third) continue;
    const [from, to] = [first, second].map((place) => isLeft(own, place)) as [boolean, boolean];
    const old = from !== to ? (from ? first : second) : from ? undefined : leftAside(own, first, second);
    if (!old) continue;
    const [no, yes] = old === first ? [first, second] : [second, first];
    return { yes: own.slice(yes.start, yes.end), no: own.slice(no.start, no.end), rest: restOf(own, key) };
  }
  return undefined;
}

/** Work to be done now, unless it says for how long; and what an agent is told that it did. */
const isTask = (text: string): boolean =>
  (/^(?:please |just |now |then |also |and )*(?:replac|swap|renam|chang|convert|remov|updat|refactor|rewrit)e?\b/i.test(
    text,
  ) &&
    !LASTING.test(text)) ||
  /^you (?!should\b|must\b|need\b|have to\b|can\b)/i.test(text);

const LASTING =
  /\b(?:from (?:now|here|today|this point) (?:on|forward)|permanently|for good|everywhere|going forward|always|in general|across the (?:board|repo|codebase|project))\b/i;

interface TextSpan {
  start: number;
  end: number;
}

const isLeft = (text: string, { start, end }: TextSpan): boolean =>
  GOES_BEFORE.test(text.slice(0, start)) || GOES_AFTER.test(text.slice(end));

/** Where neither is said to go, one of them is said to come: "we looked at sqlite again and settled on Postgres". */
function leftAside(text: string, first: TextSpan, second: TextSpan): TextSpan | undefined {
  const [a, b] = [first, second].map(({ start }) => COMES.test(text.slice(0, start))) as [boolean, boolean];
  if (a === b || BOTH.test(text.slice(first.end, second.start))) return undefined;
  return a ? second : first;
}

/** What is left tells where it holds. */
const restOf = (text: string, key: StatementKey): string =>
  text.replace(namesOf(key), ' ').replace(WORDS, ' ');

const NO_LETTER = '(?<![\\wÀ-ɏ])';
const LETTERS = '[\\wÀ-ɏ]+';
const ENDS = '(?![\\wÀ-ɏ])';

/** Verbs of giving up. */
const GIVE_UP =
  "ditch(?:ed|ing)?|scrap(?:ped|ping)?|drop(?:ped|ping)?|leav(?:e|ing)|left|retir(?:e|ed|ing)|kill(?:ed|ing)?|remov(?:e|ed|ing)|ripp?(?:ed|ing)?(?: out)?|pull(?:ed|ing)?(?: out)?|quit(?:ting)?|stop(?:ped|ping)?|abandon(?:ed|ing)?|forget(?: about)?|deprecat(?:e|ed|ing)|sunset(?:ting)?|phas(?:e|ed|ing) out|axe?d?|got rid of|get(?:ting)? rid of|done with|tired of|fed up with|chang(?:e|ed|ing) (?:my|our) minds? (?:about|on)|revisit(?:ed|ing)?|(?:decid|vot)ed against|against|said? goodbye to|goodbye,?|bye,?|enough of|laiss(?:e|ons|é)|abandonn\\w+|arrêt\\w+(?: avec| d'utiliser)?|lassen|verabschieden uns von|dejamos|abandonamos|quitamos";

/** Verbs of exchange: what follows them is what goes, and a little word brings what comes. */
const EXCHANGE =
  'replac(?:e|es|ed|ing)|supersed(?:e|es|ed|ing)|swap(?:ped|ping)?(?: out)?|trad(?:e|ed|ing)|exchang(?:e|ed|ing)|renam(?:e|ed|ing)|chang(?:e|ed|ing)|convert(?:ed|ing)?|takes? over from|remplac\\w+|échang\\w+|ersetz\\w+|tausch\\w+|reemplaz\\w+|sustitu\\w+|cambi(?:amos|é|ado|aron|ar)';

const LITTLE =
  '(?:the |our |all |using |use |of |with |plain |any |la |le |les |des |de |del |el |los |las |die |den |das |der )*`?';

const GOES_BEFORE = new RegExp(
  `${NO_LETTER}(?:${GIVE_UP}|${EXCHANGE}|from|off(?: of)?|away from|no more|no longer|isn't|aren't|is not|instead of|rather than|in place of|over|not(?! only| just)|never|don't use|than|statt|anstatt|anstelle von|von|kein\\w*|nicht(?: mehr)?|plutôt que|au lieu de|à la place de|plus de|fini|pas|en lugar de|en vez de|ya no(?: usamos)?|adiós a) ${LITTLE}$`,
  'i',
);

const GOES_AFTER = new RegExp(
  `^\`?(?:,? (?:is|are|was|were|has|have|had|got|gets|been|being|now|officially|finally|just|ist|sind|wird|wurde|est|sont|c'est|está|ha sido|queda)|'s)*,? (?:(?:\\w+ed |thrown )?out|gone|dead|history|over|banned|retired|deprecated|removed|dropped|replaced|superseded|phased out|abandoned|forbidden|not allowed|(?:an? )?(?:mistake|pain|mess|nightmare)|no longer(?= (?:used|supported|allowed|needed|wanted|in use|an option|the|our|part|what)${ENDS}|\\W*$)|raus|weg|geschichte|passé|fini|terminé|obsolète|fuera|historia)${ENDS}|^\`? (?:isn't|aren't|ain't|wasn't)${ENDS}[^,;]*${NO_LETTER}(?:any ?more|any longer|allowed)${ENDS}|^ (?:is|are|was|were|got|gets) (?:way |far |just )?too ${LETTERS}|^ (?:has )?had its (?:time|day)${ENDS}|^\`? ?(?:→|->|=>)`,
  'i',
);

const COMES = new RegExp(
  `${NO_LETTER}(?:(?:switch|mov|migrat|chang)\\w*(?: over| back)? to|back (?:to|on)|going with|gone with|went with|settled (?:on|for)|decided (?:on|for)|opted for|umgestiegen auf|passés? à|pasado a) ${LITTLE}$`,
  'i',
);

/** Both hold. */
const BOTH = /^\s*(?:,|and|or|&|\/|und|oder|et|ou|y|o)\s*$/i;

/** Whatever turns from one thing to another has one of these; most sentences have none. */
const TURN = new RegExp(
  `${NO_LETTER}(?:${GIVE_UP}|${EXCHANGE}|out|gone|dead|history|banned|off|away from|from|no more|no longer|any ?more|any longer|instead|rather|in place|in favou?r|over|not|isn't|aren't|settled|going with|back (?:to|on)|(?:switch|mov|migrat)\\w*|mistake|pain|mess|nightmare|too|had its|fini|geschichte|passé|obsolète|terminé|historia|statt|anstatt|raus|weg|umgestiegen|nicht|plutôt|au lieu|à la place|passés? (?:de|à)|pas|ya no|en lugar|en vez|fuera|migrado|pasado)${ENDS}|→|->|=>`,
  'i',
);

/** Not done, not yet, or long ago. */
const UNDONE = new RegExp(
  `${NO_LETTER}(?:(?:not|never|n't|won't|no (?:need|plans?|reason) to|nicht|pas)(?: \\w+){0,2} (?:switch|mov|migrat|replac|swap|drop|ditch|chang|renam|leav)\\w*|next (?:year|month|quarter|week|sprint|version|major)|eventually|some ?day|one day|at some point|later|plan(?:s|ned|ning)? to|hop(?:e|ing) to|would|could|might|may|if|try(?:ing)?|compar\\w+|differences?|(?:19|20)\\d\\d|ago|used to|back (?:then|when|in)|originally|formerly|previously|in the past|falls|wenn|nächstes jahr|früher|damals|avant|autrefois|si|l'an prochain|antes|cuando|el año que viene)${ENDS}`,
  'i',
);

/** The words of turning itself, and of when it happened. */
const WORDS = new RegExp(
  `${NO_LETTER}(?:${GIVE_UP}|${EXCHANGE}|(?:switch|mov|migrat|go|going|gone|went|bump|upgrad|rewrit)\\w*|settled?|decided?|decision|is|in|out|dead|history|banned|off|away|longer|any ?more|favou?r|goodbye|mistake|pain|mess|nightmare|hello|last (?:week|month|night)|yesterday|today|as of|recently|finally|after all|now|does it|it is|took|takes|had its (?:time|day)|(?:way |far |just )?too ${LETTERS}|forward|point|start(?:s|ing)?|sofort|jetzt|umgestiegen|nehmen|nutzen|sind|ist|raus|désormais|finalement|pass(?:e|es|ons|ez|és?)|on|utilise|ahora|hemos|migrado|usamos)${ENDS}`,
  'gi',
);
