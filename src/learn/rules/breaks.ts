import { type FileWrite, writesOf } from '../../base/shell/file-writes.ts';
import { type Invocation, invocationsOf, programName } from '../../base/shell/invocations.ts';
import {
  LOOKING_OPTIONS,
  LOOKING_WORDS,
  PACKAGE_MANAGERS,
  READERS,
  SAME_OPTION,
  SAME_PROGRAM,
} from '../../base/shell/programs.ts';
import { codeParts } from '../../base/text/code-parts.ts';
import {
  type CallPattern,
  EMOJI,
  PACKAGE_MANAGER,
  READER,
  type RuleTrigger,
  type TextPattern,
  UNTYPED_MESSAGE,
} from '../../model/rule-trigger.ts';

/** What an agent is about to do, as rules look at it. */
export interface RuleAction {
  command: string | null;
  /** Files that an editing tool changes; those of a command are found in it. */
  writes: readonly (FileWrite & { replaced?: string | undefined })[];
  /** Where a path of a command lies below the repository; absolute outside of it. */
  place?: ((path: string) => string) | undefined;
  /** Whether a file is not there yet; without it, what is written whole is new. */
  isNew?: ((path: string) => boolean) | undefined;
}

/** What of an action breaks a rule, in a few words; undefined where nothing does. */
export function breachOf(
  trigger: RuleTrigger,
  { command, writes, place, isNew }: RuleAction,
): string | undefined {
  const calls = command === null ? [] : invocationsOf(command);
  const call = calls.find(
    (one) => trigger.stops.some((stop) => isCall(stop, one)) && !isAllowed(trigger, one),
  );
  if (call) return [call.program, ...call.args].join(' ');
  if (trigger.files.length + trigger.texts.length === 0) return undefined;
  const shell = calls.filter((one) => !isAllowed(trigger, one)).flatMap(writesOf);
  // What lies outside of the repository is not the rule's matter.
  const changes = [
    ...writes,
    ...shell.map((one) => ({ ...one, path: place?.(one.path) ?? one.path })),
  ].filter(({ path }) => !/^[/~]|^[a-zA-Z]:/.test(path));
  const change = changes.find(
    (one) =>
      (trigger.change === 'any' || one.how === 'create') &&
      trigger.files.some((glob) => fitsGlob(glob, one.path)) &&
      (trigger.change === 'any' || isNew?.(one.path) !== false),
  );
  if (change) return change.path;
  const written = changes.find(
    (one) => one.how !== 'delete' && trigger.texts.some((text) => isIn(text, trigger, one)),
  );
  return written?.path;
}

/** Whether a call is what the rule asks for, or is run by it. */
const isAllowed = ({ allows }: RuleTrigger, call: Invocation): boolean =>
  [call, ...runBy(call)].some((one) => allows.some((allow) => isCall(allow, one, true)));

const runBy = ({ via }: Invocation): Invocation[] => (via ? [via, ...runBy(via)] : []);

/** Whether a call is one that a pattern means. A call that only shows something is none that a rule stops. */
function isCall(pattern: CallPattern, call: Invocation, looksToo = false): boolean {
  const [program, ...args] = plainCall(call);
  if (pattern.program !== null && !isProgram(pattern.program, program!, call.program)) return false;
  if (!looksToo && isLooking(pattern, args)) return false;
  const wanted = pattern.program === null ? pattern.words : plainWords(pattern.program, pattern.words);
  const rest = afterWords(wanted, args);
  if (rest === undefined) return false;
  const known = sameOptions([program, ...wanted].join(' '));
  return (
    pattern.options.every((option) => hasOption(option, args, known)) &&
    (pattern.without.length === 0 || !pattern.without.every((option) => hasOption(option, args, known))) &&
    pattern.args.every((arg) => hasArgument(arg, rest, call)) &&
    (pattern.into === null ||
      [call.into, call.into?.via, call.via].some((one) => one && isPiped(pattern.into!, one)))
  );
}

/** Shells stand for each other, and a wrapper for what it runs. */
function isPiped(into: string, call: Invocation): boolean {
  const shells = /^(?:ba|z|da|k)?sh$/;
  const run = [call.program, ...call.args].map(programName);
  const [name] = run;
  const isShell = (one: string | undefined) => shells.test(one ?? '');
  return (
    name === into ||
    (isShell(into) && (isShell(name) ? !call.args.includes('-n') : name === 'sudo' && run.some(isShell)))
  );
}

const isLooking = ({ options, words }: CallPattern, args: readonly string[]): boolean =>
  args.some((arg) => LOOKING_OPTIONS.has(arg) && !options.includes(arg)) ||
  (words.length === 0 &&
    options.length === 0 &&
    LOOKING_WORDS.has(args.find((arg) => !arg.startsWith('-')) ?? ''));

/** A call in the names that patterns have: `docker-compose up` is `docker compose up`. */
const plainCall = ({ program, args }: Invocation): string[] => [...plainProgram(program), ...args];
const plainProgram = (program: string): readonly string[] =>
  SAME_PROGRAM.get(programName(program)) ?? [programName(program)];
const plainWords = (program: string, words: readonly string[]): readonly string[] => [
  ...plainProgram(program).slice(1),
  ...words,
];

function isProgram(wanted: string, name: string, whole: string): boolean {
  if (wanted === PACKAGE_MANAGER) return PACKAGE_MANAGERS.has(name);
  if (wanted === READER) return READERS.has(name);
  if (wanted.includes('/')) return whole === wanted || whole.endsWith(wanted.replace(/^\.?(?=\/)/, ''));
  return plainProgram(wanted)[0] === name;
}

/** The arguments behind the words, which may have options with values between them; undefined where one is missing. */
function afterWords(words: readonly string[], args: readonly string[]): readonly string[] | undefined {
  let at = 0;
  for (const word of words) {
    for (; ; at++) {
      const arg = args[at];
      if (arg === undefined) return undefined;
      if (isWord(word, arg)) break;
      const isValue = at > 0 && args[at - 1]!.startsWith('-') && !args[at - 1]!.includes('=');
      if (!/^[-+]/.test(arg) && !isValue) return undefined;
    }
    at++;
  }
  return args.slice(at);
}

/** A word is the same with a version or an ending: `prisma@5`, `type_check.js`. */
const isWord = (word: string, arg: string): boolean =>
  word
    .split('|')
    .some(
      (one) =>
        arg === one ||
        (one === 'run' && arg === 'run-script') ||
        arg.startsWith(`${one}@`) ||
        arg.replace(/\.[cm]?[jt]s$/, '') === one,
    );

type OptionPair = readonly [short: string, long: string];

const sameOptions = (line: string): readonly OptionPair[] =>
  SAME_OPTION.filter(([program]) => line === program || line.startsWith(`${program} `)).map(
    ([, short, long]) => [short, long],
  );

function hasOption(option: string, args: readonly string[], known: readonly OptionPair[]): boolean {
  // `-rf` is two.
  if (/^-[a-zA-Z]{2,3}$/.test(option) && !args.includes(option))
    return [...option.slice(1)].every((letter) => hasOption(`-${letter}`, args, known));
  const names = [option, ...known.flatMap((pair) => (pair.includes(option) ? pair : []))];
  // `git push origin +main` is forced as well.
  if (names.includes('--force') && known.some(([, long]) => long === '--force') && args[0] === 'push')
    if (args.some((arg) => /^\+\w/.test(arg))) return true;
  return names.some((name) => args.some((arg) => isOption(name, arg)));
}

const isOption = (name: string, arg: string): boolean =>
  arg === name ||
  arg.startsWith(`${name}=`) ||
  (/^-[a-zA-Z]$/.test(name) &&
    ((/^-[a-zA-Z]{2,4}$/.test(arg) && arg.includes(name[1]!)) ||
      (arg.startsWith(name) && !/^[a-z]/i.test(arg.slice(2)))));

function hasArgument(wanted: string, args: readonly string[], call: Invocation): boolean {
  const { input } = call;
  if (wanted.startsWith('~')) {
    const text = wanted.slice(1).toLowerCase();
    return [...args, input].some((one) =>
      text === EMOJI ? one.search(EMOJI_SIGN) >= 0 : one.toLowerCase().includes(text),
    );
  }
  if (wanted.endsWith('?')) {
    const names = args.filter((arg) => !arg.startsWith('-'));
    return names.length < 2 || hasArgument(wanted.slice(0, -1), args, call);
  }
  return wanted === UNTYPED_MESSAGE ? isUntyped(args) : args.some((one) => isArgument(wanted, one));
}

/** Whether the subject of a commit says no type, such as `fix:` or `feat(api)!:`. */
function isUntyped(args: readonly string[]): boolean {
  const at = args.findIndex((arg) => /^(?:-[a-zA-Z]{0,3}m|--message(?:=.*)?)$/s.test(arg));
  if (at < 0) return false;
  const said = args[at]!.includes('=') ? args[at]!.slice(args[at]!.indexOf('=') + 1) : (args[at + 1] ?? '');
  const subject = said.replace(/^\$\(cat\s*<<-?\s*['"]?\w+['"]?\s*\n/, '').trimStart();
  return (
    subject !== '' &&
    !/^(?:[a-z]{2,12}(?:\([^)\n]{1,60}\))?!?:|Merge |Revert |fixup!|squash!|\$)/.test(subject)
  );
}

/** `main` is also the branch that `HEAD:main` and `fix:refs/heads/main` write to. */
const isArgument = (wanted: string, arg: string): boolean =>
  wanted === '*'
    ? !arg.startsWith('-') && arg !== '.'
    : arg === wanted ||
      (/^[.\w-]+\.\w+$|^\.\w/.test(wanted) && arg.endsWith(`/${wanted}`)) ||
      arg.endsWith(`:${wanted}`) ||
      arg.endsWith(`:refs/heads/${wanted}`) ||
      arg === `+${wanted}`;

/** Whether a path is meant by a glob: itself, below it, or the same in a part of the repository. */
function fitsGlob(glob: string, path: string): boolean {
  const wanted = glob
    .replace(/^\.?\//, '')
    .replace(/\/(?:\*\*?)?$/, '')
    .split('/');
  const parts = path.replace(/^\.\//, '').split('/');
  if (wanted.length > parts.length && !wanted.includes('**')) return false;
  return parts.some((_, from) => isBelow(wanted, parts, from));
}

function isBelow(wanted: readonly string[], parts: readonly string[], from: number): boolean {
  let at = from;
  for (const [i, want] of wanted.entries()) {
    if (want === '**') {
      const next = wanted[i + 1];
      if (next === undefined) return true;
      while (at < parts.length && !fitsName(next, parts[at]!)) at++;
    } else if (at >= parts.length || !fitsName(want, parts[at++]!)) return false;
  }
  return true;
}

/** One name with stars in it, without going back more than once. */
function fitsName(want: string, name: string): boolean {
  const pieces = want.split('*');
  if (pieces.length === 1) return want === name;
  let at = 0;
  for (const [i, piece] of pieces.entries()) {
    if (i === pieces.length - 1) return name.length - piece.length >= at && name.endsWith(piece);
    const found = i === 0 ? (name.startsWith(piece) ? 0 : -1) : name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

/** Documents tell of what is forbidden, so a rule about code does not speak of them. */
const DOCUMENTS: ReadonlySet<string> = new Set('md mdx markdown rst txt adoc log csv lock'.split(' '));

function isIn(
  pattern: TextPattern,
  { kinds }: RuleTrigger,
  { path, text, replaced }: RuleAction['writes'][number],
): boolean {
  const kind = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  if (!kinds.includes('*') && (kinds.length > 0 ? !kinds.includes(kind) : DOCUMENTS.has(kind))) return false;
  const times = timesIn(pattern, kind, text);
  return times > 0 && (replaced === undefined || times > timesIn(pattern, kind, replaced));
}

const MAX_TEXT_CHARS = 200_000;

function timesIn({ text: wanted, where }: TextPattern, kind: string, whole: string): number {
  const text = whole.slice(0, MAX_TEXT_CHARS);
  if (wanted !== EMOJI && !text.includes(wanted.replace(/\W.*$/s, ''))) return 0;
  const { code, comments } = where === 'any' ? { code: text, comments: '' } : codeParts(text, kind);
  const sign = wanted === EMOJI ? EMOJI_SIGN : patternOf(wanted, where);
  return (where === 'comment' ? comments : code).match(sign)?.length ?? 0;
}

/** Words as whole words, blanks as any blanks, a call with whatever stands in it. */
const EMOJI_SIGN = /\p{Emoji_Presentation}/gu;

function patternOf(text: string, where: TextPattern['where']): RegExp {
  const name = text.replace(/\(\s*(?:\.\.\.|…)?\s*\)$/, '(');
  const body = (name.match(/[\w$]+|\s+|[^\w\s$]/g) ?? [])
    .map((part) => (/^\s/.test(part) ? '' : part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')))
    .filter(Boolean)
    .join('\\s{0,4}');
  const begin = /^[\w$]/.test(name)
    ? name.endsWith('(')
      ? '(?<![a-zA-Z_$])'
      : '(?<![a-zA-Z_$.])'
    : /^[=!<>]/.test(name)
      ? '(?<![=!<>])'
      : '';
  const end = /[\w$]$/.test(name) ? '(?![\\w$])' : /[=!<>]$/.test(name) ? '(?![=!<>])' : '';
  // A comment that only is such a word: `// Arrange`, and not what goes on from it.
  const alone = where === 'comment' ? '(?=\\s{0,9}(?:$|[&:,]))' : '';
  return new RegExp(`${begin}${body}${end}${alone}`, 'gm');
}
