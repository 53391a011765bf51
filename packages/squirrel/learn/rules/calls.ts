import {
  type CallPattern,
  NO_FILE,
  PACKAGE_MANAGER,
  READER,
  UNTYPED_MESSAGE,
} from '@sqrl/base/model/rule-trigger.ts';
import { type Invocation, programName } from '@sqrl/base/shell/invocations.ts';
import {
  LOOKING_OPTIONS,
  LOOKING_WORDS,
  PACKAGE_MANAGERS,
  READERS,
  SAME_OPTION,
  SAME_PROGRAM,
  SAME_WORD,
  TOLD_WORDS,
} from '@sqrl/base/shell/programs.ts';
import { fitsGlob, fitsName, NAMED_GLOBS } from './globs.ts';
import { MESSAGE_SIGNS } from './texts.ts';

/** Stands for whatever is checked out, where it was not looked yet. */
export const ANY_BRANCH = '*';

/** A call, and the branch that is checked out when it is made; undefined where that is not known. */
export interface PlacedCall {
  call: Invocation;
  branch: string | undefined;
}

/** The calls of a command line, each with the branch that the ones before it have checked out. */
export function placedCalls(calls: readonly Invocation[], current: string | undefined): PlacedCall[] {
  let branch = current;
  return calls.map((call) => {
    const [first, ...rest] = programName(call.program) === 'git' ? call.args : [];
    const names = rest.filter((arg) => !arg.startsWith('-'));
    const isMove = first === 'switch' || (first === 'checkout' && !rest.includes('--'));
    const here = { call, branch };
    if (isMove && names[0] !== undefined && !/[.*]/.test(names[0])) branch = names[0];
    return here;
  });
}

/** Whether a call is one that a pattern means. A call that only shows something is none that a rule stops. */
export function isCall(pattern: CallPattern, { call, branch }: PlacedCall, looksToo = false): boolean {
  const [program, ...args] = plainCall(call);
  if (
    pattern.program === null ? TOLD_WORDS.has(program!) : !isProgram(pattern.program, program!, call.program)
  )
    return false;
  if (!looksToo && isLooking(pattern, args)) return false;
  const wanted = scriptWords(
    program!,
    pattern.program === null ? pattern.words : plainWords(pattern.program, pattern.words),
  );
  const rest = afterWords(wanted, scriptWords(program!, args));
  if (rest === undefined) return false;
  const known = sameOptions([program, ...(pattern.program === null ? args.slice(0, 1) : wanted)].join(' '));
  return (
    pattern.options.every((option) => hasOption(option, args, known)) &&
    (pattern.without.length === 0 || !pattern.without.every((option) => hasOption(option, args, known))) &&
    pattern.args.every((arg) => hasArgument(arg, rest, { call, branch })) &&
    (pattern.into === null ||
      [call.into, call.into?.via, call.via].some((one) => one && isPiped(pattern.into!, one)))
  );
}

/** `pnpm lint` is `pnpm run lint`. */
const scriptWords = (program: string, words: readonly string[]): readonly string[] =>
  (/^(?:pnpm|yarn)$/.test(program) || (program === 'npm' && /^(?:test|start)$/.test(words[1] ?? ''))) &&
  /^run(?:-script)?$/.test(words[0] ?? '')
    ? words.slice(1)
    : words;

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
  // What is named by its action does nothing then.
  (words.length > 0 && args.includes('--dry-run') && !options.includes('--dry-run')) ||
  (words.length === 0 &&
    options.length === 0 &&
    LOOKING_WORDS.has(args.find((arg) => !arg.startsWith('-')) ?? ''));

/** A call in the names that patterns have: `docker-compose up` is `docker compose up`, `npm i` is `npm install`. */
function plainCall({ program, args }: Invocation): string[] {
  const [name = '', ...before] = plainProgram(program);
  return [name, ...before, ...plainArgs(name, args)];
}
const plainArgs = (program: string, [first = '', ...rest]: readonly string[]): string[] =>
  program === 'yarn' && first === 'workspace'
    ? rest.slice(1)
    : first === ''
      ? []
      : [SAME_WORD.get(`${program} ${first}`) ?? first, ...rest];
const plainProgram = (program: string): readonly string[] =>
  SAME_PROGRAM.get(programName(program)) ?? [programName(program)];
const plainWords = (program: string, words: readonly string[]): readonly string[] => [
  ...plainProgram(program).slice(1),
  ...plainArgs(plainProgram(program)[0]!, words),
];

function isProgram(wanted: string, name: string, whole: string): boolean {
  if (wanted === PACKAGE_MANAGER) return PACKAGE_MANAGERS.has(name);
  if (wanted === READER) return READERS.has(name);
  if (wanted.includes('*')) return fitsGlob(wanted, whole);
  if (wanted.includes('/')) return `/${whole}`.endsWith(wanted.replace(/^\.?\/?/, '/'));
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
        (one.endsWith('*') && arg.startsWith(one.slice(0, -1))) ||
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

function hasArgument(wanted: string, args: readonly string[], { call, branch }: PlacedCall): boolean {
  const { input } = call;
  if (wanted.startsWith('~')) {
    const text = wanted.slice(1).toLowerCase();
    const sign = MESSAGE_SIGNS.get(text);
    return [...args, input].some((one) =>
      sign ? one.search(sign) >= 0 : one.toLowerCase().replace(/[[\]]/g, '').includes(text),
    );
  }
  if (wanted.startsWith('on:')) {
    const [, name, isLoose] = /^on:(.+?)(\??)$/.exec(wanted)!;
    const to = call.args.includes('push') ? pushedTo(args, branch) : [branch];
    return to.some((one) =>
      one === undefined ? isLoose === '?' : one === ANY_BRANCH || fitsName(name!, one),
    );
  }
  if (wanted === NO_FILE)
    return !args.some((arg) => /\w\.\w+$|::|^--?(?:k|t|g|grep|filter|run|testNamePattern)\b/.test(arg));
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

/** The branches that a push writes to: `HEAD:main` and `+fix:refs/heads/main` to `main`, and none is the one here. */
function pushedTo(args: readonly string[], branch: string | undefined): (string | undefined)[] {
  const [, ...named] = args.filter((arg) => !arg.startsWith('-'));
  return named.length === 0
    ? [branch]
    : named.map((ref) => {
        const to = ref.slice(ref.lastIndexOf(':') + 1).replace(/^\+|^refs\/heads\//g, '');
        return to === 'HEAD' ? branch : to;
      });
}

/** A path is also meant in a part of the repository, and by everything below a folder. */
function isArgument(wanted: string, arg: string): boolean {
  if (wanted === '*') return !arg.startsWith('-') && arg !== '.';
  if (arg === wanted) return true;
  if (NAMED_GLOBS.has(wanted)) return /[./]/.test(arg) && fitsGlob(wanted, arg);
  const name = wanted.replace(/^\.\//, '').replace(/\/$/, '');
  const isPath = /[./*]/.test(name);
  const last = arg.slice(arg.lastIndexOf('/') + 1);
  return (
    isPath &&
    (arg === name ||
      arg.endsWith(`/${name}`) ||
      arg.startsWith(`${name}/`) ||
      (name.includes('*') && (name.includes('/') ? fitsGlob(name, arg) : fitsName(name, last))))
  );
}
