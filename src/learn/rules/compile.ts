import { invocationsOf } from '../../base/shell/invocations.ts';
import {
  DEV_SERVER,
  FETCHERS,
  INSTALL_WORDS,
  KNOWN_PROGRAMS,
  MADE_BY,
  RIVALS,
  VERB_COMMANDS,
} from '../../base/shell/programs.ts';
import {
  type CallPattern,
  EMOJI,
  isEmpty,
  PACKAGE_MANAGER,
  parseCall,
  READER,
  type RuleTrigger,
  UNTYPED_MESSAGE,
} from '../../model/rule-trigger.ts';
import { kindsIn, namedFiles, namedSigns, newFiles } from './named.ts';
import { type RuleSegment, type RuleToken, segmentsOf, withoutHeadings } from './sentence.ts';
import { bareCall, call, codeCall, type NamedThings, thingsIn } from './things.ts';

/** The checkable part of a rule; undefined where there is none. `programs` are those that the project has run. */
export function compileRule(
  text: string,
  programs: ReadonlySet<string> = new Set(),
): RuleTrigger | undefined {
  const rule = withoutHeadings(text);
  const context: RuleContext = {
    isProgram: (word) => KNOWN_PROGRAMS.has(word) || programs.has(word),
    inComments: /\bcomments?\b/i.test(rule),
    kinds: kindsIn(rule),
    isOfTests: /\b(?:tests?|testing|specs?)\b/i.test(text),
  };
  const segments = segmentsOf(rule);
  const found = segments.flatMap((one, i) =>
    one.mode !== 'forbid' || one.isConditional || isLimited(one)
      ? []
      : forbidden(one, segments.slice(0, i), context),
  );
  const made: RuleTrigger = {
    stops: found.flatMap(({ stops = [] }) => stops),
    allows: segments.flatMap((one) => (one.mode === 'require' ? askedFor(one, context) : [])),
    files: found.flatMap(({ files = [] }) => files).slice(0, MAX_FILES),
    change: found.every(({ files, isCreate }) => !files || isCreate) ? 'create' : 'any',
    texts: found.flatMap(({ texts = [] }) => texts),
    kinds: [...new Set([...context.kinds, ...found.flatMap(({ kinds = [] }) => kinds)])],
  };
  if (isEmpty(made)) made.stops.push(...withoutRunner(segments, context));
  if (isEmpty(made)) made.stops.push(...rivals(segments, context));
  if (isEmpty(made)) made.stops.push(...missingOptions(segments, context));
  if (isEmpty(made) && /\b(?:use|follow) conventional commits?\b/i.test(rule))
    made.stops.push(call('git commit', [UNTYPED_MESSAGE]));
  if (isEmpty(made)) return undefined;
  // An option that no program is to be given must not be written into a script either.
  const options = made.stops.flatMap((stop) => (stop.program === null ? stop.options : []));
  if (made.texts.length === 0) {
    made.texts = options.map((option) => ({ text: option, where: 'any' }));
    made.kinds = options.length > 0 ? ['json', 'yml', 'yaml', 'toml', 'sh'] : [];
  }
  if (made.files.length === 0) made.change = 'any';
  // "Use `bun` (`bun install`, …)" names examples of what is wanted.
  const wanted = made.stops.filter(
    (stop) =>
      !made.allows.some(
        (allow) =>
          allow.words.length === 0 &&
          covers(allow, stop) &&
          allow.program === stop.program &&
          stop.words.length > 0,
      ),
  );
  if (wanted.length > 0) made.stops = wanted;
  const allows = made.allows.filter((allow) => !made.stops.some((stop) => covers(allow, stop)));
  return {
    ...made,
    stops: distinct(made.stops),
    allows: distinct(allows),
    files: distinct(made.files),
    texts: distinct(made.texts),
  };
}

const MAX_FILES = 12;

interface RuleContext {
  isProgram(word: string): boolean;
  inComments: boolean;
  kinds: readonly string[];
  /** It holds for tests only. */
  isOfTests: boolean;
}

type ForbiddenThings = Partial<Pick<RuleTrigger, 'stops' | 'files' | 'texts' | 'kinds'>> & {
  isCreate?: boolean;
};

/** What one clause forbids: the first shape that fits. */
function forbidden(
  segment: RuleSegment,
  before: readonly RuleSegment[],
  context: RuleContext,
): ForbiddenThings[] {
  const { verbs, tokens } = segment;
  const things = thingsIn(tokens, context.isProgram, context.inComments);
  for (const shape of SHAPES) {
    const found = shape({ segment, verbs, tokens, words: wordsOf(tokens), things, before, context });
    if (found) return [found];
  }
  return [];
}

interface Clause {
  segment: RuleSegment;
  verbs: readonly string[];
  tokens: readonly RuleToken[];
  /** In small letters. */
  words: string;
  things: NamedThings;
  before: readonly RuleSegment[];
  context: RuleContext;
}

type Shape = (clause: Clause) => ForbiddenThings | undefined;

const wordsOf = (tokens: readonly RuleToken[]): string =>
  tokens.flatMap(({ text, is }) => (is === 'comma' ? [] : text.toLowerCase())).join(' ');

/** Verbs by what they are about. */
const RUNS = wordSet('use run invoke call execute start launch prefer pass rely apply destroy');
const CHANGES = wordSet(
  'edit modify touch change update alter overwrite delete remove rename move write create add put generate save place',
);
const CREATES = wordSet('create add generate place');
const WRITES = wordSet(
  'use write add put emit import include introduce hardcode suppress disable call declare define insert prefer create silence',
);
const isEvery = (verbs: readonly string[], some: ReadonlySet<string>): boolean =>
  verbs.every((verb) => some.has(verb));
const isSome = (verbs: readonly string[], some: ReadonlySet<string>): boolean =>
  verbs.some((verb) => some.has(verb));

/** "Never commit `.env`." */
const committedFiles: Shape = ({ verbs, things }) =>
  verbs.includes('commit') && things.files.length > 0
    ? { stops: things.files.flatMap((file) => [call('git add', [file]), call('git commit', [file])]) }
    : undefined;

/** "No Co-Authored-By in commits": a trailer, or what is quoted where it speaks of messages. */
const messageTexts: Shape = ({ verbs, tokens, words, things }) => {
  const trailers = tokens.flatMap(({ text }) =>
    /^\w+-\w+-by:?$/i.test(text)
      ? `${text.replace(/:$/, '')}:`
      : /^co-?author/i.test(text)
        ? 'Co-Authored-By:'
        : [],
  );
  const isMessage = /\bcommits?(?: messages?)?$/.test(words) && !verbs.includes('commit');
  const quoted = isMessage
    ? tokens.flatMap(({ text, is }) => (is === 'quote' || is === 'code' ? text : []))
    : [];
  const emoji = isMessage && namedSigns(words).some(({ text }) => text === EMOJI) ? [EMOJI] : [];
  const texts = [...trailers, ...quoted, ...emoji];
  return texts.length > 0 && things.calls.length === 0
    ? { stops: texts.map((text) => call('git commit', [`~${text}`])) }
    : undefined;
};

/** "Do not create a release or tag." */
const madeThings: Shape = ({ verbs, tokens }) => {
  if (!isSome(verbs, wordSet('create open make'))) return undefined;
  const lines = tokens.flatMap(({ text, is }) =>
    is === 'word' ? (MADE_BY.get(text.toLowerCase().replace(/(?<=[a-z])(?:es|s)$/, '')) ?? []) : [],
  );
  return lines.length > 0 ? { stops: lines.map((line) => parseCall(line)!) } : undefined;
};

/** "Never push to main", "do not amend", "don't kill my node processes". */
const spokenCommands: Shape = ({ verbs, words, things, segment }) => {
  if (/^(?:dev|development) servers?\b/.test(words) && isSome(verbs, wordSet('start run launch')))
    return { stops: DEV_SERVER.map((line) => parseCall(line)!) };
  const isKilling = verbs.includes('kill') && /\b(?:process|processes|servers?)\b/.test(words);
  const { isPlain, options, refs, isDirect } = things;
  if (!isKilling && !isPlain && options.length === 0 && (refs.length === 0 || !isDirect)) return undefined;
  // "… no commit" tells what is not there.
  if (segment.by === 'no' && !segment.verbs.some((verb) => verb.includes('force'))) return undefined;
  const lines = verbs.flatMap((verb) =>
    verb === 'kill' && !isKilling ? [] : (VERB_COMMANDS.get(verb) ?? []),
  );
  const stops = lines.flatMap((line) => {
    const pattern = parseCall(line)!;
    const named = { ...pattern, options: [...pattern.options, ...options] };
    return refs.length === 0 ? named : refs.map((ref) => ({ ...named, args: [ref] }));
  });
  return stops.length > 0 ? { stops } : undefined;
};

/** "Do not edit PATH", "`PATH` is generated, never change it", "don't touch the generated files". */
const changedFiles: Shape = ({ verbs, tokens, words, things, before, context }) => {
  if (!isSome(verbs, CHANGES)) return undefined;
  const named = namedFiles(words);
  const earlier = things.isPlain
    ? before.flatMap((one) => (one.mode === 'say' ? thingsIn(one.tokens, context.isProgram).files : []))
    : [];
  const files =
    things.files.length > 0 && things.isDirect ? things.files : earlier.length > 0 ? earlier : named;
  if (files.length === 0) return undefined;
  const isCreate = isEvery(verbs, CREATES) && tokens[0]?.text !== 'to';
  const texts = verbs.includes('import')
    ? files.map((file) => ({ text: file.replace(/\/$/, ''), where: 'any' as const }))
    : [];
  return { files, isCreate, texts };
};

/** "Do not read .env." */
const readFiles: Shape = ({ verbs, things }) =>
  isSome(verbs, wordSet('read view print')) && things.files.length > 0 && things.isDirect
    ? { stops: things.files.map((file) => call(READER, [file])) }
    : undefined;

/** "No new md files", "never add newsfragments for `providers/`". */
const unwantedFiles: Shape = ({ verbs, tokens, words, things }) => {
  if (!isEvery(verbs, CREATES)) return undefined;
  const kinds = tokens.flatMap(({ text, is }, i) => {
    const next = tokens[i + 1]?.text.toLowerCase() ?? '';
    const isListed = /^(?:and|or|,)$/.test(next) && /\bfiles?\b/.test(words);
    const isKind = /^files?$/.test(next) || isListed || text.includes('/') || /^readmes?$/i.test(text);
    return is === 'word' && isKind ? newFiles(text) : [];
  });
  if (kinds.length > 0) return { files: kinds, isCreate: true };
  const [noun, preposition] = tokens;
  const isPart =
    noun?.is === 'word' &&
    /^[a-z][\w-]{3,}$/.test(noun.text) &&
    /^(?:for|in|to|under|inside)$/.test(preposition?.text ?? '');
  const parts = isPart && verbs.length > 0 ? things.files.filter((file) => file.endsWith('/')) : [];
  return parts.length > 0
    ? { files: parts.map((file) => `${file}**/${noun!.text}`), isCreate: true }
    : undefined;
};

/** "Do not add new dependencies", "never install `left-pad`." */
const packages: Shape = ({ verbs, tokens, words, things }) => {
  if (!isSome(verbs, wordSet('install add upgrade bump introduce'))) return undefined;
  const isAny =
    /^(?:(?:new|any|more|extra|external|third-party|npm|runtime|a) )*(?:dependenc(?:y|ies)|packages?|librar(?:y|ies))\b/.test(
      words,
    );
  const names =
    verbs.includes('install') && things.isDirect
      ? tokens.flatMap(({ text, is }) => (is === 'code' && /^@?[\w./@^~-]+$/.test(text) ? text : []))
      : [];
  const args = isAny ? ['*'] : names;
  return args.length > 0
    ? { stops: args.map((arg) => ({ ...call(PACKAGE_MANAGER, [arg]), words: [INSTALL_WORDS.join('|')] })) }
    : undefined;
};

/** "Never run `make wipe`", "use A, not B", "never use `--no-verify`". */
const forbiddenCalls: Shape = ({ segment, verbs, things }) => {
  const { calls, options, texts, isDirect, isQualified, isExample } = things;
  const isInstead = /^(?:instead|rather|over|not)$/.test(segment.by);
  // "Never assume `npm test` passes" forbids nothing that can be seen, and "grep for JSON" not all of grep.
  if ((verbs.length === 0 || isInstead) && !isDirect) return undefined;
  const isWhole = (!isQualified || isInstead) && !isExample;
  // A name that no one knows is a program where it is run, and may be one where it is used.
  const unknown = isSome(verbs, wordSet('run invoke execute'))
    ? texts.filter(({ text }) => /^[a-z][a-z0-9-]+$/.test(text))
    : [];
  const stops = [...calls, ...unknown.map(({ text }) => call(text))].filter(
    ({ words, options: own, into }) => isWhole || words.length + own.length > 0 || into !== null,
  );
  const piped = stops.filter(({ program, into }) => into !== null && FETCHERS.some((one) => one === program));
  const without = isWithout(segment) ? optionsIn(segment.tail) : [];
  const all = [
    ...stops,
    ...piped.flatMap((one) => FETCHERS.map((program) => ({ ...one, program }))),
    ...(isQualified ? [] : options.map((option) => ({ ...call('*'), options: [option] }))),
  ];
  const args = things.refs.slice(0, 1);
  return all.length > 0
    ? { stops: all.map((one) => ({ ...one, without, args: one.words.includes('push') ? args : one.args })) }
    : undefined;
};

/** "Do not use `ApplicationError`", "no emojis". */
const forbiddenTexts: Shape = ({ segment, verbs, words, things, context }) => {
  const signs = namedSigns(words);
  const isEverywhere = signs.some(({ text }) => text === EMOJI) && context.kinds.length === 0;
  if (signs.length > 0 && things.calls.length === 0)
    return {
      texts: signs.map(({ text, where }) => ({ text, where })),
      kinds: context.kinds.length > 0 ? [] : signs.flatMap(({ kinds }) => kinds),
      ...(isEverywhere && { stops: [call('git commit', [`~${EMOJI}`])] }),
    };
  const isInstead = /^(?:instead|rather|over)$/.test(segment.by);
  const isWhole = things.isDirect && (!things.isQualified || isInstead) && !context.isOfTests;
  const isWritten = (verbs.length === 0 || isSome(verbs, WRITES)) && isWhole;
  return isWritten && things.calls.length === 0 && things.texts.length > 0
    ? { texts: things.texts }
    : undefined;
};

const SHAPES: readonly Shape[] = [
  committedFiles,
  messageTexts,
  madeThings,
  spokenCommands,
  changedFiles,
  readFiles,
  unwantedFiles,
  packages,
  forbiddenCalls,
  forbiddenTexts,
];

/** Calls that a clause asks for. */
function askedFor({ tokens, verbs }: RuleSegment, { isProgram }: RuleContext): CallPattern[] {
  if (verbs.length > 0 && !verbs.some((verb) => RUNS.has(verb) || verb === 'regenerate')) return [];
  return tokens.flatMap(({ text, is }, at) => {
    if (is === 'word') return isProgram(text) ? [bareCall(tokens, at)[0]] : [];
    return codeCall(text, isProgram) ?? (/^[\w./][\w./-]*$/.test(text) && is === 'code' ? [call(text)] : []);
  });
}

/** "We use pnpm" speaks against the other programs of its kind. */
function rivals(segments: readonly RuleSegment[], context: RuleContext): CallPattern[] {
  const asked = segments.filter(
    ({ mode, tail, isConditional }) => mode === 'require' && !isConditional && tail.length === 0,
  );
  const used = asked.flatMap((one) => {
    const [first, ...more] = askedFor(one, context);
    const isBare = first && more.length === 0 && first.words.length + first.options.length === 0;
    return isBare && !thingsIn(one.tokens, context.isProgram).isQualified ? first.program! : [];
  });
  const family = RIVALS.find((each) => used.some((program) => each.includes(program))) ?? [];
  return family.filter((program) => !used.includes(program)).map((program) => call(program));
}

/** "Run tests with `uv run pytest`": the same without the program that runs it. */
function withoutRunner(segments: readonly RuleSegment[], { isProgram }: RuleContext): CallPattern[] {
  return segments.flatMap(({ mode, tokens, tail, isConditional, verbs }) => {
    const codes = tokens.filter(({ is }) => is === 'code');
    if (mode !== 'require' || isConditional || tail.length > 0 || codes.length !== 1 || !isSome(verbs, RUNS))
      return [];
    const [outer, inner] = invocationsOf(codes[0]!.text);
    const line = outer && inner?.via === outer ? [inner.program, ...inner.args].join(' ') : '';
    const pattern = codeCall(line, () => true);
    return pattern && pattern.words.length > 0 && isProgram(outer!.program)
      ? [{ ...pattern, options: [] }]
      : [];
  });
}

/** "Always run A with `--flag`". */
function missingOptions(segments: readonly RuleSegment[], { isProgram }: RuleContext): CallPattern[] {
  return segments.flatMap(({ mode, tokens, isConditional, verbs, tail }) => {
    const at = tokens.findIndex(({ text }) => text.toLowerCase() === 'with');
    if (mode !== 'require' || isConditional || tail.length > 0 || at < 0 || !isSome(verbs, RUNS)) return [];
    const sides = [tokens.slice(0, at), tokens.slice(at + 1)];
    const without = sides.map(optionsIn);
    const calls = sides.flatMap((side, i) =>
      without[1 - i]!.length === 0 ? [] : thingsIn(side, isProgram).calls,
    );
    return calls.map((one) => ({ ...one, options: [], without: without.flat() }));
  });
}

const optionsIn = (tokens: readonly RuleToken[]): string[] =>
  tokens.flatMap(({ text }) => (/^-{1,2}[a-zA-Z][\w-]*$/.test(text) ? text : []));

const isWithout = ({ tail }: RuleSegment): boolean => tail[0]?.text.toLowerCase() === 'without';

/** A limit that cannot be checked makes a rule advice; a person's leave can be asked for where the call is stopped. */
function isLimited({ tokens, tail }: RuleSegment): boolean {
  // "pytest by itself" means a call without arguments.
  if (/\b(?:by itself|alone|on its own)\b/.test(wordsOf(tokens))) return true;
  const text = wordsOf(tail);
  if (tail.length === 0 || /^(?:because|since|so|which|that|they|it['’]s|its|due|who)\b/.test(text))
    return false;
  if (text.startsWith('without') && optionsIn(tail).length > 0) return false;
  if (/^when (?:working|coding|developing|building|running|testing|committing)\b/.test(text)) return false;
  return !/\b(?:ask|asked|asking|approv|permission|explicit|instruct|told|request|confirm|consent|say so|sign-?off)/.test(
    text,
  );
}

/** Whether all that a pattern stops would be allowed. */
const covers = (allow: CallPattern, stop: CallPattern): boolean =>
  allow.program === stop.program &&
  allow.options.length === 0 &&
  allow.words.every((word, i) => word === stop.words[i]) &&
  allow.words.length <= stop.words.length;

const distinct = <T>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
];

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
