import { invocationsOf, programName } from '../../base/shell/invocations.ts';
import {
  FETCHERS,
  INSTALL_WORDS,
  KNOWN_PROGRAMS,
  MADE_BY,
  PROSE_WORDS,
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
  type TextPattern,
  UNTYPED_MESSAGE,
} from '../../model/rule-trigger.ts';
import { type RuleSegment, type RuleToken, segmentsOf } from './sentence.ts';

/** The checkable part of a rule; undefined where there is none. `programs` are those that the project has run. */
export function compileRule(
  rule: string,
  programs: ReadonlySet<string> = new Set(),
): RuleTrigger | undefined {
  const isProgram = (word: string) => KNOWN_PROGRAMS.has(word) || programs.has(word);
  const segments = segmentsOf(rule);
  const made: RuleTrigger = {
    stops: [],
    allows: [],
    files: [],
    change: 'any',
    texts: [],
    kinds: kindsIn(rule),
  };
  let isCreate = true;
  for (const [i, one] of segments.entries()) {
    if (one.mode === 'require') made.allows.push(...askedFor(one, isProgram));
    if (one.mode !== 'forbid' || one.isConditional || isLimited(one)) continue;
    const { stops, files, texts, change } = forbidden(one, segments.slice(0, i), { isProgram, rule });
    made.stops.push(...stops);
    made.files.push(...files);
    made.texts.push(...texts);
    if (files.length > 0) isCreate &&= change === 'create';
  }
  if (isEmpty(made)) made.stops.push(...rivals(segments, isProgram));
  if (isEmpty(made)) made.stops.push(...missingOptions(segments, isProgram));
  if (isEmpty(made) && /\buse conventional commits?\b/i.test(rule))
    made.stops.push(call('git commit', [UNTYPED_MESSAGE]));
  if (isEmpty(made)) return undefined;
  if (made.files.length > 0 && isCreate) made.change = 'create';
  const options = made.stops.flatMap((stop) => (stop.program === null ? stop.options : []));
  if (made.texts.length === 0) made.kinds = options.length > 0 ? SCRIPT_KINDS : [];
  else if (made.kinds.length === 0)
    made.kinds = made.texts.flatMap(({ text }) => NAMED_TEXTS.find((one) => one.text === text)?.kinds ?? []);
  // An option that no program is to be given must not be written into a script either.
  if (made.texts.length === 0) made.texts.push(...options.map((text) => ({ text, where: 'any' as const })));
  made.allows = made.allows.filter((allow) => !made.stops.some((stop) => covers(allow, stop)));
  return unique(made);
}

const SCRIPT_KINDS = ['json', 'yml', 'yaml', 'toml', 'sh'];

interface SentenceContext {
  isProgram(word: string): boolean;
  rule: string;
}

type Forbidden = Pick<RuleTrigger, 'stops' | 'files' | 'texts' | 'change'>;

/** What one clause forbids. */
function forbidden(
  segment: RuleSegment,
  before: readonly RuleSegment[],
  context: SentenceContext,
): Forbidden {
  const { verbs, tokens } = segment;
  const none: Forbidden = { stops: [], files: [], texts: [], change: 'any' };
  const things = thingsIn(tokens, context);
  if (verbs.includes('commit') && things.files.length > 0)
    return {
      ...none,
      stops: things.files.flatMap((file) => [call('git add', [file]), call('git commit', [file])]),
    };
  const inMessage = messageTexts(tokens, things);
  if (inMessage.length > 0)
    return { ...none, stops: inMessage.map((text) => call('git commit', [`~${text}`])) };
  const maker = verbs.some((verb) => MAKES.has(verb)) ? madeBy(tokens) : [];
  if (maker.length > 0) return { ...none, stops: maker.flatMap((line) => parseCall(line) ?? []) };
  if (verbs.includes('kill') && /\b(?:processe?s?|servers?)\b/.test(tokens.map(({ text }) => text).join(' ')))
    return { ...none, stops: VERB_COMMANDS.get('kill')!.map((line) => parseCall(line)!) };
  const spoken = verbs.flatMap((verb) => VERB_COMMANDS.get(verb) ?? []);
  if (spoken.length > 0 && (things.isPlain || things.options.length > 0 || things.refs.length > 0))
    return { ...none, stops: commandsSpoken(spoken, things) };
  if (verbs.some((verb) => CHANGES.has(verb))) {
    const files =
      things.files.length > 0 && things.isDirect
        ? things.files
        : things.isPlain
          ? [...filesBefore(before, context), ...namedFiles(tokens)].slice(0, MAX_FILES)
          : namedFiles(tokens);
    if (files.length > 0)
      return {
        ...none,
        texts: verbs.includes('import') ? files.map(asImport) : [],
        files,
        change: verbs.every((verb) => CREATES.has(verb)) && tokens[0]?.text !== 'to' ? 'create' : 'any',
      };
  }
  if (verbs.some((verb) => READS.has(verb)) && things.files.length > 0 && things.isDirect)
    return { ...none, stops: things.files.map((file) => call(READER, [file])) };
  const kinds = verbs.length === 0 || verbs.every((verb) => CREATES.has(verb)) ? newKinds(tokens) : [];
  if (kinds.length > 0) return { ...none, files: kinds, change: 'create' };
  const inFolders = partsOf(segment, things);
  if (inFolders.length > 0) return { ...none, files: inFolders, change: 'create' };
  if (verbs.some((verb) => INSTALLS.has(verb))) {
    const packages = things.texts.map(({ text }) => text).filter((text) => /^@?[\w./@^~-]+$/.test(text));
    const args = things.isDependency ? ['*'] : verbs.includes('install') ? packages : [];
    if (args.length > 0)
      return {
        ...none,
        stops: args.map((arg) => ({ ...call(PACKAGE_MANAGER, [arg]), words: [INSTALL_WORDS.join('|')] })),
      };
  }
  // "Never assume `npm test` passes" forbids nothing that can be seen.
  if (verbs.length === 0 && !things.isDirect) return none;
  const piped = things.calls.filter(
    ({ program, into }) => into !== null && FETCHERS.some((one) => one === program),
  );
  const fetchers = piped.flatMap((one) => FETCHERS.map((program) => ({ ...one, program })));
  const stops = [
    ...things.calls,
    ...fetchers,
    ...things.options.map((option) => ({ ...call('*'), options: [option] })),
  ];
  const without = optionsIn(segment.tail);
  if (stops.length > 0)
    return { ...none, stops: stops.map((one) => ({ ...one, without: isWithout(segment) ? without : [] })) };
  if (namedTexts(tokens).some(({ text }) => text === EMOJI) && kindsIn(context.rule).length === 0)
    return { ...none, texts: namedTexts(tokens), stops: [call('git commit', [`~${EMOJI}`])] };
  const isWritten = verbs.length === 0 || verbs.some((verb) => WRITES.has(verb));
  return isWritten ? { ...none, texts: [...things.texts, ...namedTexts(tokens)] } : none;
}

/** A folder that must not be imported from. */
const asImport = (path: string): TextPattern => ({ text: path.replace(/\/$/, ''), where: 'any' });

const MAKES = wordSet('create open make');

/** Commands that make the things a clause names: "a release or tag", "PRs". */
const madeBy = (tokens: readonly RuleToken[]): string[] =>
  tokens.flatMap(({ text, is }) =>
    is === 'word' ? (MADE_BY.get(text.toLowerCase().replace(/(?<=[a-z])(?:es|s)$/, '')) ?? []) : [],
  );

/** Texts that must not stand in the message of a commit: a trailer, or what is quoted where it speaks of messages. */
function messageTexts(tokens: readonly RuleToken[], { texts }: NamedThings): string[] {
  const trailers = tokens.flatMap(({ text }) =>
    /^\w+-\w+-by:?$/i.test(text)
      ? `${text.replace(/:$/, '')}:`
      : /^co-?author/i.test(text)
        ? 'Co-Authored-By:'
        : [],
  );
  const isMessage = tokens.some(
    ({ text }, i) => /^commits?$/i.test(text) && /^(?:messages?|,|\.)?$/i.test(tokens[i + 1]?.text ?? ''),
  );
  return [...trailers, ...(isMessage ? texts.map(({ text }) => text) : [])];
}

/** The names of new files that are not wanted: "no new md files", "docs/README". */
function newKinds(tokens: readonly RuleToken[]): string[] {
  return tokens.flatMap(({ text, is }, i) => {
    const isNew =
      /^files?$/i.test(tokens[i + 1]?.text ?? '') || /^(?:and|or|,)$/.test(tokens[i + 1]?.text ?? '');
    const words =
      is === 'word'
        ? text
            .toLowerCase()
            .replace(/^\*?\./, '')
            .split('/')
        : [];
    if (!isNew && words.length < 2 && !/^readmes?$/.test(words[0] ?? '')) return [];
    return words.every((word) => NEW_FILES.has(word))
      ? words.flatMap((word) => NEW_FILES.get(word)!.split(' '))
      : [];
  });
}

const NEW_FILES: ReadonlyMap<string, string> = new Map([
  ['docs', 'docs/ *.md'],
  ['documentation', '*.md'],
  ['markdown', '*.md'],
  ['readme', 'README*'],
  ['readmes', 'README*'],
  ['javascript', '*.js *.jsx'],
  ...'md mdx txt sh json yml yaml css scss sql js jsx'.split(' ').map((kind) => [kind, `*.${kind}`] as const),
]);

/** "Add newsfragments for `providers/`": the part of that name below the folder. */
function partsOf({ verbs, tokens }: RuleSegment, { files }: NamedThings): string[] {
  const [noun, preposition] = tokens;
  if (!verbs.every((verb) => CREATES.has(verb)) || noun?.is !== 'word' || !/^[a-z][\w-]{3,}$/.test(noun.text))
    return [];
  if (LIGHT.has(noun.text) || !/^(?:for|in|to|under|inside)$/.test(preposition?.text ?? '')) return [];
  return files.flatMap((file) => (file.endsWith('/') ? `${file}**/${noun.text}` : []));
}

/** Signs that rules call by their names. */
const namedTexts = (tokens: readonly RuleToken[]): TextPattern[] => {
  const words = tokens.map(({ text }) => text.toLowerCase()).join(' ');
  return NAMED_TEXTS.flatMap(({ name, text, where }) => (name.test(words) ? { text, where } : []));
};

const NAMED_TEXTS = [
  { name: /^(?:the )?em[- ]dash(?:es)?\b/, text: '—', where: 'any', kinds: ['*'] },
  { name: /^(?:any |use )*emojis?\b/, text: EMOJI, where: 'any', kinds: ['*'] },
  {
    name: /^any(?: types?)?(?:$| (?:everywhere|anywhere|in)\b)/,
    text: 'any',
    where: 'code',
    kinds: ['ts', 'tsx', 'mts', 'cts', 'vue'],
  },
] as const;

const RUNS = wordSet('use run invoke call execute start launch prefer pass rely skip apply destroy');
const CHANGES = wordSet(
  'edit modify touch change update alter overwrite delete remove rename move write create add put generate save place',
);
const READS = wordSet('read view print');
const CREATES = wordSet('create add generate place');
const INSTALLS = wordSet('install add upgrade bump introduce');
const WRITES = wordSet(
  'use write add put emit import include introduce leave log hardcode suppress disable call declare define throw insert return rely prefer enable create',
);

/** Things that a clause names. */
interface NamedThings {
  calls: CallPattern[];
  options: string[];
  files: string[];
  texts: TextPattern[];
  /** Branches and remotes: what stands behind "to". */
  refs: string[];
  /** Nothing of weight stands before the first thing. */
  isDirect: boolean;
  /** It names nothing, and has no other noun. */
  isPlain: boolean;
  /** It speaks of packages. */
  isDependency: boolean;
}

function thingsIn(tokens: readonly RuleToken[], { isProgram, rule }: SentenceContext): NamedThings {
  const found: NamedThings = {
    ...{ calls: [], options: [], files: [], texts: [], refs: [] },
    ...{ isDirect: true, isPlain: true, isDependency: false },
  };
  let isHeavy = false;
  const isCommands = tokens.some(({ text, is }) => is === 'word' && /^commands?$/i.test(text));
  // "sleep in C++ code" is not the program.
  const isCode =
    tokens.some(({ text, is }) => is === 'word' && text.toLowerCase() === 'code') && kindsIn(rule).length > 0;
  const isListed = isCommands && tokens.some(({ text }) => isProgram(text) && !LIGHT.has(text));
  const isTool = (word: string, at: number) =>
    isListed
      ? /^[a-z][a-z0-9-]{2,}$/.test(word) && !LIGHT.has(word)
      : isProgram(word) && !isCode && (!PROSE_WORDS.has(word) || /^-/.test(tokens[at + 1]?.text ?? ''));
  const where = /\bcomments?\b/i.test(rule) ? 'comment' : undefined;
  for (let at = 0; at < tokens.length; at++) {
    const { text, is } = tokens[at]!;
    const word = text.toLowerCase();
    if (text === '(') isHeavy = false;
    if (is === 'comma') continue;
    const isThing = found.calls.length + found.options.length + found.files.length + found.texts.length > 0;
    if (is === 'word' && /^(?:to|onto|upstream|origin)$/.test(word)) {
      const target = word === 'to' || word === 'onto' ? nextRef(tokens, at + 1) : text;
      if (target !== undefined) found.refs.push(target);
      continue;
    }
    if (is === 'word' && /^(?:dependenc(?:y|ies)|packages?|librar(?:y|ies))$/.test(word))
      found.isDependency = true;
    else if (/^-{1,2}[\w-]/.test(text) && !text.includes(' ')) {
      if (found.calls.length > 0 && is === 'word') found.calls.at(-1)!.options.push(text);
      else found.options.push(text);
    } else if (is !== 'word') {
      const pattern = codeCall(text, isProgram);
      if (pattern) found.calls.push(pattern);
      else if (isPath(text)) found.files.push(text);
      else if (text.length > 1) found.texts.push({ text, where: where ?? placeOf(text) });
      if (isHeavy && !isThing) found.isDirect = false;
    } else if (isPath(text)) {
      found.files.push(text);
      if (isHeavy && !isThing) found.isDirect = false;
    } else if (isTool(word, at) && text === word && !isThing && !isHeavy) {
      const [pattern, next] = bareCall(tokens, at);
      found.calls.push(pattern);
      at = next - 1;
    } else if (
      isTool(word, at) &&
      text === word &&
      found.calls.length > 0 &&
      /^(?:or|and|,)$/.test(tokens[at - 1]?.text ?? '')
    ) {
      const [pattern, next] = bareCall(tokens, at);
      found.calls.push(pattern);
      at = next - 1;
    } else if (isCodeWord(text)) found.texts.push({ text, where: where ?? placeOf(text) });
    else if (
      isProgram(word) &&
      found.options.length > 0 &&
      /^(?:with|to|for|on)$/.test(tokens[at - 1]?.text ?? '')
    ) {
      found.calls.push({ ...call(word), options: found.options.splice(0) });
    } else if (!LIGHT.has(word)) isHeavy = true;
  }
  found.isPlain =
    !isHeavy &&
    found.calls.length +
      found.options.length +
      found.files.length +
      found.texts.length +
      found.refs.length ===
      0;
  if (isHeavy && found.refs.length > 0 && !found.isDirect) found.refs = [];
  return found;
}

/** Words that do not change what is meant. */
const LIGHT = wordSet(
  `the a an any all this these those it them your our my or and file files folder folders directory directories anything
   something everything code content contents in under inside within below from of on with by hand manually directly
   generated auto-generated autogenerated existing new commands command ever yourself here else either both either for flag option argument arguments
   commits branches changes branch remote ones again automatically own via through at its their`,
);

const wantsRef = /^(?:main|master|develop|dev|trunk|production|prod|release|staging|upstream|origin)$/;

function nextRef(tokens: readonly RuleToken[], at: number): string | undefined {
  const token = tokens.slice(at, at + 3).find(({ text }) => !/^(?:the|our|your|a)$/i.test(text));
  if (token === undefined) return undefined;
  return (token.is === 'code' && /^[\w./-]+$/.test(token.text)) || wantsRef.test(token.text)
    ? token.text.replace(/^origin\//, '')
    : undefined;
}

/** The commands that verbs mean, with where they go and the options that are named. */
const commandsSpoken = (lines: readonly string[], { refs, options }: NamedThings): CallPattern[] =>
  lines.flatMap((line) => {
    const pattern = parseCall(line)!;
    const withOptions = { ...pattern, options: [...pattern.options, ...options] };
    return refs.length === 0 ? withOptions : refs.map((ref) => ({ ...withOptions, args: [ref] }));
  });

/** A call in code; undefined where the code is none. */
function codeCall(code: string, isProgram: (word: string) => boolean): CallPattern | undefined {
  if (/[(){}=;<>`]/.test(code.replace(/<[\w -]+>/g, ''))) return undefined;
  const [first, second] = invocationsOf(code).filter(({ via }) => via === undefined);
  if (first === undefined || (second !== undefined && first.into !== second)) return undefined;
  const [next = ''] = first.args;
  const name = programName(first.program);
  const isScript =
    /^\.{0,2}\/[\w./-]+$/.test(first.program) && first.program !== '/' && first.args.length > 0;
  const isLine = isProgram(name) || isScript || (/^[a-z][\w.-]*$/.test(first.program) && /^-[\w]/.test(next));
  if (!isLine || (first.program === code && isPath(code) && !isProgram(code))) return undefined;
  const ends = first.args.findIndex((arg) => /[<>…*]|^\.\.\.$|\$/.test(arg));
  const args = ends < 0 ? first.args : first.args.slice(0, ends);
  return {
    program: isScript ? first.program : name,
    words: args.filter((arg) => !arg.startsWith('-')),
    options: args.filter((arg) => arg.startsWith('-') && arg !== '--'),
    ...{ without: [], args: [], into: second ? programName(second.program) : null },
  };
}

/** A call in plain words, up to the first that is none of it, and where it ends. */
function bareCall(tokens: readonly RuleToken[], from: number): [pattern: CallPattern, next: number] {
  const pattern = call(tokens[from]!.text);
  let at = from + 1;
  for (; at < tokens.length; at++) {
    const { text, is } = tokens[at]!;
    if (is !== 'word') break;
    if (text === '|' && tokens[at + 1]) {
      pattern.into = tokens[++at]!.text;
      at++;
      break;
    }
    if (text.startsWith('-')) pattern.options.push(text);
    else if (pattern.options.length > 0 || !/^[a-z][\w:.-]*$/.test(text) || NO_SUBCOMMAND.has(text)) break;
    else pattern.words.push(text);
  }
  return [pattern, at];
}

/** Words of prose that stand behind a program. */
const NO_SUBCOMMAND = wordSet(
  `or and with without for in on to as the a an at by commands command directly here anywhere ever is are from via when if
   unless because instead only alone itself either processes process manually locally globally anymore files it you we
   argument flag everywhere scripts unless so but not since extension`,
);

/** Names that only code has. */
const isCodeWord = (word: string): boolean =>
  /^@?[a-z_$][\w$]*(?:(?:\.|::)[\w$]+)+(?:\(\))?$|^\w+\(\)$|^@[\w-]+$/i.test(word) &&
  !isPath(word) &&
  !/^(?:e\.g|i\.e)$/i.test(word);

/** A plain name is looked for in code; what stands in comments by its nature, everywhere. */
const placeOf = (text: string): TextPattern['where'] =>
  /^[\w$.:]+(?:\(\s*(?:\.\.\.|…)?\s*\))?$|^[=!<>]=/.test(text) ? 'code' : 'any';

const isPath = (text: string): boolean =>
  !/\s/.test(text) &&
  !/^https?:|^@|^-|\(|[=:;'"\\{}]|^\d+\/\d+$|\/\//.test(text) &&
  (/^[\w.*~][\w.*-]*\/|^\.{1,2}\/|\/$|^\/\w+\//.test(text) ||
    (/^[\w*.-]*\.(?:[a-z]{1,5}|lock|config)$/.test(text) &&
      /^(?:\*|\.[a-z]|[\w-]+\.(?:json|ya?ml|toml|lock|md|tsx?|jsx?|py|rs|go|rb|cs|css|scss|html|sql|txt|env|xml|cfg|ini|sum|mod|gradle|proto|graphql|snap)$)/i.test(
        text,
      )) ||
    /^\.(?:env|git|npmrc|github|vscode|husky)\b/.test(text));

/** The files that a rule named before it says what not to do with them. */
const filesBefore = (before: readonly RuleSegment[], context: SentenceContext): string[] =>
  before.flatMap(({ mode, tokens }) => (mode === 'say' ? thingsIn(tokens, context).files : []));

const MAX_FILES = 12;

/** Files that people call by what they are. */
const namedFiles = (tokens: readonly RuleToken[]): string[] => {
  const words = tokens.map(({ text }) => text.toLowerCase()).join(' ');
  return NAMED_FILES.flatMap(([name, globs]) => (name.test(words) ? globs.split(' ') : []));
};

const NAMED_FILES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:the |any |our |your )*(?:auto-?)?generated (?:files|code)$/,
    'generated/ __generated__/ *.generated.* *_generated.* *.pb.go *_pb2.py *.g.dart',
  ],
  [/^(?:the |any |our |your )*lock ?files?$/, '*.lock package-lock.json pnpm-lock.yaml bun.lockb go.sum'],
  [/^(?:the |any |our |your |existing |old )*(?:database |db )?migrations?(?: files)?$/, 'migrations/'],
  [/^(?:the |any |our |your )*vendor(?:ed)? (?:files|code)$/, 'vendor/ third_party/'],
  [/^(?:the |any |our |your )*(?:ci|github actions?) (?:config|workflows?|files)$/, '.github/workflows/'],
];

/** Calls that a clause asks for. */
function askedFor({ tokens, verbs }: RuleSegment, isProgram: (word: string) => boolean): CallPattern[] {
  if (verbs.length > 0 && !verbs.some((verb) => RUNS.has(verb) || verb === 'regenerate')) return [];
  return tokens.flatMap(({ text, is }, at) => {
    if (is === 'word') return isProgram(text) ? [bareCall(tokens, at)[0]] : [];
    const pattern = codeCall(text, isProgram);
    return pattern ?? (/^[\w./-]+$/.test(text) && is === 'code' ? [call(text)] : []);
  });
}

/** "We use pnpm" speaks against the other programs of its kind. */
function rivals(segments: readonly RuleSegment[], isProgram: (word: string) => boolean): CallPattern[] {
  const asked = segments.filter(
    ({ mode, tail, isConditional }) => mode === 'require' && !isConditional && tail.length === 0,
  );
  const used = asked.flatMap((one) =>
    askedFor(one, isProgram).flatMap(({ program, words, options }) =>
      words.length + options.length === 0 && program !== null ? program : [],
    ),
  );
  const family = RIVALS.find((each) => used.some((program) => each.includes(program)));
  return family === undefined
    ? []
    : family.filter((program) => !used.includes(program)).map((program) => call(program));
}

/** "Always run A with `--flag`". */
function missingOptions(
  segments: readonly RuleSegment[],
  isProgram: (word: string) => boolean,
): CallPattern[] {
  return segments.flatMap(({ mode, tokens, isConditional, verbs }) => {
    if (mode !== 'require' || isConditional || !verbs.some((verb) => RUNS.has(verb) || verb === 'add'))
      return [];
    const at = tokens.findIndex(({ text }) => text.toLowerCase() === 'with');
    if (at < 0) return [];
    const sides = [tokens.slice(0, at), tokens.slice(at + 1)];
    const options = sides.map(optionsIn);
    const calls = sides.map((side) =>
      side.flatMap(({ text, is }, i) =>
        is === 'word' ? (isProgram(text) ? [bareCall(side, i)[0]] : []) : (codeCall(text, isProgram) ?? []),
      ),
    );
    const [first, second] = [0, 1].map((i) => (options[1 - i]!.length > 0 ? calls[i]! : []));
    const without = options.flat();
    return [...first!, ...second!].map((one) => ({ ...one, options: [], without }));
  });
}

const optionsIn = (tokens: readonly RuleToken[]): string[] =>
  tokens.flatMap(({ text }) => (/^-{1,2}[a-zA-Z][\w-]*$/.test(text) ? text : []));

const isWithout = ({ tail }: RuleSegment): boolean => tail[0]?.text.toLowerCase() === 'without';

/** A limit that cannot be checked makes a rule advice; a person's leave can be asked for where the call is stopped. */
function isLimited(segment: RuleSegment): boolean {
  // "pytest by itself" means a call without arguments.
  if (/\b(?:by itself|alone|on its own)\b/i.test(segment.tokens.map(({ text }) => text).join(' ')))
    return true;
  const [first] = segment.tail;
  if (first === undefined) return false;
  const word = first.text.toLowerCase();
  if (/^(?:because|since|so|which|as|that|they|it['’]s|its|due|who)$/.test(word)) return false;
  if (word === 'without' && optionsIn(segment.tail).length > 0) return false;
  const text = segment.tail.map((token) => token.text).join(' ');
  return !/\b(?:ask|asked|asking|approv|permission|explicit|instruct|told|request|confirm|consent|say so|sign-?off)/i.test(
    text,
  );
}

/** The endings of the files that a rule is about. */
function kindsIn(rule: string): string[] {
  const words = rule.toLowerCase();
  const kinds = KINDS.flatMap(([name, endings]) => (name.test(words) ? endings.split(' ') : []));
  return [...new Set(kinds)];
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\btypescript\b|(?:^|\W)\.tsx?\b/, 'ts tsx mts cts vue svelte'],
  [/\bjavascript\b/, 'js jsx mjs cjs ts tsx vue svelte'],
  [/\bpython\b|\bdocstrings?\b/, 'py pyi'],
  [/\brust\b/, 'rs'],
  [/\bc\+\+(?!\w)/, 'cpp cc cxx h hpp'],
  [/\bc#/, 'cs'],
  [/\bruby\b/, 'rb erb'],
  [/\bkotlin\b/, 'kt kts'],
  [/\bswift\b/, 'swift'],
  [/\b(?:golang|go code)\b/, 'go'],
  [/\b(?:css|styles?|stylesheets?)\b/, 'css scss less vue svelte'],
  [/\b(?:in|to) (?:the )?(?:docs|documentation|readme|markdown)\b/, 'md mdx rst txt adoc'],
  [/\bsql\b/, 'sql'],
];

const call = (line: string, args: string[] = []): CallPattern => ({ ...parseCall(line)!, args });

/** Whether all that a pattern stops would be allowed. */
const covers = (allow: CallPattern, stop: CallPattern): boolean =>
  allow.program === stop.program &&
  allow.options.length === 0 &&
  allow.words.every((word, i) => word === stop.words[i]) &&
  allow.words.length <= stop.words.length;

const unique = (made: RuleTrigger): RuleTrigger => ({
  ...made,
  stops: distinct(made.stops),
  allows: distinct(made.allows),
  files: distinct(made.files),
  texts: distinct(made.texts),
});

const distinct = <T>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
];

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter(Boolean));
}
