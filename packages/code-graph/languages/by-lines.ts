import { extname } from 'node:path/posix';
import type { Language, SymbolKind } from '@sqrl/base/model/code.ts';
import type { FileFacts, SymbolFact } from '../facts/facts.ts';
import { lineAt, lineStartsOf } from '../facts/line-starts.ts';
import {
  around,
  type NotedCall,
  paramsIn,
  type QueriedDetail,
  queriedFacts,
  type SymbolCandidate,
  symbolsFrom,
} from './query-reader.ts';

/** A language without a grammar: its declarations begin a line or a block, and its blocks are indented. */
interface LineLanguage {
  language: Language;
  /** What declares: the groups are `word`, which tells the kind, and `name`. */
  declares: RegExp;
  kinds: Readonly<Record<string, SymbolKind>>;
  imports: RegExp;
  specifier(name: string): string;
  /** What follows the name of a class before its supertypes. */
  inherits?: RegExp;
  comment: string;
}

const MODIFIERS = String.raw`(?:^|(?<=[{;]))[ \t]{0,200}(?:(?:@[\w.]+(?:\([^()\n]{0,200}\))?|[a-z]+(?:\[\w+\])?)[ \t]+){0,8}?`;
const CLASSES = {
  class: 'class',
  object: 'class',
  trait: 'interface',
  interface: 'interface',
  enum: 'enum',
} as const;

const LANGUAGES: Readonly<Record<string, LineLanguage>> = {
  '.kt': {
    language: 'kotlin',
    declares: new RegExp(
      `${MODIFIERS}(?<word>class|object|interface|fun|val|var|typealias)[ \\t]+(?:<[^>\\n]{0,100}>[ \\t]*)?(?:[\\w<>?, ]{1,100}\\.)?(?<name>\\w+)`,
      'gm',
    ),
    kinds: { ...CLASSES, fun: 'function', val: 'variable', var: 'variable', typealias: 'type' },
    imports: /^import[ \t]+(?<name>[\w.]+)/gm,
    specifier: (name) => `${name.replaceAll('.', '/')}.kt`,
    inherits: /\)?\s*:\s*(?<names>[A-Z][\w<>(), .]*)$/,
    comment: '//',
  },
  '.scala': {
    language: 'scala',
    declares: new RegExp(
      `${MODIFIERS}(?<word>class|object|trait|enum|def|val|var|type)[ \\t]+(?<name>\\w+)`,
      'gm',
    ),
    kinds: { ...CLASSES, def: 'function', val: 'variable', var: 'variable', type: 'type' },
    imports: /^[ \t]*import[ \t]+(?<name>[\w.]+)/gm,
    specifier: (name) => `${name.replaceAll('.', '/')}.scala`,
    inherits: /\bextends\s+(?<names>[\w<>[\](), .]*)$/,
    comment: '//',
  },
  '.lua': {
    language: 'lua',
    declares:
      /^[ \t]{0,200}(?:local[ \t]+)?(?:(?<word>function)[ \t]+(?<name>[\w.:]+)|(?<named>[\w.]+)[ \t]*=[ \t]*function\b)/gm,
    kinds: { function: 'function' },
    imports: /\brequire[ \t]*\(?[ \t]*["'](?<name>[\w./-]+)["']/gm,
    specifier: (name) => `${name.replaceAll('.', '/')}.lua`,
    comment: '--',
  },
};
const SAME: Readonly<Record<string, string>> = { '.kts': '.kt', '.sc': '.scala' };

/** Reads a file of a language that has no grammar here; undefined for any other. */
export function readByLines(path: string, source: string): FileFacts<QueriedDetail> | undefined {
  const extension = extname(path).toLowerCase();
  const of = LANGUAGES[SAME[extension] ?? extension];
  if (!of) return undefined;
  const code = withoutWords(source, of.comment);
  const starts = lineStartsOf(source);
  const lineOf = (at: number): number => lineAt(starts, at) + 1;
  const exported = ({ head }: { head: string }): boolean => !/\b(?:private|local)\b/.test(head);
  const symbols = symbolsFrom(candidatesIn(code, of, lineOf), source, { exported, kindIn });
  // A specifier stands in quotes in some languages, which the code is read without.
  const imports = [...source.matchAll(of.imports)].map(({ index, groups }) => ({
    specifier: of.specifier(groups!.name!),
    line: lineOf(index),
  }));
  const supers = symbols.flatMap(({ kind, signature, line }, symbol) => {
    const names = kind === 'function' ? undefined : of.inherits?.exec(signature.slice(0, 500))?.groups?.names;
    return (names?.match(/[A-Z]\w*/g) ?? []).map((name) => ({ symbol, name, line }));
  });
  const scope = /^package[ \t]+([\w.]+)/m.exec(source)?.[1] ?? null;
  const calls = callsIn(code, symbols, lineOf);
  return queriedFacts(code, {
    ...{ path, language: of.language, symbols, imports, broken: false },
    ...{ scope, supers, calls },
  });
}

function candidatesIn(code: string, of: LineLanguage, lineOf: (at: number) => number): SymbolCandidate[] {
  return [...code.matchAll(of.declares)].map(({ index, 0: all, groups }) => {
    const name = (groups!.name ?? groups!.named!).split(/[.:]/).at(-1)!;
    const start = index + /^[ \t]*/.exec(all)![0].length;
    const nameAt = index + all.lastIndexOf(name);
    const end = endOfBlock(code, index, start - index);
    const kind = of.kinds[groups!.word ?? 'function']!;
    return { kind, name, nameAt, start, end, line: lineOf(nameAt), endLine: lineOf(end - 1) };
  });
}

/** What lies in a class is its member. */
function kindIn(kind: SymbolKind, inside: SymbolKind | undefined): SymbolKind {
  if (inside === undefined || inside === 'function' || inside === 'method') return kind;
  return kind === 'function' ? 'method' : kind === 'variable' ? 'field' : kind;
}

/** A block goes on as long as lines are indented deeper, and ends with the line that closes it; inside of a line, with its bracket. */
function endOfBlock(code: string, from: number, indent: number): number {
  let end = lineEnd(code, from);
  if (from > 0 && code[from - 1] !== '\n')
    return endInLine(code, from, Math.min(end, from + MAX_INLINE_CHARS));
  for (let at = end + 1; at < code.length; ) {
    const to = lineEnd(code, at);
    let first = at;
    while (first < to && (code[first] === ' ' || code[first] === '\t')) first++;
    const isBlank = first === to;
    const deep = first - at;
    const closes = deep === indent && (/[)\]}]/.test(code[first] ?? '') || code.startsWith('end', first));
    if (!isBlank && deep <= indent && !closes) break;
    if (!isBlank) end = to;
    if (closes && (code[first] === '}' || code.startsWith('end', first))) break;
    at = to + 1;
  }
  return end;
}

const MAX_INLINE_CHARS = 2_000;

/** Where a bracket of what is around closes, or a semicolon ends what begins here; the end of the line otherwise. */
function endInLine(code: string, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    if ('([{'.includes(code[at]!)) depth++;
    else if (')]}'.includes(code[at]!) && depth-- === 0) return at;
    else if (code[at] === ';' && depth === 0) return at;
  }
  return to;
}

const lineEnd = (text: string, from: number): number => {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
};

const CALL =
  /(?<![\w$])(?<on>(?:[\w$]{1,60}(?:\?|!!)?[.:]){0,5})(?<name>[A-Za-z_]\w{0,80})(?:[ \t]{0,2}\(|[ \t]{1,2}\{)/g;
const KEYWORDS = new Set(
  `if else for while when catch fun function return switch match super this class object interface trait def do try
  init constructor extends with and or not in until repeat then elseif get set finally yield new end local print
  require val var enum companion`.split(/\s+/),
);

function callsIn(code: string, symbols: readonly SymbolFact[], lineOf: (at: number) => number): NotedCall[] {
  const declared = new Set(symbols.map(({ line, name }) => `${line} ${name}`));
  return [...code.matchAll(CALL)].flatMap(({ index, 0: all, groups }): NotedCall[] => {
    const name = groups!.name!;
    const at = index + groups!.on!.length;
    const from = around(symbols, { startIndex: at, endIndex: at + name.length });
    // What it declares is not called there.
    if (KEYWORDS.has(name) || declared.has(`${lineOf(at)} ${name}`)) return [];
    const on = groups!.on!.replace(/(?:\?|!!)?[.:]$/, '') || null;
    const args = all.endsWith('(')
      ? paramsIn(code.slice(index + all.length - 1, index + all.length + 500))
      : -1;
    return [{ from, name, on, args, kind: 'call', line: lineOf(at) }];
  });
}

/** Code with spaces for what stands in comments and strings. */
function withoutWords(source: string, comment: string): string {
  const quoted = new RegExp(
    // What is not closed goes on to the end: to look for an end from each beginning would take the square of the time.
    `"""[^]*?(?:"""|$)|--\\[\\[[^]*?(?:\\]\\]|$)|/\\*[^]*?(?:\\*/|$)|${comment}[^\\n]*|"(?:[^"\\\\\\n]|\\\\.)*"?|'(?:[^'\\\\\\n]|\\\\.)*'?`,
    'g',
  );
  return source.replace(quoted, (text) => text.replace(/[^\n]/g, ' '));
}
