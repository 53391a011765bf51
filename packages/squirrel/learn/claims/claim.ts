import { remembered } from '@sqrl/base/memo.ts';
import { matchesOf } from '@sqrl/base/text/matches.ts';
import { commandsIn, purposeOf } from './commands.ts';
import { type ClaimKey, KEYS } from './keys.ts';
import { choicesIn, type NamedChoice, namesAny, namesOf, pattern } from './names.ts';
import { significantWords } from './words.ts';

/** What a sentence says of a matter. */
export interface Claim {
  /** Null for what is only turned down: that one thing is not used leaves open which is. */
  key: string | null;
  subject: string;
  value: string | null;
  polarity: -1 | 0 | 1;
  because: string | null;
}

/**
 * The claim of one sentence: a choice of a known matter, a command with a purpose, or an order that another may turn round.
 * Undefined for questions, guesses and all other matters; those are left to the relation model.
 */
export const claimIn = (text: string): Claim | undefined => understood(text) ?? undefined;

/** Memories are compared again and again; their texts stay the same. */
const understood = remembered((text): Claim | null => {
  if (text.length > MAX_SENTENCE_CHARS) return null;
  const said = text.replace(HEADING, '').replace(/’/g, "'").trim();
  if (said === '' || DOUBT.test(said)) return null;
  const { without: plain, because } = reasonIn(said.replace(/[\s.!;,:]+$/, ''));
  const claim = commandClaim(plain) ?? keyedClaim(plain) ?? orderClaim(plain);
  return claim ? { ...claim, because } : null;
}, 100_000);

const MAX_SENTENCE_CHARS = 420;
/** A heading that a rule kept from its file, and that limits it to no part of the project. */
const HEADING =
  /^(?:(?:[\w.-]+\.md|(?:our|the|coding|code|general|project|team|dev(?:elopment)?|tech(?:nical)?|my|agent)?\s?(?:conventions?|rules?|guidelines?|preferences?|style(?: guide)?|standards?|practices|tool(?:s|ing)?|stack|commands?|setup|workflow|development|test(?:s|ing)|formatting|linting|dependencies|package managers?|packages|git|commits?|build(?:ing)?|general|notes?|instructions?|overview|basics))(?:: | > | › ))+(?!`)/i;

/** Questions, guesses, trials, history, and what holds for once. */
const DOUBT =
  /\?\s*$|^(?:should|shall|could|would|does|did|what|why|how|which|show me|¿|est-ce|sollen?)(?![\wÀ-ɏ])|\b(?:maybe|perhaps|might|suppose|i wonder|what if|if (?:we|i|you) (?:ever|were|had|could|would)|let's try|could you|just (?:for this|to see|this once)|for now|this (?:time|file only|pr|once|branch)|in this (?:pr|file|case|example)|(?:we|i) used to|back (?:in|when|then)|years? ago|formerly|originally|next (?:year|month|quarter|sprint)|some ?day|eventually|plan(?:ning)? to|(?:other|old) (?:team|app|project|repo)|blog post|pour ce fichier|falls wir|andere projekt)\b/i;

/** Splits the reason off: "use pnpm, because npm is slow". */
function reasonIn(text: string): { without: string; because: string | null } {
  const found = REASON.exec(text);
  return found
    ? { without: text.slice(0, found.index).trim(), because: (found[1] ?? found[2])!.trim() }
    : { without: text, because: null };
}

const REASON =
  /(?:,|\s|\()\s*(?:because|since(?! (?:yesterday|last|v?\d))|as (?=(?:we|it|they|you|i|this|that|there)\b)|otherwise|so that|due to|in order to|to avoid|to prevent|(?<=[,(] ?)so (?=(?:we|it|the|that)\b)|weil|denn|parce que|car(?= )|porque|ya que)\s+(.{3,})$|, ?((?:it|they|that) (?:was|were|broke|breaks?|causes?|caused|had)\b.*)$/i;

/** A command that is to be run for a purpose, or is not to be run. */
function commandClaim(text: string): Omit<Claim, 'because'> | undefined {
  const main = mainClause(text);
  const found = commandsIn(main);
  const wanted = found.filter((place) => !isTurnedDown(main, place));
  const [one] = wanted.length > 0 ? wanted : found;
  if (!one || found.length > 2 || wanted.length > 1) return undefined;
  if (wanted.length === 0)
    return RUNS.test(main) && !/\b(?:skip|forget|interrupt|omit|ignore)\b/i.test(main)
      ? { key: null, subject: one.command, value: one.command, polarity: -1 }
      : undefined;
  const around = found.reduceRight(
    (left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`,
    main,
  );
  // "Run `npm test` before committing" says when, and not how the tests are run.
  const purpose = purposeOf(one.command, around, { isNamed: main !== text });
  if (!purpose) return undefined;
  const words = significantWords(AREA.exec(purpose.around)?.[1] ?? '');
  const at = words.length === 0 || words.length > 3 ? '' : `/${words.join(' ')}`;
  const { key, subject } = purpose;
  return { key: `${key}${at}`, subject: `${subject}${at}`, value: one.command, polarity: 1 };
}

const RUNS =
  /\b(?:run|use|call|execut|start|invok|do|lanc|utilis|führ|nutz|verwend|benutz|us[ae]|ejecut)\w*\b|^(?:no|never|not) `/i;

/** A value of a known matter that is chosen or turned down. */
function keyedClaim(whole: string): Omit<Claim, 'because'> | undefined {
  const hasCommand = commandsIn(whole).length > 0;
  const text = withoutCommands(whole.replace(/"[^"]*"|“[^”]*”|«[^»]*»/g, ' '));
  if (!namesAny(text)) return undefined;
  let best: { claim: Omit<Claim, 'because'>; sure: number } | undefined;
  for (const key of KEYS) {
    // "Never commit without running `npm test`" is about more than committing.
    const fit = hasCommand && isCustom(key) ? undefined : fitOf(key, text);
    if (fit && (!best || fit.sure > best.sure)) best = fit;
  }
  return best?.claim;
}

/** A command in a sentence names no choice, unless two programs are to do the same: "yarn install, never npm install". */
function withoutCommands(whole: string): string {
  const text = whole.replace(/`[^`]* [^`]*`/g, ' ');
  const found = commandsIn(text);
  const rests = found.map(({ command }) => command.slice(command.indexOf(' ')));
  if (found.length === 2 && rests[0] === rests[1]) return text;
  return found.reduceRight((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text);
}

function fitOf(key: ClaimKey, text: string): { claim: Omit<Claim, 'because'>; sure: number } | undefined {
  const isTool = /^(?:tool|deploy|runtime)\./.test(key.key);
  const whole = choicesIn(key, isTool ? mainClause(text) : text);
  if (whole.length === 0) return undefined;
  // "Jest is out, vitest is in" is one choice; else a second clause says something of its own.
  const isSwap = whole.length === 2 && goneAmong(isTool ? mainClause(text) : text, whole).length === 1;
  const scope = isTool ? mainClause(isSwap ? text : text.replace(ASIDE, '$1')) : text;
  const places = isSwap ? whole : choicesIn(key, scope);
  const gone = goneAmong(scope, places);
  const kept = places.filter((place) => !gone.includes(place));
  if (places.length === 0) return undefined;
  const clear = kept.filter(({ value }) => !key.vague.includes(value));
  const wanted = clear.length > 0 ? clear : apartFrom(key, kept);
  const isAgainst = kept.length === 0;
  if (wanted.length > 1 || (isAgainst && gone.length > 1)) return undefined;
  const place = wanted[0] ?? gone[0]!;
  const { value } = place;
  // A tool is named in many rules that are not about which is used.
  const isContrast = gone.length > 0 && wanted.length > 0;
  if (isTool && !isContrast && !isChosen(scope, place, key)) return undefined;
  const area = areaOf(key, isCustom(key) ? text.replace(ASIDE, '$1') : text);
  if (!area) return undefined;
  const isVague = wanted.some((each) => key.vague.includes(each.value));
  const isAbout = (isVague ? text.replace(namesOf(key), ' ') : text).search(pattern(key.about)) >= 0;
  // "Always use tabs" says nothing else; where more is said, an ordinary word may be just that.
  if (isVague && !isAbout && !isContrast && (area.more > 0 || area.name !== '')) return undefined;
  const at = area.name === '' ? '' : `/${area.name}`;
  return {
    sure:
      (isContrast ? 4 : 0) +
      (isAbout ? 2 : 0) +
      (isAgainst ? 0 : 1) -
      1.5 * area.more -
      (at === '' ? 0 : 0.5),
    claim: {
      key: isAgainst && !isCustom(key) ? null : `${key.key}${at}`,
      subject: `${isCustom(key) ? '' : `${value} as `}${key.subject}${at}`,
      value,
      polarity: isAgainst ? -1 : 1,
    },
  };
}

/** Something that is done or is not. */
const isCustom = (key: ClaimKey): boolean => Object.keys(key.choices)[0] === key.subject;

/** Where several are named, words about the matter are not choices: the requests of "fetch for requests". */
function apartFrom(key: ClaimKey, named: NamedChoice[]): NamedChoice[] {
  const others = named.filter(({ value }) => value.search(pattern(key.about)) < 0);
  return named.length > 1 && others.length > 0 ? others : named;
}

/** The choices that a text turns down. */
const goneAmong = (text: string, places: readonly NamedChoice[]): NamedChoice[] =>
  places.filter((place) => isTurnedDown(text, place));

const isTurnedDown = (text: string, { start, end }: { start: number; end: number }): boolean => {
  const before = text.slice(0, start);
  const clause = before.slice(matchesOf(CLAUSE, before).at(-1)?.index ?? 0);
  return GOES_BEFORE.test(before) || NEGATED.test(clause) || GOES_AFTER.test(text.slice(end));
};

const LITTLE =
  '(?:the |our |all |any |using |use |of |with |in |plain |la |le |les |des |de |del |el |los |las |die |den |das |der )*[`"]?';
const GIVE_UP =
  'ditch(?:ed|ing)?|scrap(?:ped|ping)?|drop(?:ped|ping)?|leav(?:e|ing)|left|retir(?:e|ed|ing)|kill(?:ed|ing)?|remov(?:e|ed|ing)|ripp?(?:ed|ing)?(?: out)?|pull(?:ed|ing)?(?: out)?|quit(?:ting)?|stop(?:ped|ping)?|abandon(?:ed|ing)?|forget(?: about)?|deprecat(?:e|ed|ing)|phas(?:e|ed|ing) out|get(?:ting)? rid of|got rid of|chang(?:e|ed|ing) (?:my|our) minds? (?:about|on)|revisit(?:ed|ing)?|against|replac(?:e|es|ed|ing)|supersed(?:e|es|ed|ing)|swap(?:ped|ping)?(?: out)?|trad(?:e|ed|ing)|renam(?:e|ed|ing)|avoid(?:ing)?|remplac\\w+|ersetz\\w+|reemplaz\\w+|cambi(?:amos|é|ado)';
const GOES_BEFORE = new RegExp(
  `(?<![\\wÀ-ɏ])(?:${GIVE_UP}|(?<!\\bbranch(?:es|ed|ing)? )(?:from|off(?: of)?)|away from|no more|no longer|instead of|rather than|in place of|over|as opposed to|not(?! only| just)|never|than|statt|anstatt|anstelle von|von|kein\\w*|nicht(?: mehr)?|plutôt que|au lieu de|à la place de|plus de|pas|en lugar de|en vez de|ya no(?: usamos)?) ${LITTLE}$|\\bprefer\\b[^,;]* to ${LITTLE}$`,
  'i',
);
const GOES_AFTER =
  /^[`"]?(?:,? (?:is|are|was|were|has|have|had|got|gets|been|being|now|officially|finally|ist|sind|wird|est|sont|está)|'s)*,? (?:(?:pulled |phased |thrown )?out|gone|dead|history|banned|retired|deprecated|removed|dropped|replaced|superseded|abandoned|forbidden|not allowed|(?:an? )?(?:mistake|pain|mess|nightmare)|no longer(?= (?:used|supported|allowed|needed|wanted|in use|an option|the|our|part|what)\b|\W*$)|raus|weg|geschichte|fini|terminé|obsolète|fuera|historia)(?![\wÀ-ɏ])|^[`"]? (?:isn't|aren't|wasn't)(?![\wÀ-ɏ])[^,;]*\b(?:any ?more|any longer|allowed)\b|^[`"]? ?(?:→|->|=>)/i;
/** Where a clause of its own begins. */
const CLAUSE = /[,;:(–—]| (?:but|and|sondern|mais|pero|und|et|y) /g;
const NEGATED =
  /(?<![\wÀ-ɏ])(?:not|never|no|don't|do not|doesn't|isn't|aren't|mustn't|shouldn't|can't|cannot|won't|stop|avoid|hate|without|nicht|nie|niemals|kein\w*|jamais|nunca|ne)(?![\wÀ-ɏ])(?! only)/i;

/**
 * Whether a clause chooses what it names, or turns it down: "use pnpm", "tests with vitest", "npm is our package manager".
 * "Pin pnpm", "pnpm scripts must work on Windows" and "mock axios" only mention it.
 */
function isChosen(text: string, { start, end }: NamedChoice, key: ClaimKey): boolean {
  const before = text
    .slice(0, start)
    .replace(QUALIFIERS, ' ')
    .replace(/[`"'\s]+$/, '');
  const after = text.slice(end).replace(/^[`"']/, '');
  const about = new RegExp(
    `^\\s*(?:${pattern(key.about).source}|(?:version )?v?\\d+(?:\\.[\\dx]+)*\\+?)`,
    'i',
  );
  let rest = after;
  while (about.test(rest)) rest = rest.replace(about, '');
  if (CLAUSE_START.test(before)) return STANDS.test(rest);
  if (!ENDS.test(after) && rest === after) return false;
  return (
    CHOOSING.test(before) || (SERVING.test(before) && `${before} ${after}`.search(pattern(key.about)) >= 0)
  );
}

const QUALIFIERS =
  /(?:(?<![\wÀ-ɏ])(?:the|an?|our|only|plain|native|vanilla|just|always|latest|new|either|exclusively|le|la|les|du|der|die|das|den|dem|nur|immer|el|solo|sólo|siempre|toujours)\s+)+$/iu;
const CLAUSE_START =
  /(?:^|[,;:(–—-])\s*(?:(?:and|or|but|not|no|never|always|please|just|the|our|now|und|nicht|nie|et|pas|jamais|y|nunca|ahora)\s*)*$/iu;
const ENDS =
  /^\s*(?:$|[,.;:!?()–—/+-]|(?:these days|nowadays|permanently|going forward|after all|for|in|on|at|to|with|as|and|or|over|instead|rather|not|never|now|here|there|everywhere|only|please|again|always|from|across|within|under|inside|exclusively|but|by|via|using|too|anymore|any|today|directly|alone|für|im|als|und|oder|nicht|statt|jetzt|ab|mehr|auf|bei|pour|dans|comme|et|ou|pas|plutôt|au|à|maintenant|désormais|partout|plus|para|como|en|y|o|no|ahora|de)(?![\wÀ-ɏ]))/iu;
const STANDS = new RegExp(
  `${ENDS.source}|^\\s*(?:it is|is in|wins|takes over|(?:is )?what we (?:use|run))(?![\\wÀ-ɏ])|^\\s*(?:(?:is|are|must|should|shall|has to|have to|will|be|stays?|remains?|becomes?|now|always|only|not|never|no longer|ist|sind|bleibt|est|sont|reste|es|son)\\s+)+(?:used?|preferred|the|our|what|mandatory|required|wanted|forbidden|banned|allowed|deprecated|in use|unser\\w*|der|die|das|notre|le|la|nuestr[oa]|el)(?![\\wÀ-ɏ])`,
  'iu',
);
const CHOOSING =
  /(?:\b(?:us(?:e|es|ed|ing)|target(?:s|ing)?|prefer(?:s|red|ring)?|choos(?:e|es|ing)|chose|chosen|pick(?:s|ed)?|adopt(?:s|ed|ing)?|favou?r(?:s|ed)?|avoid(?:s|ing)?|ban(?:s|ned)?|drop(?:s|ped|ping)?|ditch(?:ed|ing)?|hate|dislike|like|love|want|no more|writ(?:e|es|ing)|written in|replac(?:e|es|ed|ing)|decided (?:on|against)|agreed on|settled? on|opt(?:ed)? for|go(?:ing|es)? for|(?:go(?:ing|es)?|went|stick(?:s|ing)?|stay(?:s|ing|ed)?|remain(?:s|ed)?) (?:with|to|on)|(?:project|repo|repository|codebase|app|monorepo) (?:requires?|needs?|expects?)|(?:run(?:s|ning)?|host(?:s|ed|ing)?|is|are|(?<=')re|be|now|back|deploy(?:s|ed|ing)?|lives?|standardi[sz]\w*|built|based|still|all) (?:now |everything |it all )?on|(?:switch|mov|migrat|chang|deploy|standardi[sz]|convert|upgrad|ship)\w*(?: back| over)?(?: [^\s,;]+){0,6} (?:to|from)|back to|utilis(?:e|ons|ez|er)|verwende[nt]?|benutze[nt]?|nutze[nt]?|nehme[nt]?|deployen auf|usa(?:mos|r)?|usa)|(?:^|[,;] ?)(?:it's|it is|that's|this is))(?: (?:ever|now|back|jetzt|wir|bitte|des|les))*$/i;
const SERVING =
  /(?:(?<!\b(?:work|com|ship|start|deal|cop|conflict|break|integrat|compatibl|along|together|play|interact|talk|communicat|shar|compar|clash)\w*) (?:with|via)|^(?:with|via)|\b(?:is|are|be|becomes?|stays?|remains?|means|(?:stor|keep|kept|sav|persist|writ|built|build|implement)\w*(?: [^\s,;]+){0,3} in|in))$/i;

/**
 * The part of the project that a sentence is limited to, empty for all of it, and how many of its words are about something
 * more; undefined if it is about something else and only shares a word with the key.
 */
function areaOf(key: ClaimKey, text: string): { name: string; more: number } | undefined {
  const without = text
    .replace(namesOf(key), ' ')
    // Whole, or the "manager" of a package manager would be left as something narrower.
    .replace(pattern(key.subject), ' ')
    .replace(pattern(key.about), ' ');
  const left = significantWords(without);
  const phrases = `${AREA.exec(without)?.[1] ?? ''} ${OWNER.exec(text)?.[1] ?? ''}`;
  const area = significantWords(phrases).filter((word) => left.includes(word));
  const more = left.length - area.length;
  if (more > (Object.keys(key.choices).length === 1 ? 0 : 1) || area.length > 3) return undefined;
  // A figure is part of what is said, and one file is not a part of a project.
  return area.some((word) => /^\d|\.\w{1,4}$/.test(word)) ? undefined : { name: area.join(' '), more };
}

const AREA =
  /(?<![\wÀ-ɏ])(?:in|for|on|within|under|inside|to|at|across|dans|pour|sur|für|im|bei|auf|unter|en|para)\s+(?:the |our |all |any |every |each |le |la |les |l'|der |die |das |den |dem |el |los |las )*([^,;]{2,40})/i;
const OWNER =
  /^(?:(?:the|our|le|la|notre|der|die|das|unser\w*|el|nuestr[oa]) )?([\wÀ-ɏ/.-]+(?: [\w-]+)?) (?:uses?|is|are|runs?|stays?|remains?|now|deploys?|must|should|needs?|utilise|tourne|nutzt|läuft|verwendet|usa|corre)\b/i;

/** A second clause that says something of its own. */
const ASIDE =
  /^((?!when|if|in\b|for\b|on\b|after|before|with\b|wenn|quand|cuando|si\b)[^,]{8,}), (?!not\b|no\b|never\b|but\b)[^,]*\b(?:was|were|is|are|had|has|did|does|will|can|would|it|ist|war|est|es|era)\b.*$/i;

/** A sentence without the clauses that tell when it holds: "before pushing to Heroku" names an occasion, not a wish. */
const mainClause = (text: string): string => text.replace(LEADING, ' ').replace(OCCASION, ' ');

const WHEN =
  'before|after|when(?:ever)?|while|until|till|unless|if|once|without|during|every time|each time|as soon as|bevor|nach(?:dem)?|wenn|sobald|ohne|avant|après|quand|lorsque|sans|antes de|después de|cuando|sin';
const LEADING = new RegExp(`^(?:${WHEN})(?![\\wÀ-ɏ])[^,]*(?=,)`, 'iu');
const OCCASION = new RegExp(`(?<=\\S\\s)(?:${WHEN})(?![\\wÀ-ɏ])(?! all)[^,;]*`, 'giu');

/** "Always rebuild the index after a migration", which "never …" in the same words turns round. */
function orderClaim(text: string): Omit<Claim, 'because'> | undefined {
  const order = /^(?:please |we |you |i )?(?:(never|don't|do not|avoid|stop|no)|always|only)\b/i.exec(text);
  const subject = significantWords(text).join(' ');
  return order && /\S{4}/.test(subject)
    ? { key: null, subject, value: null, polarity: order[1] === undefined ? 1 : -1 }
    : undefined;
}
