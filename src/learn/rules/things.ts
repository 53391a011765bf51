import { invocationsOf, programName } from '../../base/shell/invocations.ts';
import { PROSE_WORDS } from '../../base/shell/programs.ts';
import { type CallPattern, parseCall, type TextPattern } from '../../model/rule-trigger.ts';
import type { RuleToken } from './sentence.ts';

/** Things that a clause names. */
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
  /** Something limits the things: "for JSON", "as a public type". */
  isQualified: boolean;
  /** The things are examples of something else: "GitHub writes (`git push`)". */
  isExample: boolean;
}

type IsProgram = (word: string) => boolean;

/** Finds the calls, options, files and texts that a clause names. `inComments`: the rule is about comments. */
export function thingsIn(
  tokens: readonly RuleToken[],
  isProgram: IsProgram,
  inComments = false,
): NamedThings {
  const found: NamedThings = {
    ...{ calls: [], options: [], files: [], texts: [], refs: [] },
    ...{ isDirect: true, isPlain: true, isQualified: false, isExample: false },
  };
  const listed = listedPrograms(tokens, isProgram);
  let [isHeavy, isCode] = [false, false];
  const count = () => found.calls.length + found.options.length + found.files.length + found.texts.length;
  const add = <T>(to: T[], one: T) => {
    if (isHeavy && count() === 0) found.isDirect = false;
    to.push(one);
  };
  const addText = (text: string) => add(found.texts, { text, where: inComments ? 'comment' : placeOf(text) });
  for (let at = 0; at < tokens.length; at++) {
    const { text, is } = tokens[at]!;
    const word = is === 'word' ? text.toLowerCase() : '';
    const before = tokens[at - 1]?.text.toLowerCase() ?? '';
    if (text === '(') {
      found.isExample ||= isHeavy;
      isHeavy = false;
    }
    if (is === 'comma' || LIGHT.has(word)) continue;
    const named = /^(?:to|onto|on)$/.test(word) ? nextRef(tokens, at + 1) : undefined;
    // "on main" is also a push without a branch, where that is checked out.
    const ref = named !== undefined && word === 'on' ? `${named}?` : named;
    if (ref !== undefined) {
      found.refs.push(ref);
      at++;
    } else if (PREPOSITION.test(word)) {
      const next = tokens.slice(at + 1).find((one) => !LIGHT.has(one.text.toLowerCase()));
      const isMeans = /^(?:with|via|using|like|as)$/.test(word);
      // "suppress errors with `X`", "placeholders like `X`": what follows is the thing.
      if (isMeans && next?.is === 'code') isHeavy = false;
      else if (count() > 0 && next && !isMeans && !KIND_WORD.test(next.text) && next.is === 'word')
        found.isQualified = true;
    } else if (/^-{1,2}[a-zA-Z][\w-]*$/.test(text)) {
      if (found.calls.length > 0 && is === 'word') found.calls.at(-1)!.options.push(text);
      else add(found.options, text);
    } else if (is !== 'word') {
      const pattern = is === 'code' ? codeCall(text, isProgram) : undefined;
      isCode = true;
      if (pattern) add(found.calls, pattern);
      else if (is === 'code' && isPath(text, true)) add(found.files, text);
      else if (text.length > 1 && !NO_TEXT.test(text) && (is === 'code' || inComments)) addText(text);
      else isHeavy = true;
    } else if (isPath(text, false)) add(found.files, text);
    else if (
      listed.has(word) ||
      (isTool(tokens, at, isProgram) && !isCode && (count() === 0 ? !isHeavy : OR.test(before)))
    ) {
      const [pattern, next] = bareCall(tokens, at);
      if (count() > 0 && !OR.test(before)) continue;
      add(found.calls, pattern);
      at = next - 1;
    } else if (isProgram(word) && found.options.length > 0 && PREPOSITION.test(before))
      found.calls.push({ ...call(word), options: found.options.splice(0) });
    else if (isCodeWord(text)) addText(text);
    else isHeavy = true;
  }
  found.isPlain = !isHeavy && count() + found.refs.length === 0;
  return found;
}

/** Code that is no text of a file: a shell's signs, addresses, references. */
const NO_TEXT = /^[>|&]|^https?:|\s[/|]\s|§/;

const OR = /^(?:or|and|,|\/)$/;
const PREPOSITION = /^(?:for|on|as|in|to|at|during|inside|within|between|across|with|via|using|like|from)$/;
/** What says only where rules hold anyway. */
const KIND_WORD =
  /^(?:typescript|javascript|python|rust|c\+\+|c#|ruby|kotlin|swift|go|golang|css|sql|docs|documentation|comments?|commits?|docstrings|projects?|repo|repository|codebase|place|favou?r|general|new|src|host|machine|system|own)$/i;

/** Words that do not change what is meant. */
const LIGHT: ReadonlySet<string> = new Set(
  `the a an any all this these those it them your our my or and / file files folder folders directory directories anything
   something everything code content contents under below of by hand manually directly generated auto-generated
   autogenerated existing new commands command ever yourself here else either both flag option argument arguments commits
   branches changes branch remote ones again automatically own through its their anymore everywhere anywhere production
   statements statement functions function calls call values value types type apis`.split(/\s+/),
);

/** "pytest, python, or airflow commands": all of the list are programs, if one is known. */
function listedPrograms(tokens: readonly RuleToken[], isProgram: IsProgram): ReadonlySet<string> {
  const end = tokens.findIndex(({ text, is }) => is === 'word' && text.toLowerCase() === 'commands');
  const words = tokens.slice(0, Math.max(0, end)).filter(({ is, text }) => is === 'word' && !OR.test(text));
  const names = words.map(({ text }) => text);
  const isList =
    names.length > 0 && names.every((name) => /^[a-z][a-z0-9-]{1,20}$/.test(name)) && names.some(isProgram);
  return new Set(isList ? names : []);
}

/** A program without backquotes: one that is a word of prose too must be followed by an option. */
function isTool(tokens: readonly RuleToken[], at: number, isProgram: IsProgram): boolean {
  const { text } = tokens[at]!;
  if (text !== text.toLowerCase() || !isProgram(text)) return false;
  const isOfCode = tokens.slice(at + 1).some((one) => one.is === 'word' && one.text.toLowerCase() === 'code');
  return !isOfCode && (!PROSE_WORDS.has(text) || /^-/.test(tokens[at + 1]?.text ?? ''));
}

const REFS = /^(?:main|master|develop|dev|trunk|production|prod|release|staging|upstream|origin)$/;

function nextRef(tokens: readonly RuleToken[], at: number): string | undefined {
  const token = tokens.slice(at, at + 2).find(({ text }) => !/^(?:the|our|your|a)$/i.test(text));
  const isRef = token?.is === 'code' ? /^[\w./-]+$/.test(token.text) : REFS.test(token?.text ?? '');
  return isRef ? token!.text.replace(/^origin\//, '') : undefined;
}

/** A call in code; undefined where the code is none. */
export function codeCall(code: string, isProgram: IsProgram): CallPattern | undefined {
  if (/[(){}=;<>`]/.test(code.replace(/<[\w -]+>/g, ''))) return undefined;
  const [first, second] = invocationsOf(code).filter(({ via }) => via === undefined);
  if (first === undefined || (second !== undefined && first.into !== second)) return undefined;
  const [next = ''] = first.args;
  const name = programName(first.program);
  const isScript =
    /^\.{0,2}\/[\w./-]+$/.test(first.program) && first.program !== '/' && first.args.length > 0;
  const isLine = isProgram(name) || isScript || (/^[a-z][\w.-]*$/.test(first.program) && /^-\w/.test(next));
  if (!isLine || (first.program === code && isPath(code, true) && !isProgram(code))) return undefined;
  const ends = first.args.findIndex((arg) => /[<>…*$"']|^\.\.\.$/.test(arg));
  const args = ends < 0 ? first.args : first.args.slice(0, ends);
  // "Never `echo "$SECRET"`" is about the secret.
  if (ends === 0 && first.args[0]!.includes('$')) return undefined;
  return {
    program: isScript ? first.program : name,
    words: args.filter((arg) => !arg.startsWith('-')),
    options: args.filter((arg) => arg.startsWith('-') && arg !== '--'),
    ...{ without: [], args: [], into: second ? programName(second.program) : null },
  };
}

/** A call in plain words, up to the first that is none of it, and where it ends. */
export function bareCall(tokens: readonly RuleToken[], from: number): [pattern: CallPattern, next: number] {
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
    if (/^-{1,2}[a-zA-Z]/.test(text)) pattern.options.push(text);
    else if (pattern.options.length > 0 || !/^[a-z][\w:.-]*$/.test(text) || NO_SUBCOMMAND.has(text)) break;
    else pattern.words.push(text);
  }
  return [pattern, at];
}

/** Words of prose that stand behind a program. */
const NO_SUBCOMMAND: ReadonlySet<string> = new Set(
  `or and with without for in on to as the a an at by commands command directly here anywhere ever is are from via when if
   unless because instead only alone itself either processes process manually locally globally anymore files it you we
   argument flag everywhere scripts so but not since extension berry workspaces`.split(/\s+/),
);

/** Names that only code has. */
const isCodeWord = (word: string): boolean =>
  /^@?[a-z_$][\w$]*(?:(?:\.|::)[\w$]+)+(?:\(\))?$|^\w+\(\)$|^@[\w-]+$/i.test(word) &&
  !/^(?:e\.g|i\.e)$/i.test(word);

/** A plain name is looked for in code; what stands in comments by its nature, everywhere. */
const placeOf = (text: string): TextPattern['where'] =>
  /^[\w$.:]+(?:\(\s*(?:\.\.\.|…)?\s*\))?$|^[=!<>]=/.test(text) ? 'code' : 'any';

/** Whether a word is a path: without backquotes "pass/fail" is none. */
function isPath(text: string, isCode: boolean): boolean {
  if (/\s|^https?:|^[@-]|[(=:;'"\\{}]|^\d+\/\d+$|\/\/|\.\.\.|…/.test(text)) return false;
  if (/^\.(?:env|git|npmrc|github|vscode|husky|cursor)\b/.test(text) || FILE_NAME.test(text)) return true;
  if (!text.includes('/')) return false;
  return (
    isCode ||
    text.endsWith('/') ||
    text.split('/').length > 2 ||
    /^(?:src|lib|docs?|tests?|packages|apps?|config|scripts|vendor|infra)\//.test(text)
  );
}

const FILE_NAME =
  /^[\w*./-]*(?:\*|[\w-])\.(?:json|ya?ml|toml|lock|md|mdc?|tsx?|jsx?|mjs|py|rs|go|rb|cs|css|scss|html|sql|txt|env|xml|cfg|ini|sum|mod|gradle|proto|graphql|snap|sh|tf|java|kt|swift|php|c|h|cpp|vue|svelte)$/i;

export const call = (line: string, args: string[] = []): CallPattern => ({ ...parseCall(line)!, args });
