import { type CallPattern, parseCall, type TextPattern } from '@sqrl/base/model/rule-trigger.ts';
import { invocationsOf, programName } from '@sqrl/base/shell/invocations.ts';
import { PROSE_WORDS, RUNNERS } from '@sqrl/base/shell/programs.ts';
import { ANYWHERE, placeAt, type RuleScope } from './scope.ts';
import type { RuleSegment } from './sentence.ts';
import type { RuleToken } from './tokens.ts';

export interface NamedThings {
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
  /** It is nothing but the things: one of a list. */
  isList: boolean;
  /** Something limits the things: "for JSON", "as a public type". */
  isQualified: boolean;
  /** The things are examples of something else: "GitHub writes (`git push`)". */
  isExample: boolean;
  /** Where it holds: "in tests". */
  scope: RuleScope;
}

type IsProgram = (word: string) => boolean;

/** Finds the calls, options, files and texts that a clause names. `inComments`: the rule is about comments. */
export function thingsIn(
  tokens: readonly RuleToken[],
  isProgram: IsProgram,
  { inComments = false, hasVerb = true, describing = MAX_DESCRIBING, isRun = false, isChoice = false } = {},
): NamedThings {
  const found: NamedThings = {
    ...{ calls: [], options: [], files: [], texts: [], refs: [] },
    ...{ isDirect: true, isPlain: true, isList: true, isQualified: false, isExample: false, scope: ANYWHERE },
  };
  const listed = listedPrograms(tokens, isProgram);
  /** Words of weight before the first thing: some may describe it, as in "raw `a`" and "the old `b`". */
  let [heavy, isFar, isCode, isAside] = [0, false, false, false];
  let [toRef, refAt] = ['', 0];
  // What is quoted is a text where nothing is code.
  const isQuoting =
    hasVerb && tokens.every(({ text, is }) => is !== 'code' && (is !== 'quote' || text.length > 3));
  const count = () => found.calls.length + found.options.length + found.files.length + found.texts.length;
  const add = <T>(to: T[], one: T) => {
    if (heavy > (isFar ? 0 : describing) && count() === 0) found.isDirect = false;
    to.push(one);
  };
  const addText = (text: string) =>
    add(found.texts, { text, where: inComments && /^\w+$/.test(text) ? 'comment' : placeOf(text) });
  for (let at = 0; at < tokens.length; at++) {
    const { text, is } = tokens[at]!;
    const word = is === 'word' ? text.toLowerCase() : '';
    const before = tokens[at - 1]?.text.toLowerCase() ?? '';
    if (text === '(') {
      found.isExample ||= heavy > 0;
      // What is named in parentheses behind a thing tells of it: "no `any` (`no-explicit-any`)".
      isAside = count() > 0 && heavy === 0;
      heavy = 0;
      isFar = false;
    }
    if (is === 'comma' || LIGHT.has(word) || isAside) continue;
    // "publish to npm" runs nothing else.
    if (/^(?:to|from)$/.test(before) && is === 'word' && isProgram(word)) continue;
    // "to `main` or `develop`"
    const isNextRef = refAt > 0 && at - refAt < 4 && OR.test(before);
    if (/^(?:to|onto|on|into)$/.test(word)) toRef = word;
    const isInPlace = word === 'into' && count() > 0 && tokens[at + 1]?.text.includes('/');
    const from = isNextRef ? at : toRef === word && !isInPlace ? at + 1 : -1;
    const named = from < 0 ? undefined : nextRef(tokens, from);
    // Upstream is a remote; "on main" is also a push without a branch, where it is not known which one that is.
    const ref =
      named === undefined || /^(?:upstream|origin)$/.test(named)
        ? named
        : `on:${named}${toRef === 'on' ? '?' : ''}`;
    if (ref !== undefined) {
      // "main/master" are two.
      found.refs.push(...(/^on:\w+\/ma\w+\??$/.test(ref) ? bothRefs(ref) : [ref]));
      at = refAt = from;
    } else if (PREPOSITION.test(word)) {
      const place = count() > 0 && IN.test(word) ? placeAt(tokens.slice(at + 1), isPlace) : undefined;
      if (place) {
        found.scope = place.scope;
        at += place.length;
        continue;
      }
      isFar ||= heavy > 0;
      const next = tokens.slice(at + 1).find((one) => !LIGHT.has(one.text.toLowerCase()));
      const isMeans =
        (/^(?:with|via|using|like|as)$/.test(word) && (hasVerb || count() > 0)) || before === 'related';
      // "`a` inside `B`" is about `a`.
      if (count() > 0 && /^(?:in|inside|within)$/.test(word) && next?.is === 'code') break;
      // "suppress errors with `X`", "placeholders like `X`": what follows is the thing.
      if (isMeans && next && next.is !== 'word') heavy = 0;
      else if (count() > 0 && word !== 'for' && IN.test(word) && folderAt(tokens, at + 1)) {
        found.scope = { places: [`${tokens[at + 1]!.text}/`], outside: [] };
        at++;
      } else if (count() > 0 && next && !isMeans && !KIND_WORD.test(next.text) && next.is === 'word')
        found.isQualified = true;
    } else if (/^-{1,2}[a-zA-Z][\w-]*$/.test(text)) {
      if (found.calls.length > 0 && is === 'word') found.calls.at(-1)!.options.push(text);
      else add(found.options, text);
    } else if (is !== 'word') {
      const pattern = is === 'code' || (isRun && /\s/.test(text)) ? codeCall(text, isProgram) : undefined;
      isCode = true;
      if (pattern) add(found.calls, pattern);
      else if (is === 'code' && isPath(globOf(text), true)) add(found.files, globOf(text));
      else if (text.length > 1 && !NO_TEXT.test(text) && (is === 'code' || inComments || isQuoting))
        addText(text);
      else heavy++;
    } else if (slashed(text).length > 0 && slashed(text).every(isProgram))
      for (const each of slashed(text)) add(found.calls, call(each));
    else if (isPath(text, false)) add(found.files, text);
    else if (
      listed.has(word) ||
      (isTool(tokens, at, isProgram, isRun) && !isCode && (count() === 0 ? heavy === 0 : OR.test(before)))
    ) {
      const [pattern, next] = bareCall(tokens, at);
      if (count() > 0 && !OR.test(before)) continue;
      add(found.calls, pattern);
      at = next - 1;
    } else if (isProgram(word) && found.options.length > 0 && PREPOSITION.test(before))
      found.calls.push({ ...call(word), options: found.options.splice(0) });
    else if (isCodeWord(text)) addText(text);
    else if (isChoice && at === 0 && CAMEL_NAME.test(text)) addText(text.replace(/(?<=[^s])s$/, ''));
    else heavy++;
  }
  found.isList = heavy === 0;
  found.isPlain = heavy === 0 && count() + found.refs.length === 0;
  return found;
}

/** "from components", "in controllers": a noun at the end that is the name of a folder. */
function folderAt(tokens: readonly RuleToken[], at: number): boolean {
  const [noun, next] = tokens.slice(at, at + 2);
  return (
    noun?.is === 'word' &&
    /^[a-z]{5,}$/.test(noun.text) &&
    (next === undefined || next.is === 'comma') &&
    !KIND_WORD.test(noun.text)
  );
}

/** A path with a placeholder, and the ending of a file, as globs: `a/<name>.md`, `.spec.ts`. */
const globOf = (path: string): string =>
  path.replace(/<[\w -]{1,30}>|\{\w{1,30}\}/g, '*').replace(/^(?=\.\w+\.\w+$)/, '*');

const MAX_DESCRIBING = 2;
const IN = /^(?:in|inside|into|within|for|from)$/;

export const isPlace = ({ text, is }: RuleToken): boolean => is !== 'quote' && isPath(text, is === 'code');

/** "In tests, …" before a clause. */
export function leadingScope(before: RuleSegment | undefined): RuleScope | undefined {
  const tokens = before?.mode === 'say' ? before.tokens : [];
  const isIn = /^(?:in|inside|within|under|for)$/i.test(tokens[0]?.text ?? '');
  const found = isIn ? placeAt(tokens.slice(1), isPlace) : undefined;
  return found && found.length >= tokens.length - 1 ? found.scope : undefined;
}

/** "npm/yarn" is two. */
const slashed = (word: string): string[] => (/^[a-z]+(?:\/[a-z]+){1,4}$/.test(word) ? word.split('/') : []);

/** Code that is no text of a file: a shell's signs, addresses, references. */
const NO_TEXT = /^(?:[>|]|&(?![A-Za-z[]))|^https?:|\s[/|]\s|§/;

const OR = /^(?:or|and|,|\/)$/;
const PREPOSITION =
  /^(?:for|on|as|in|into|to|at|against|about|during|inside|within|between|across|with|via|using|like|from)$/;
/** What says only where rules hold anyway. */
const KIND_WORD =
  /^(?:typescript|javascript|python|rust|c\+\+|c#|ruby|kotlin|swift|go|golang|css|sql|docs|documentation|comments?|commits?|docstrings|configs?|configuration|settings|projects?|repo|repository|codebase|place|favou?r|general|new|src|host|machine|system|own|path|shell|terminal|cli|ide|command|scripts)$/i;

/** Words that do not change what is meant. */
const LIGHT: ReadonlySet<string> = new Set(
  `the a an any all this these those it them your our my or and / file files folder folders directory directories anything
   something everything even code content contents under below of by hand manually directly generated auto-generated
   autogenerated existing new commands command ever yourself here else either both flag option argument arguments commits
   branches changes branch remote ones again automatically own through its their anymore everywhere anywhere production
   version versions release releases pr prs pull request requests
   e.g i.e statements statement functions function calls call values value types type apis`.split(/\s+/),
);

/** "pytest, python, or airflow commands": all of the list are programs, if one is known. */
function listedPrograms(tokens: readonly RuleToken[], isProgram: IsProgram): ReadonlySet<string> {
  const end = tokens.findIndex(({ text, is }) => is === 'word' && text.toLowerCase() === 'commands');
  const list = end < 0 ? tokens : tokens.slice(0, end);
  const words = list.filter(({ is, text }) => is === 'word' && !OR.test(text));
  const names = words.map(({ text }) => text);
  const known = names.filter(isProgram).length;
  const isJoined = words.every((word, i) => i === 0 || words[i - 1] !== list[list.indexOf(word) - 1]);
  const isList =
    isJoined && known > (end < 0 ? 1 : 0) && names.every((name) => /^[a-z][a-z0-9-]{1,20}$/.test(name));
  return new Set(isList ? names : []);
}

/** A program without backquotes: one that is a word of prose too must be followed by an option. */
function isTool(tokens: readonly RuleToken[], at: number, isProgram: IsProgram, isRun: boolean): boolean {
  const { text } = tokens[at]!;
  if (text !== text.toLowerCase() || !isProgram(text)) return false;
  // "No npm packages" is about the packages.
  const isNoun = /^(?:packages?|dependenc(?:y|ies)|modules?|registry)$/i.test(tokens[at + 1]?.text ?? '');
  const isOfCode =
    isNoun || tokens.slice(at + 1).some((one) => one.is === 'word' && one.text.toLowerCase() === 'code');
  const next = tokens[at + 1]?.text ?? '';
  const isAlone = isRun && /^(?:directly|manually|commands?|here|,)?$/i.test(next);
  return !isOfCode && (!PROSE_WORDS.has(text) || isAlone || next.startsWith('-'));
}

const REFS =
  /^(?:main|master|develop|dev|trunk|production|prod|release|staging|upstream|origin)(?:\/(?:main|master))?$/;

const bothRefs = (ref: string): string[] => [ref.replace(/\/\w+/, ''), ref.replace(/(?<=on:)\w+\//, '')];

function nextRef(tokens: readonly RuleToken[], at: number): string | undefined {
  const token = tokens.slice(at, at + 2).find(({ text }) => !/^(?:the|our|your|a)$/i.test(text));
  const isRef = token?.is === 'code' ? /^[a-z][a-z0-9./-]*$/.test(token.text) : REFS.test(token?.text ?? '');
  return isRef ? token!.text.replace(/^origin\//, '') : undefined;
}

/** A call in code; undefined where the code is none. What stands behind a placeholder, `<file>` or `…`, is left out. */
export function codeCall(code: string, isProgram: IsProgram): CallPattern | undefined {
  // "`a add <name> --flag`" is about the option.
  const last = /\s(?:<[\w -]{1,40}>|\.\.\.|…)((?: --[\w-]{2,40}){1,4})$/.exec(code.slice(0, MAX_CODE_CHARS));
  const [line = '', open] = (last ? code.slice(0, last.index) + last[1] : code)
    .slice(0, MAX_CODE_CHARS)
    .replace(/ \(([\w|-]+)\)/g, ' $1')
    .replace(/^\.\\(?=\w)/, './')
    .split(/\s{1,9}(?=[<[…$"'*]|\.\.\.)/);
  if (/[(){}=;<>`]/.test(line.replace(/(?<=--[\w-]{1,40})=\S/g, ''))) return undefined;
  // `bun <file>` is not all of bun, and "never `echo "$SECRET"`" is about the secret.
  if (
    open !== undefined &&
    !/\s/.test(line) &&
    !RUNNERS.get(line)?.some(({ words }) => words.length === 0) &&
    !/^(?:<(?:command|cmd|args?|anything|subcommand)>|…|\.\.\.|\*)/.test(open)
  )
    return undefined;
  const [first, second] = invocationsOf(line).filter(({ via }) => via === undefined);
  if (first === undefined || (second !== undefined && first.into !== second)) return undefined;
  const { args } = first;
  const name = programName(first.program);
  const isScript =
    /^\.{0,2}\/\w[\w./-]*$|(?:^|\/)(?:bin|scripts?|tools)\/[\w.-]+$/.test(first.program) && args.length > 0;
  const isLine =
    isProgram(name) || isScript || (/^[a-z][\w.-]*$/.test(first.program) && /^-\w/.test(args[0] ?? ''));
  if (!isLine || (first.program === line && isPath(line, true) && !isProgram(line))) return undefined;
  const at = args.findIndex((arg) => arg.startsWith('-'));
  const options = at < 0 ? args.length : at;
  return {
    program: isScript ? first.program : name,
    words: args.slice(0, options).filter((arg) => !arg.startsWith('-')),
    options: args.filter((arg) => arg.startsWith('-') && arg !== '--'),
    args: args.slice(options).filter((arg) => !arg.startsWith('-')),
    ...{ without: [], into: second ? programName(second.program) : null },
  };
}

const MAX_CODE_CHARS = 500;

/** A call in plain words, up to the first that is none of it, and where it ends. */
export function bareCall(tokens: readonly RuleToken[], from: number): [pattern: CallPattern, next: number] {
  const pattern = call(tokens[from]!.text);
  let at = from + 1;
  for (; at < tokens.length; at++) {
    const { text, is } = tokens[at]!;
    if (is !== 'word') break;
    if (text === '|' && /^[a-z]/.test(tokens[at + 1]?.text ?? '')) {
      pattern.into = tokens[++at]!.text;
      at++;
      break;
    }
    if (/^-{1,2}[a-zA-Z]/.test(text)) pattern.options.push(text);
    // "git init/push"
    else if (
      pattern.options.length > 0 ||
      !/^[a-z][\w:.-]*(?:\/[a-z][\w:.-]*)*$/.test(text) ||
      NO_SUBCOMMAND.has(text)
    )
      break;
    else pattern.words.push(text.replaceAll('/', '|'));
  }
  return [pattern, at];
}

/** Words of prose that stand behind a program. */
const NO_SUBCOMMAND: ReadonlySet<string> = new Set(
  `or and with without for in on to as the a an at by commands command directly here anywhere ever is are from via when if
   unless because instead only alone itself either processes process manually locally globally anymore files it you we
   argument flag everywhere scripts so but not since extension berry workspaces dependencies packages package code registry anything something
   everything stuff things`.split(/\s+/),
);

/** "… instead of SnackBars" */
const CAMEL_NAME = /^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+$/;

/** Names that only code has. */
const isCodeWord = (word: string): boolean =>
  /^@?[a-z_$][\w$]*(?:(?:\.|::)[\w$]+)+(?:\(\))?$|^\w+\(\)$|^@[\w-]+$|^![a-z]+$/i.test(word) &&
  !/^(?:e\.g|i\.e)$/i.test(word);

/** A plain name is looked for in code; what stands in comments by its nature, everywhere. */
const placeOf = (text: string): TextPattern['where'] =>
  /^@[\w-]+\/[\w/-]+$/.test(text)
    ? 'import'
    : /^[\w$.:]+(?:\(\s*(?:\.\.\.|…)?\s*\))?$|^[=!<>]=|^[a-z]+(?: [a-z]+| T)+$/.test(text)
      ? 'code'
      : 'any';

/** Whether a word is a path: without backquotes "pass/fail" is none. */
function isPath(text: string, isCode: boolean): boolean {
  if (/\s|^https?:|^(?:process|import\.meta)\.env|^[@-]|[(=:;'"\\{}>&|]|^\d+\/\d+$|\/\/|\.\.\.|…/.test(text))
    return false;
  if (
    /^\.(?:env|git|npmrc|github|vscode|husky|cursor)\b|^\.[a-z]+rc$|\.config\.\*$/.test(text) ||
    FILE_NAME.test(text)
  )
    return true;
  if (!text.includes('/')) return false;
  return (
    isCode ||
    text.endsWith('/') ||
    text.split('/').length > 2 ||
    /^(?:src|lib|docs?|tests?|packages|apps?|config|scripts|vendor|infra)\//.test(text)
  );
}

const FILE_NAME =
  /^[\w*./-]*(?:\*|[\w-])\.(?:json|ya?ml|toml|lock|md|mdc?|tsx?|jsx?|mjs|py|rs|go|rb|cs|css|scss|html|sql|txt|env|xml|cfg|ini|sum|mod|gradle|proto|graphql|snap|sh|tf|java|kt|swift|php|c|h|cpp|vue|svelte|pem|key|crt|p12|zig|dart|exs?|clj|scala|lua|csproj|sln|props|prisma|ipynb|lockb|bicep|hcl|tfvars|csv|bat|ps1)$/i;

export const call = (line: string, args: string[] = []): CallPattern => ({ ...parseCall(line)!, args });
