import { remembered } from '../memo.ts';
import { MAX_COMMAND_CHARS } from './command.ts';
import { KNOWN_PROGRAMS, RUNNERS } from './programs.ts';

/** A program that a command line starts. Nothing is expanded or evaluated. */
export interface Invocation {
  /** As written; `$(…)` where another command prints it. */
  program: string;
  /** Without the quotes; what a substitution prints is `$(…)`. */
  args: readonly string[];
  /** Where it runs, as the `cd` before it says; empty where there is none. */
  folder: string;
  redirects: readonly { path: string; appends: boolean }[];
  reads: readonly string[];
  /** The documents below it, and what the program before it in a pipe was told to print. */
  input: string;
  into?: Invocation;
  /** The program that runs it: `sudo`, `xargs`, `bash -c`, `npx`, or one that uses what it prints. */
  via?: Invocation;
}

/** Every program that a command line starts, those inside `bash -c`, `$(…)`, `xargs` and the like included. */
export const invocationsOf = (command: string): readonly Invocation[] => linesRead(command).found;

/** Whether nothing of a command line was too long, too deep or too much to be read. */
export const isReadWhole = (command: string): boolean => !linesRead(command).limits.isMet;

const linesRead = remembered((command: string) => {
  const found: Invocation[] = [];
  const limits = { isMet: command.length > MAX_COMMAND_CHARS };
  readLine(command.slice(0, MAX_COMMAND_CHARS), { found, limits, folder: '', depth: 0 });
  return { found, limits };
}, 200);

const MAX_INVOCATIONS = 64;
const MAX_DEPTH = 4;

interface ReadingPlace {
  found: Invocation[];
  limits: { isMet: boolean };
  folder: string;
  depth: number;
  via?: Invocation | undefined;
}

/** What was read of one simple command so far. */
interface SimpleCommand {
  words: string[];
  /** Command lines in `$(…)`, backquotes and `<(…)`. */
  inner: string[];
  redirects: { path: string; appends: boolean }[];
  reads: string[];
  input: string;
}

const emptyCommand = (): SimpleCommand => ({ words: [], inner: [], redirects: [], reads: [], input: '' });

function readLine(text: string, place: ReadingPlace): void {
  let { folder } = place;
  let now = emptyCommand();
  let piped: Invocation | undefined;
  /** Documents that begin at the next line. */
  let awaited: { end: string; of: SimpleCommand }[] = [];
  const finish = (pipes: boolean) => {
    const made = addInvocation(now, { ...place, folder });
    if (made?.program === 'cd')
      folder = joinPath(folder, made.args.find((arg) => !arg.startsWith('-')) ?? '');
    if (piped && made) {
      piped.into = made;
      made.input ||= printed(piped);
    }
    if (made || !pipes) piped = pipes ? made : undefined;
    now = emptyCommand();
  };
  let at = 0;
  while (at < text.length) {
    const sign = text[at]!;
    if (sign === '\n' || sign === ';') {
      at++;
      for (const { end, of } of sign === '\n' ? awaited : []) {
        const [body, next] = documentAt(text, at, end);
        of.input += body;
        at = next;
      }
      if (sign === '\n') awaited = [];
      finish(false);
    } else if (sign === ' ' || sign === '\t' || sign === '(' || sign === '\r') at++;
    else if (sign === ')') finish(/^\s{0,9}\|(?!\|)/.test(text.slice(++at, at + 12)));
    else if (sign === '#') at = endOf(text, '\n', at);
    else if (sign === '&' && text[at + 1] === '>') at = redirectAt(text, at + 1, now);
    else if (sign === '|' || sign === '&') {
      const isPipe = sign === '|' && text[at + 1] !== '|';
      at += text[at + 1] === sign || text.startsWith('|&', at) ? 2 : 1;
      finish(isPipe);
    } else if (text.startsWith('<<', at) && text[at + 2] !== '<') {
      const [word, next] = wordAt(text, at + (text[at + 2] === '-' ? 3 : 2), now);
      awaited.push({ end: word, of: now });
      at = next;
    } else if ((sign === '<' || sign === '>') && text[at + 1] !== '(') at = redirectAt(text, at, now);
    else {
      const [word, next] = wordAt(text, at, now);
      const isRedirected = /^\d$/.test(word) && /[<>]/.test(text[next] ?? '');
      if (!isRedirected) now.words.push(word);
      // A word that nothing was read of would be read for ever.
      at = Math.max(next, at + 1);
    }
  }
  finish(false);
}

/** The word at a place, without its quotes, and where it ends. Command lines inside of it are kept for later. */
function wordAt(text: string, from: number, into: SimpleCommand): [word: string, next: number] {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  let word = '';
  while (at < text.length && !/[\s;|&()]/.test(text[at]!)) {
    const sign = text[at]!;
    if (sign === '\\') {
      if (text[at + 1] !== '\n') word += text[at + 1] ?? '';
      at += 2;
    } else if (sign === "'") {
      const end = endOf(text, "'", at + 1);
      word += text.slice(at + 1, end);
      at = end + 1;
    } else if (sign === '"') {
      const [part, next] = inDoubleQuotes(text, at + 1, into);
      word += part;
      at = next;
    } else if (isInner(text, at)) {
      at = innerAt(text, at, into);
      word += INNER;
    } else if (sign === '<' || sign === '>') break;
    else {
      word += sign;
      at++;
    }
  }
  return [word, at];
}

function inDoubleQuotes(text: string, from: number, into: SimpleCommand): [part: string, next: number] {
  let part = '';
  let at = from;
  while (at < text.length && text[at] !== '"') {
    if (text[at] === '\\' && /["\\$`\n]/.test(text[at + 1] ?? '')) {
      part += text[at + 1];
      at += 2;
    } else if (text[at] !== '<' && text[at] !== '>' && isInner(text, at)) {
      const begun = at;
      at = innerAt(text, at, into);
      // `"$(cat <<'EOF' …)"` is how agents write a message of several lines.
      part += /^\$\(cat\s*<</.test(text.slice(begun, begun + 12)) ? text.slice(begun, at) : INNER;
    } else part += text[at++];
  }
  return [part, at + 1];
}

const INNER = '$(…)';

const isInner = (text: string, at: number): boolean =>
  text[at] === '`' || (text[at + 1] === '(' && /[$<>]/.test(text[at]!));

/** Keeps the command line that begins at a place, and says where it has ended. */
function innerAt(text: string, at: number, into: SimpleCommand): number {
  const begin = at + (text[at] === '`' ? 1 : 2);
  const end = text[at] === '`' ? endOf(text, '`', begin) : closingOf(text, begin);
  into.inner.push(text.slice(begin, end));
  return end + 1;
}

/** Where the parenthesis ends that was opened before a place. */
function closingOf(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (sign === "'") at = endOf(text, "'", at + 1);
    else if (sign === '(') depth++;
    else if (sign === ')' && --depth === 0) return at;
  }
  return text.length;
}

const endOf = (text: string, sign: string, from: number): number => {
  const end = text.indexOf(sign, from);
  return end < 0 ? text.length : end;
};

function documentAt(text: string, from: number, end: string): [body: string, next: number] {
  let at = from;
  while (at < text.length) {
    const lineEnd = endOf(text, '\n', at);
    if (text.slice(at, lineEnd).trim() === end) return [text.slice(from, at), lineEnd + 1];
    at = lineEnd + 1;
  }
  return [text.slice(from), text.length];
}

/** Reads a redirection; `2>&1` and input write nothing. */
function redirectAt(text: string, from: number, into: SimpleCommand): number {
  const writes = text[from] === '>';
  let at = from + 1;
  const appends = text[at] === '>';
  while (text[at] === '>' || text[at] === '<' || text[at] === '|') at++;
  if (text[at] === '&') return at + 2;
  const [path, next] = wordAt(text, at, into);
  if (writes && path !== '' && path !== '/dev/null') into.redirects.push({ path, appends });
  if (!writes && !text.startsWith('<<', from)) into.reads.push(path);
  return next;
}

const KEYWORDS: ReadonlySet<string> = new Set(
  'if then elif else do while until ! { } fi done esac'.split(' '),
);
const HEADS: ReadonlySet<string> = new Set('for case select function'.split(' '));

function addInvocation(command: SimpleCommand, place: ReadingPlace): Invocation | undefined {
  const words = [...command.words];
  while (words.length > 0 && (KEYWORDS.has(words[0]!) || ASSIGNMENT.test(words[0]!))) words.shift();
  const isHead = HEADS.has(words[0] ?? '');
  if (words.length === 0 || isHead) {
    for (const line of command.inner) readInner(line, place, place.via);
    return undefined;
  }
  return addWords(words, command, place);
}

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

function addWords(
  [program = '', ...args]: readonly string[],
  { inner, redirects, reads, input }: Omit<SimpleCommand, 'words'>,
  place: ReadingPlace,
): Invocation | undefined {
  const { found, folder, via, depth } = place;
  place.limits.isMet ||= found.length >= MAX_INVOCATIONS;
  if (found.length >= MAX_INVOCATIONS || program === '') return undefined;
  const made: Invocation = { program, args, folder, redirects, reads, input, ...(via && { via }) };
  found.push(made);
  for (const line of inner) readInner(line, place, made);
  const run = runBy(made);
  place.limits.isMet ||= depth >= MAX_DEPTH && run.length > 0;
  if (depth >= MAX_DEPTH) return made;
  if (typeof run === 'string') readInner(run, place, made);
  else if (run.length > 0)
    addWords(run, { inner: [], redirects: [], reads, input }, { ...place, via: made, depth: depth + 1 });
  return made;
}

function readInner(line: string, place: ReadingPlace, via: Invocation | undefined): void {
  place.limits.isMet ||= place.depth >= MAX_DEPTH;
  if (place.depth < MAX_DEPTH) readLine(line, { ...place, via, depth: place.depth + 1 });
}

/** What a program is told to run: words, or a command line. Empty where it runs nothing else. */
function runBy({ program, args }: Invocation): readonly string[] | string {
  const name = programName(program);
  if (/^(?:ba|z|da|k)?sh$/.test(name)) {
    const at = args.findIndex((arg) => /^-[a-z]{0,5}c$/.test(arg));
    return at < 0 ? [] : (args[at + 1] ?? []);
  }
  if (name === 'eval') return args.join(' ');
  if (name === 'find') {
    const at = args.findIndex((arg) => /^-(?:exec|execdir|ok)$/.test(arg));
    return at < 0 ? [] : args.slice(at + 1);
  }
  const runner = RUNNERS.get(name)?.find(({ words }) => words.every((word, i) => args[i] === word));
  if (runner === undefined && /^(?:pnpm|yarn|bun)$/.test(name) && KNOWN_PROGRAMS.has(args[0] ?? ''))
    return args;
  return runner === undefined ? [] : withoutOptions(args.slice(runner.words.length), runner);
}

/** Drops the options of a runner with their values, its assignments and its own arguments. */
function withoutOptions(
  args: readonly string[],
  { values, own = 0 }: { values: readonly string[]; own?: number },
): readonly string[] {
  let left = own;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    if (arg === '--') return args.slice(at + 1);
    if (arg.startsWith('-')) at += values.includes(arg) ? 1 : 0;
    else if (!ASSIGNMENT.test(arg) && left-- <= 0) return args.slice(at);
  }
  return [];
}

/** What a program prints without having read anything: the words of `echo` and `printf`, or a document. */
const printed = ({ program, args, input }: Invocation): string =>
  program === 'echo' || program === 'printf' ? args.join(' ') : program === 'cat' ? input : '';

/** A program without its folder and version: `/usr/bin/python3.11` is `python`. */
export const programName: (program: string) => string = remembered(
  (program) =>
    program
      .slice(program.lastIndexOf('/') + 1)
      .replace(/\.exe$/i, '')
      .replace(/^(python|pip)[\d.]+$/, '$1'),
  1000,
);

/** A path as a command in a folder means it, without `.` and `..` where that can be said. */
export function joinPath(folder: string, path: string): string {
  const whole = path.startsWith('/') || path.startsWith('~') || folder === '' ? path : `${folder}/${path}`;
  const parts: string[] = [];
  for (const [i, part] of whole.split('/').entries()) {
    if (part === '.' || (part === '' && i > 0)) continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
