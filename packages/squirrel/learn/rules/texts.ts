import {
  AGENT_MARK,
  COLOR,
  COMMENT,
  EMOJI,
  type RuleTrigger,
  SPACE_INDENT,
  TAB_INDENT,
  type TextPattern,
} from '@sqrl/base/model/rule-trigger.ts';
import { codeParts } from '@sqrl/base/text/code-parts.ts';
import { fitsGlob } from './globs.ts';

export interface WrittenText {
  path: string;
  text: string;
  /** What stood there before. */
  replaced?: string | undefined;
}

/** Whether a change adds a text where the rule speaks of it. */
export function isAdded(
  pattern: TextPattern,
  { places, outside }: Pick<RuleTrigger, 'places' | 'outside'>,
  { path, text, replaced }: WrittenText,
): boolean {
  if (!isPlace(places, path) || outside.some((glob) => fitsGlob(glob, path))) return false;
  const kind = endingOf(path);
  const times = timesIn(pattern, kind, text);
  return times > 0 && (replaced === undefined || times > timesIn(pattern, kind, replaced));
}

const endingOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();

/** Documents tell of what is forbidden, so a rule about code does not speak of them. */
const DOCUMENTS: ReadonlySet<string> = new Set('md mdx markdown rst txt adoc log csv lock'.split(' '));

/** Endings and places limit each other: `*.ts` and `tests/` mean both. */
function isPlace(places: readonly string[], path: string): boolean {
  const isEnding = (glob: string) => /^\*\.\w+$/.test(glob);
  const fits = (globs: readonly string[]) => globs.length === 0 || globs.some((glob) => fitsGlob(glob, path));
  const endings = places.filter(isEnding);
  const isKind =
    endings.length === 0 && !places.includes('*') ? !DOCUMENTS.has(endingOf(path)) : fits(endings);
  return isKind && fits(places.filter((glob) => !isEnding(glob)));
}

const MAX_TEXT_CHARS = 200_000;

/** Texts that are known by their names. */
const NAMED: ReadonlyMap<string, RegExp> = new Map([
  [EMOJI, /\p{Emoji_Presentation}/gu],
  [COMMENT, /\S/g],
  [COLOR, /(?<![\w&]|href=["'])#(?:[\da-f]{6}(?:[\da-f]{2})?|[\da-f]{3})(?![\w-])|\brgba?\(\s*\d/gi],
  [TAB_INDENT, /^\t/gm],
  [SPACE_INDENT, /^ {2,}(?=[^ *])/gm],
]);

/** Texts of messages that are known by their names. */
export const MESSAGE_SIGNS: ReadonlyMap<string, RegExp> = new Map([
  [EMOJI, NAMED.get(EMOJI)!],
  [
    AGENT_MARK,
    /(?:co-authored-by:\s{0,3}|(?:generated|written|created) (?:with|by) \[?)(?:claude|codex|(?:github )?copilot|cursor|gemini|devin|aider|opencode|openai|chatgpt)\b/gi,
  ],
]);

function timesIn({ text: wanted, where }: TextPattern, kind: string, whole: string): number {
  const text = whole.slice(0, MAX_TEXT_CHARS);
  const named = NAMED.get(wanted);
  if (!named && !text.includes(/\w*/.exec(wanted)![0])) return 0;
  if (where === 'import') return importsIn(text, wanted);
  const { code, comments } =
    where === 'any' || DOCUMENTS.has(kind) || (DATA.has(kind) && /^[\w-]+$/.test(wanted))
      ? { code: text, comments: '' }
      : codeParts(text, kind);
  const times = (where === 'comment' ? comments : code).match(named ?? patternOf(wanted, where))?.length ?? 0;
  // A module's name stands in a string.
  return times > 0 || where !== 'code' || !/^[\w@/-]+$/.test(wanted) ? times : importsIn(text, wanted);
}

/** Where names stand in strings. */
const DATA: ReadonlySet<string> = new Set('json jsonc yml yaml toml ini env'.split(' '));

/** How often a text imports a module, in whatever language: `from 'a/b'`, `import a.b`, `use a::b`, `"a/b"` alone in its line. */
function importsIn(text: string, wanted: string): number {
  const parts = partsOf(wanted);
  return [...text.matchAll(IMPORT)].filter(([, quoted, bare, alone]) => {
    const found = partsOf(quoted ?? bare ?? alone ?? '');
    // A path is also meant from elsewhere, a package only by its own name.
    const most = wanted.startsWith('@') || parts.length === 1 ? 0 : found.length - parts.length;
    if (wanted.startsWith('@') && found.length !== parts.length) return false;
    return found.some((_, from) => from <= most && parts.every((part, i) => found[from + i] === part));
  }).length;
}

const IMPORT =
  /\b(?:from|import|require|include|use)\b[ \t(]{0,3}(?:["'<]([^"'>\n]{1,200})["'>]|([\w.:/@-]{1,200}))|^[ \t]*(?:\w+ )?"([^"\n]{1,200})",?$/gm;

const partsOf = (name: string): string[] =>
  name.split(/[/.:]+/).filter((part) => part !== '' && part !== '@');

/** Words as whole words, blanks as any blanks, a call with whatever stands in it. */
function patternOf(text: string, where: TextPattern['where']): RegExp {
  const [, tag] = /^<(\w+) ?\/?>$/.exec(text) ?? [];
  if (tag !== undefined) return new RegExp(`<${tag}(?=[\\s/>])`, 'g');
  const name = text.replace(/\((?:\.\.\.|…)?\)$/, '(').replace(/(?<=\w)\[[\w, |]{1,20}\]$/, '[');
  const body = (name.match(/[\w$]+|[^\w\s$]/g) ?? [])
    // `as T` is as any type.
    .map((part, i, all) => (part === 'T' && i > 0 && i === all.length - 1 ? '[\\w$]+' : quotedOr(part)))
    .join('\\s{0,4}')
    // `console.*` is all of it.
    .replace(/\\\.\\s\{0,4\}\\\*$/, '\\.');
  const begin = /^[\w$]/.test(name)
    ? name.endsWith('(') || /^[a-z]+(?:[A-Z][a-z]*|_[a-z]+)+$/.test(name)
      ? '(?<![a-zA-Z_$])'
      : '(?<![a-zA-Z_$.])'
    : '';
  const end = /[\w$]$/.test(name) ? '(?![\\w$])' : '';
  // A comment that only is such a word: `// Arrange`, and not what goes on from it.
  const alone = where === 'comment' && /^[A-Z]/.test(text) ? '(?=\\s{0,9}(?:$|[&:,]))' : '';
  return new RegExp([`${begin}${body}${end}${alone}`, ...otherForms(name)].join('|'), 'gm');
}

const quotedOr = (part: string): string => (/^["'`]$/.test(part) ? '["\'`]' : escaped(part));

/** A name is also used where it is imported: `std::fs` in `use std::{fs, io}`, `typing.List` in `from typing import List`. */
function otherForms(name: string): string[] {
  const [, from, sign, last] = /^([\w$]+(?:(?:::|\.)[\w$]+)*?)(::|\.)([\w$]+)[([]?$/.exec(name) ?? [];
  if (from === undefined) return [];
  return [
    sign === '::'
      ? `${escaped(from)}::\\{[^}]{0,200}\\b${escaped(last!)}\\b`
      : `from ${escaped(from)} import [^\\n]{0,200}\\b${escaped(last!)}\\b`,
  ];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
