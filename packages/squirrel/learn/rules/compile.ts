import {
  type CallPattern,
  emptyTrigger,
  isEmpty,
  parseCall,
  type RuleTrigger,
} from '@sqrl/base/model/rule-trigger.ts';
import { KNOWN_PROGRAMS, VERB_COMMANDS } from '@sqrl/base/shell/programs.ts';
import { ASKED_SHAPES, askedFor, asks, runnersIn } from './asked-shapes.ts';
import {
  CHANGES,
  type ForbiddenThings,
  isInstead,
  isSome,
  optionsIn,
  RUNS,
  type RuleContext,
  type Shape,
  wordsOf,
} from './clause.ts';
import {
  committedFiles,
  forbiddenCalls,
  madeThings,
  messageTexts,
  packages,
  readFiles,
  spokenCommands,
} from './command-shapes.ts';
import { changedFiles, unwantedFiles } from './file-shapes.ts';
import { kindGlobs, misnamedFiles, namedFiles } from './named.ts';
import { ANYWHERE, type RuleScope, tailScope } from './scope.ts';
import { type RuleSegment, segmentsOf, withoutHeadings } from './sentence.ts';
import { forbiddenTexts, imports, namedTexts } from './text-shapes.ts';
import { isPlace, leadingScope, type NamedThings, thingsIn } from './things.ts';
import type { RuleToken } from './tokens.ts';
import { plainWording } from './wording.ts';

/** The first that fits a clause says what it forbids. */
const SHAPES: readonly Shape[] = [
  committedFiles,
  messageTexts,
  madeThings,
  spokenCommands,
  namedTexts,
  imports,

  unwantedFiles,
  changedFiles,
  readFiles,
  packages,
  forbiddenCalls,
  forbiddenTexts,
];

/** The checkable part of a rule; undefined where there is none. `programs` are those that the project has run. */
export function compileRule(
  text: string,
  programs: ReadonlySet<string> = new Set(),
): RuleTrigger | undefined {
  const rule = plainWording(withoutHeadings(text.slice(0, MAX_RULE_CHARS)));
  const context: RuleContext = {
    isProgram: (word) => KNOWN_PROGRAMS.has(word) || programs.has(word),
    places: kindGlobs(rule),
  };
  const segments = segmentsOf(rule);
  const found = segments.flatMap((one, i) =>
    forbidden(one, segments.slice(0, i), segments.slice(i + 1), context),
  );
  const all = <T>(of: (one: ForbiddenThings) => readonly T[] | undefined): T[] =>
    distinct(found.flatMap((one) => of(one) ?? []));
  const made: RuleTrigger = {
    stops: all(({ stops }) => stops),
    allows: segments.flatMap((one) => (asks(one) ? askedFor(one, context) : runnersIn(one))),
    files: all(({ files }) => files).slice(0, MAX_FILES),
    change: changeOf(found),
    texts: all(({ texts }) => texts),
    places: all(({ texts, places }) => (texts ? (places ?? context.places) : [])),
    outside: all(({ outside }) => outside),
  };
  for (const shape of ASKED_SHAPES) if (isEmpty(made)) made.stops.push(...shape(segments, context, rule));
  if (isEmpty(made)) Object.assign(made, { files: misnamedFiles(rule), change: 'create' });
  return isEmpty(made) ? undefined : finished(made);
}

const MAX_RULE_CHARS = 1500;
const MAX_FILES = 12;

/** What kind of change all of them mean; any where they differ. */
function changeOf(found: readonly ForbiddenThings[]): RuleTrigger['change'] {
  const changes = new Set(found.flatMap(({ files, change }) => (files ? (change ?? 'any') : [])));
  return changes.size === 1 ? [...changes][0]! : 'any';
}

/** A trigger without what does not belong to what it stops. */
function finished(made: RuleTrigger): RuleTrigger {
  // An option that no program is to be given must not be written into a script either.
  const options = made.stops.flatMap((stop) => (stop.program === null ? stop.options : []));
  const isOption = made.texts.length === 0 && options.length > 0;
  const texts = isOption ? options.map((text) => ({ text, where: 'any' as const })) : made.texts;
  return {
    ...emptyTrigger(),
    stops: distinct(made.stops),
    allows: distinct(made.allows.filter((allow) => !made.stops.some((stop) => covers(allow, stop)))),
    files: made.files,
    change: made.files.length === 0 ? 'any' : made.change,
    texts,
    places: isOption ? SCRIPT_GLOBS : texts.length === 0 ? [] : made.places,
    outside: made.files.length + texts.length === 0 ? [] : made.outside,
  };
}

const SCRIPT_GLOBS = ['*.json', '*.yml', '*.yaml', '*.toml', '*.sh'];

function forbidden(
  segment: RuleSegment,
  before: readonly RuleSegment[],
  after: readonly RuleSegment[],
  context: RuleContext,
): ForbiddenThings[] {
  if (segment.mode !== 'forbid') return [];
  const scope = tailScope(segment.tail, isPlace) ?? leadingScope(before.at(-1)) ?? ANYWHERE;
  const isConditional = segment.isConditional && scope === ANYWHERE;
  const limit = isConditional && limitOf(segment) === 'none' ? 'unknown' : limitOf(segment);
  // In a part of the cases only names of code are held.
  if (limit === 'unknown' || (isConditional && segment.tokens.every(({ is }) => is !== 'code'))) return [];
  const { verbs } = segment;
  // "… must not be imported by the client"
  const ends = segment.isPassive ? segment.tokens.findIndex(({ text }) => text.toLowerCase() === 'by') : -1;
  const tokens = ends < 0 ? segment.tokens : segment.tokens.slice(0, ends);
  const own = thingsIn(tokens, context.isProgram, {
    inComments: /\bcomments?\b/.test(wordsOf(tokens)),
    hasVerb: verbs.length > 0 || isInstead(segment),
    describing: describingWords(segment),
    isRun: isSome(verbs, RUNS) || isInstead(segment),
    isChoice: isInstead(segment),
  });
  const things = withScope(
    own.isPlain && isOfBefore(segment, before)
      ? thingsSaid(before, after, own, context, isOfCommands(tokens, before) && !isSome(verbs, CHANGES))
      : own,
    scope,
  );
  // "Secrets must never be committed"
  const subject = segment.isPassive && tokens.length === 0 ? wordsOf(before.at(-1)?.tokens ?? []) : '';
  const words = subject || wordsOf(tokens);
  const clause = { segment, verbs, tokens, words, things, before, after, context };
  for (const shape of SHAPES) {
    const found = shape({ ...clause, isLimited: limit === 'part' });
    if (found) return [ofOthers(found, segment, before)];
  }
  return [];
}

/** "Never rebase published branches": a forced push shows that, but who else uses a branch cannot be seen here. */
function ofOthers(found: ForbiddenThings, segment: RuleSegment, before: readonly RuleSegment[]) {
  const since = before.findLastIndex(({ mode }) => mode !== 'forbid') + 1;
  const words = [...before.slice(since), segment]
    .map(({ tokens, tail }) => wordsOf([...tokens, ...tail]))
    .join(' ');
  const met = /\b(?:(published|pushed)|shared|public|protected|others|someone)\b/.exec(words);
  const isOpen = ({ program, args, options }: CallPattern) =>
    program === 'git' && args.length === 0 && !options.some((option) => option.startsWith('--force'));
  if (!met || !found.stops?.some(isOpen)) return found;
  const forced = met[1] ? VERB_COMMANDS.get('force push')!.map((line) => parseCall(line)!) : [];
  return { ...found, stops: [...found.stops.filter((stop) => !isOpen(stop)), ...forced] };
}

/** How many words may describe a thing: "no global `a`", but a verb that is not known is none: "never assume `a`". */
function describingWords(segment: RuleSegment): number {
  if (segment.verbs.length > 0 || isInstead(segment)) return 2;
  if (segment.by === 'avoid') return /ing$/i.test(segment.tokens[0]?.text ?? '') ? 0 : 2;
  return segment.by === 'no' ? 1 : 0;
}

const withScope = (things: NamedThings, scope: RuleScope): NamedThings =>
  scope === ANYWHERE ? things : { ...things, scope };

/** "… must not be edited", "never change it": of what was named before. */
const isOfBefore = ({ isPassive, verbs, tokens }: RuleSegment, before: readonly RuleSegment[]): boolean =>
  isPassive ||
  isOfCommands(tokens, before) ||
  isSome(verbs, CHANGES) ||
  tokens.some(({ text }) => /^(?:it|them|these|those|this|generated|auto-?generated)$/i.test(text));

/** "Don't run these commands", "`npm` never use". */
const isOfCommands = (tokens: readonly RuleToken[], before: readonly RuleSegment[]): boolean =>
  /\bcommands?\b/.test(wordsOf(tokens)) ||
  (tokens.length === 0 && before.length > 0 && before.at(-1)!.tokens.every(({ is }) => is === 'code'));

/** The files and names of the sentences before, or else of the list behind; a call that was named there is none of them. */
function thingsSaid(
  before: readonly RuleSegment[],
  after: readonly RuleSegment[],
  own: NamedThings,
  { isProgram }: RuleContext,
  isOfCommands: boolean,
): NamedThings {
  const said = (segments: readonly RuleSegment[]) =>
    segments.filter(({ mode }) => mode === 'say').map(({ tokens }) => thingsIn(tokens, isProgram));
  const nouns = before.map(({ tokens }) => wordsOf(tokens).replace(/ (?:is|are)\b.*$/, ''));
  const files = [
    listedLast(said(before)),
    said(after).flatMap((one) => one.files),
    nouns.flatMap(namedFiles),
  ].find((some) => some.length > 0);
  const texts = said(before).at(-1)?.texts ?? [];
  // "don't run these commands: …"
  const calls = isOfCommands ? [...said(after), ...said(before)].flatMap((one) => one.calls) : [];
  if (calls.length > 0) return { ...own, calls, isPlain: false };
  return files || texts.length > 0 ? { ...own, files: files ?? [], texts, isPlain: false } : own;
}

/** The files of the last statement that names some, and of the list that it ends. */
function listedLast(all: readonly NamedThings[]): string[] {
  const last = all.findLastIndex(({ files }) => files.length > 0);
  const first = all.findLastIndex((one, i) => i < last && one.files.length > 0 && !one.isList);
  return all.slice(first + 1, last + 1).flatMap(({ files }) => files);
}

/** How far a clause is limited by what cannot be checked: not at all, to a part of the cases, or in a way that no one knows. */
function limitOf({ tail }: RuleSegment): 'none' | 'part' | 'unknown' {
  const text = wordsOf(tail);
  // "on a branch that:" and a list of conditions.
  if (/^(?:that|which|who)$/.test(text)) return 'unknown';
  if (tail.length === 0 || /^(?:because|since|so|which|that|they|it['’]s|its|due|who)\b/.test(text))
    return 'none';
  if (text.startsWith('without') && optionsIn(tail).length > 0) return 'none';
  if (
    /\b(?:ask|approv|permission|explicit|intentional|instruct|tell|told|says?\b|request|confirm|consent|sign-?off|discuss|consult|justif|reason|need|review|necessary|unavoidabl|insufficient|impossible)/.test(
      text,
    )
  )
    return 'none';
  // What is forbidden with an exception is a stop at which to think of it.
  if (tailScope(tail, isPlace) || /^except (?:when|for|if|where|to)\b/.test(text)) return 'none';
  return /^(?:when|whenever|while|where|during)\b/.test(text) ? 'part' : 'unknown';
}

/** Whether all that a pattern stops would be allowed. */
const covers = (allow: CallPattern, stop: CallPattern): boolean =>
  allow.program === stop.program &&
  allow.options.every((option) => stop.options.includes(option)) &&
  allow.words.every((word, i) => word === stop.words[i]) &&
  allow.words.length <= stop.words.length;

const distinct = <T>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
];
