import { matchesOf } from '../../../base/text/matches.ts';
import { isChosen } from './choice.ts';
import { hasOccasion, mainClause } from './clause.ts';
import { bareCommandsIn, commandsIn, isAgainstRunning, purposeOf } from './commands.ts';
import type { Cues } from './cues/cues.ts';
import { KEYS, type StatementKey } from './keys.ts';
import { choicesIn, namesAny, namesOf, pattern } from './names.ts';
import { ASIDE, significant } from './subject.ts';

/** A statement's key and what it says of it. Against a thing there is no key: that one is not used leaves open which is. */
export interface KeyedStatement {
  key: string | null;
  subject: string;
  value: string;
  polarity: -1 | 1;
  /** What it is set against, where it says so. */
  against: string | null;
  /** What the key is called. */
  called: string;
}

interface KeyInput {
  /** Without its reason. */
  text: string;
  polarity: -1 | 0 | 1;
  contrast: { yes: string; no: string } | undefined;
  cues: Cues;
}

/** Finds the key a statement is about; undefined where none fits, or it is about something narrower. */
export function statementKeyOf(given: KeyInput): KeyedStatement | undefined {
  return commandKey(given) ?? namedKey(given);
}

/** Whether a text names something that may be chosen under a key. */
export function isOfKey(key: string, text: string): boolean {
  const found = KEYS.find((each) => each.key === key.split('/')[0]);
  return found !== undefined && text.search(namesOf(found)) >= 0;
}

/** A command that only stands there is not what is spoken of, unless it is another program that is to do the same. */
function withoutCommands(given: KeyInput): KeyInput {
  const text = given.text.replace(/`[^`]* [^`]*`/g, ' ');
  const { contrast } = given;
  const [yes, no] = [contrast?.yes ?? '', contrast?.no ?? ''].map((part) => bareCommandsIn(part)[0] ?? '');
  if (yes && no && restOf(yes) === restOf(no)) return { ...given, text };
  return { ...given, text: bareCommandsIn(text).reduce((left, command) => left.replace(command, ' '), text) };
}

const restOf = (command: string): string => command.slice(command.indexOf(' '));

function commandKey({ text, polarity, contrast, cues }: KeyInput): KeyedStatement | undefined {
  const wanted = commandsIn(mainClause(contrast?.yes ?? text));
  if (wanted.length !== 1) return undefined;
  const [command] = wanted as [string];
  if (polarity < 0 && !contrast)
    return isAgainstRunning(text)
      ? { key: null, subject: command, value: command, polarity: -1, against: command, called: 'command' }
      : undefined;
  // "Run `npm test` before committing" says when, and not how the tests are run.
  const purpose = purposeOf(command, mainClause(text), { isNamed: hasOccasion(text) });
  if (!purpose) return undefined;
  const area = placeOf(purpose.around, cues);
  const at = area === '' ? '' : `/${area}`;
  const against = contrast ? (commandsIn(contrast.no)[0] ?? null) : null;
  const subject = `${purpose.subject}${at}`;
  return {
    key: `${purpose.key}${at}`,
    subject,
    value: command,
    polarity: 1,
    against,
    called: purpose.subject,
  };
}

/** What part of the project a command is for, empty for all of it. */
function placeOf(around: string, cues: Cues): string {
  const words = significant(AREA.exec(withoutScope(around))?.[1] ?? '', cues).filter(
    (word) => !COMMON.has(word),
  );
  return words.length > 3 ? '' : words.join(' ');
}

function namedKey(whole: KeyInput): KeyedStatement | undefined {
  const hasCommand = commandsIn(whole.text).length > 0;
  const given = { ...withoutCommands(whole), hasCommand };
  if (!namesAny(`${given.text}\n${given.contrast?.yes ?? ''}\n${given.contrast?.no ?? ''}`)) return undefined;
  const found = KEYS.flatMap((key) => {
    const fit = fitOf(key, given);
    return fit ? [fit] : [];
  });
  // What is set against something of its own sort, or is said with words about it, is surer than a name alone.
  return found.sort((a, b) => b.sure - a.sure)[0]?.keyed;
}

function fitOf(
  key: StatementKey,
  { text, polarity, contrast, cues, hasCommand }: KeyInput & { hasCommand: boolean },
): { keyed: KeyedStatement; sure: number } | undefined {
  const isTool = isOfTools(key);
  // "Never commit without running `npm test`" is about more than committing.
  if (isCustomary(key) && hasCommand) return undefined;
  const whole = contrast?.yes ?? text;
  const said = isTool ? mainClause(contrast ? whole : whole.replace(ASIDE, '$1')) : whole;
  const named = choicesIn(key, said);
  const clear = named.filter((value) => !key.vague?.includes(value));
  const wanted = clear.length > 0 ? clear : apartFrom(key, named);
  const unwanted = contrast ? choicesIn(key, contrast.no) : [];
  if (wanted.length === 0 && unwanted.length === 0) return undefined;
  const isVague = wanted.some((each) => key.vague?.includes(each));
  // A choice that is an ordinary word as well does not speak for itself.
  const isAbout = (isVague ? text.replace(namesOf(key), ' ') : text).search(pattern(key.about)) >= 0;
  let value = wanted[0];
  if (wanted.length > 1) return undefined;
  // Nobody can list every tool; what stands against a known one, and nothing else, is of its sort.
  if (value === undefined && unwanted.length === 1 && isOnlyNamed(key, contrast!.no, cues))
    value = unknownIn(contrast!.yes, cues);
  if (value === undefined) return undefined;
  if (wanted.length > 0 && isTool && !isChosenIn(said, key, value, cues)) return undefined;
  if (unwanted.includes(value)) return undefined;
  const about = isCustomary(key) && !contrast ? text.replace(ASIDE, '$1') : text;
  const within = areaOf(key, { text: about, contrast, value, cues });
  if (within === undefined) return undefined;
  const { area, more } = within;
  // "Always use tabs" says nothing else; where more is said, an ordinary word may be just that.
  const isAll = more === 0 && area === '' && !contrast;
  if (key.vague?.includes(value) && !isAbout && !isAll && unwanted.length === 0) return undefined;
  const sure =
    (unwanted.length > 0 ? 4 : 0) +
    (isAbout ? 2 : 0) +
    (wanted.length > 0 ? 1 : 0) -
    1.5 * more -
    (area === '' ? 0 : 0.5);
  const isAgainst = polarity < 0 && !contrast;
  const isCustom = isCustomary(key);
  const at = area === '' ? '' : `/${area}`;
  return {
    sure,
    keyed: {
      key: isAgainst && !isCustom ? null : `${key.key}${at}`,
      subject: `${isCustom ? '' : `${value} as `}${key.subject}${at}`,
      value,
      polarity: isAgainst ? -1 : 1,
      against: isAgainst ? value : (unwanted[0] ?? null),
      called: key.subject,
    },
  };
}

/** Where several are named, those that are words about the matter are no choices: the requests of "fetch for requests". */
function apartFrom(key: StatementKey, named: string[]): string[] {
  const others = named.filter((value) => value.search(pattern(key.about)) < 0);
  return named.length > 1 && others.length > 0 ? others : named;
}

/** Something that is done or is not. */
const isCustomary = (key: StatementKey): boolean => Object.keys(key.choices)[0] === key.subject;

/** Tools are mentioned in many rules that are not about which is used; a style hardly is. */
const isOfTools = ({ key }: StatementKey): boolean => /^(?:tool|deploy|runtime)\./.test(key);

function isChosenIn(text: string, key: StatementKey, value: string, cues: Cues): boolean {
  const spelling = key.choices[value] ?? key.choices.$1!;
  const about = pattern(key.about);
  return matchesOf(pattern(spelling), text).some(({ index: start, 0: found }) =>
    isChosen({ text, start, end: start + found.length, about, cues }),
  );
}

/** Whether a text has no words but a choice and those about it: "save on the main context" is not of branches. */
const isOnlyNamed = (key: StatementKey, text: string, cues: Cues): boolean =>
  significant(text.replace(namesOf(key), ' ').replace(pattern(key.about), ' '), cues).every((word) =>
    COMMON.has(word),
  );

function unknownIn(text: string, cues: Cues): string | undefined {
  const words = text
    .toLowerCase()
    .replaceAll('`', '')
    .split(/\s+/)
    .filter((word) => /^[a-z@][\w@./-]*$/.test(word) && !cues.empty.has(word));
  return words.length === 1 ? words[0] : undefined;
}

/**
 * What part of the project a statement is limited to, empty for all of it, and how many words are about something more;
 * undefined where it is about something else that only shares a word with the key.
 */
function areaOf(
  key: StatementKey,
  {
    text,
    contrast,
    value,
    cues,
  }: { text: string; contrast: KeyInput['contrast']; value: string; cues: Cues },
): { area: string; more: number } | undefined {
  const without = [value, contrast?.no ?? '']
    .filter(Boolean)
    .reduce((left, part) => left.replaceAll(part, ' '), withoutScope(text))
    .replace(namesOf(key), ' ')
    // Whole, or the "manager" of a package manager would be left as something narrower.
    .replace(pattern(key.subject), ' ')
    .replace(pattern(key.about), ' ');
  const left = significant(without, cues).filter((word) => !COMMON.has(word));
  if (left.length === 0) return { area: '', more: 0 };
  const phrases = `${AREA.exec(without)?.[1] ?? ''} ${OWNER.exec(text)?.[1] ?? ''}`;
  const area = significant(phrases, cues).filter((word) => left.includes(word));
  const isCustom = Object.keys(key.choices).length === 1;
  const more = left.length - area.length;
  if (more > (isCustom ? 0 : 1) || area.length > 3) return undefined;
  // A figure is part of what is said, not of where; and one file is no part of a project.
  return area.some((word) => /^\d|\.\w{1,4}$/.test(word)) ? undefined : { area: area.join(' '), more };
}

const AREA =
  /(?<![\wÀ-ɏ])(?:in|for|on|within|under|inside|to|at|across|dans|pour|sur|für|im|bei|auf|unter|en|para)\s+(?:the |our |all |any |every |each |le |la |les |l'|der |die |das |den |dem |el |los |las )*([^,;]{2,40})/i;

/** Who or what has it so: "the frontend uses", "staging runs on". */
const OWNER =
  /^(?:(?:the|our|le|la|notre|der|die|das|unser\w*|el|nuestr[oa]) )?([\wÀ-ɏ/.-]+(?: [\w-]+)?) (?:uses?|is|are|runs?|stays?|remains?|now|deploys?|must|should|needs?|utilise|tourne|nutzt|läuft|verwendet|usa|corre)\b/i;

/** Where it holds is told elsewhere. */
const withoutScope = (text: string): string =>
  text.replace(
    /\b(?:in|across|for) (?:all|every|each) (?:of )?(?:my|our)? ?(?:projects?|repos?|repositories|code)\b|\beverywhere\b|\bin general\b|\b(?:from (?:now|here|today|this point) (?:on(?:wards?)?|forward)(?: in)?|going forward|moving forward|henceforth|effective immediately|as of (?:now|today)|starting (?:now|today)|these days|nowadays|permanently|for good|after all)\b|\bin (?:this|the|our) (?:project|repo|repository|codebase|code base|team)\b|\bdans (?:tous mes projets|ce projet)\b|\bin (?:allen (?:meinen )?projekten|diesem projekt)\b|\ben (?:todos mis proyectos|este proyecto)\b/gi,
    ' ',
  );

/** Words that limit nothing. */
const COMMON = new Set(
  `add adding write writ run running call follow stick switch mov migrat go get put keep us work writing install thing things
  everything everyth anything anyth place way here team tool command cmd version latest new correct right standard only
  again pleas without unless explicitly when if befor after automatically by default think convention polic rul choos chose opted settl format format styl ajoute ajouter
  replac upgrad pick standardis standardiz host choic mets écris réponds schreib schreibe füge responde escribe añade stopp stop quit hat dislik lik lov want prefer rather includ us
  réponse travaill hör zu schreiben hinzu aufhören ajout ajouter de en nimm nutz verwend code project repo app file`.split(
    /\s+/,
  ),
);
