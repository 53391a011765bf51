import { type Language, SYMBOL_KINDS, type SymbolKind } from '@sqrl/base/model/code.ts';
import { type Node, Query, type QueryMatch, type Tree } from 'web-tree-sitter';
import type { FileFacts, ImportFact, SymbolFact } from '../facts/facts.ts';
import { codeHashOf, surfaceOf } from '../facts/hash.ts';
import { declarationSignature } from '../facts/symbol-list.ts';
import type { LanguageReader } from './language.ts';

/** A language of which symbols, imports, supertypes and calls are read, told by one query. */
export interface QueriedLanguage {
  language: Language;
  extensions: readonly string[];
  grammar: string;
  /**
   * Patterns in the manner of tags: the node of a symbol is captured by its kind and inside it its `@name`; besides
   * them `@import` (a specifier), `@super` (the name of a supertype, in its class), `@scope` (the package or namespace
   * of the whole file), `@call` (the name of what is called), `@make` (of a class that one is made of), `@mention` (what
   * may be a call without brackets) and `@local` (the name of a variable, which is then none). A call may have
   * `@_on`, what stands before its name, and `@_args`. What begins with `_` is the query's own. `@function.declared` counts only outside of
   * functions, as variables and fields do; `@field.member` belongs to the class around the function it stands in.
   */
  query: string;
  exported(symbol: SymbolHead): boolean;
  /** What a symbol is inside of another; a function in a class is a method, where this is left out. */
  kindIn?(kind: SymbolKind, inside: SymbolKind | undefined): SymbolKind;
  /** What the node captured as `@name` says; its text, where this is left out. */
  name?(node: Node): SymbolNameAt;
  /** The specifiers that an import's text stands for; the text itself, where this is left out. */
  specifiers?(text: string): readonly string[];
}

/** What stands before the name of a symbol, and around it. */
interface SymbolHead {
  head: string;
  name: string;
  kind: SymbolKind;
  inside: SymbolKind | undefined;
}

/** The name of a symbol, where it stands, and the kind where the name alone tells it. */
export interface SymbolNameAt {
  name: string;
  at: number;
  kind?: SymbolKind;
}

/** What a language that is only queried tells its linker. */
export interface QueriedDetail {
  scope: string | null;
  supers: { symbol: number; name: string; line: number }[];
  calls: NotedCall[];
  /** Variables and fields whose type stands there, by the symbol they stand in. */
  typed: { in: number; name: string; type: string }[];
}

export interface NotedCall {
  from: number;
  name: string;
  /** What stands before the name: `cart` of `cart.add()`. */
  on: string | null;
  args: number;
  kind: 'call' | 'make' | 'mention';
  line: number;
}

export function readByQuery(of: QueriedLanguage): LanguageReader {
  let query: Query | undefined;
  return {
    language: of.language,
    extensions: of.extensions,
    grammar: of.grammar,
    read(path, source, tree): FileFacts<QueriedDetail> {
      query ??= new Query(tree.language, of.query);
      return factsFrom(query.matches(tree.rootNode), of, { path, source, tree });
    },
  };
}

interface ParsedFile {
  path: string;
  source: string;
  tree: Tree;
}

function factsFrom(
  matches: readonly QueryMatch[],
  of: QueriedLanguage,
  { path, source, tree }: ParsedFile,
): FileFacts<QueriedDetail> {
  const caught = matches.map((match) => caughtIn(match, of));
  const symbols = symbolsFrom(
    caught.flatMap(({ symbol }) => symbol ?? []),
    source,
    of,
  );
  const imports = caught.flatMap(({ node, by }) => (by === 'import' ? importsFrom(node!, of) : []));
  const supers = caught
    .flatMap(({ node, by }) => (by === 'super' ? [node!] : []))
    .map((node) => ({ symbol: around(symbols, node), name: node.text, line: node.startPosition.row + 1 }))
    // 'include' may stand in a method, and code that does not parse around anything.
    .filter(({ symbol }) => HEIRS.has(symbols[symbol]?.kind ?? 'file'));
  const scope = caught.find(({ by }) => by === 'scope')?.node?.text ?? null;
  return queriedFacts(source, {
    ...{ path, language: of.language, symbols, imports, broken: tree.rootNode.hasError },
    ...{ scope, supers, calls: callsFrom(caught, symbols, source) },
  });
}

type FoundInFile = Pick<FileFacts, 'path' | 'language' | 'symbols' | 'imports' | 'broken'> &
  Omit<QueriedDetail, 'typed'>;

export function queriedFacts(
  source: string,
  { scope, supers, calls, ...file }: FoundInFile,
): FileFacts<QueriedDetail> {
  const { symbols, imports } = file;
  const detail = { scope, supers, calls, typed: typedIn(source, symbols) };
  const visible = symbols.map(({ kind, name, parent, exported, signature }) => [
    ...[kind, name, parent, exported],
    paramsIn(signature),
  ]);
  const fields = detail.typed.filter((each) => HEIRS.has(symbols[each.in]?.kind ?? 'file'));
  const specifiers = imports.map(({ specifier }) => specifier);
  const surface = surfaceOf([visible, specifiers, scope, supers.map(({ name }) => name), fields]);
  return { ...file, surface, detail, chunks: [] };
}

const HEIRS = new Set<SymbolKind>(['class', 'interface', 'enum', 'namespace']);

const CALLS = new Set(['call', 'make', 'mention']);

function callsFrom(
  caught: readonly QueryCapture[],
  symbols: readonly SymbolFact[],
  source: string,
): NotedCall[] {
  const locals = new Set(
    caught.flatMap(({ by, node }) => (by === 'local' ? [`${around(symbols, node!)} ${node!.text}`] : [])),
  );
  return caught.flatMap(({ by, node, on, args }): NotedCall[] => {
    if (!node || !CALLS.has(by!)) return [];
    const from = around(symbols, node);
    if (by === 'mention' && locals.has(`${from} ${node.text}`)) return [];
    // Of a chain of ten thousand calls each has all before it as its receiver.
    const before = on
      ? source.slice(on.startIndex, Math.min(on.endIndex, on.startIndex + MAX_RECEIVER_CHARS))
      : null;
    const count = args?.namedChildCount ?? -1;
    const kind = by as NotedCall['kind'];
    return [{ from, name: node.text, on: before, args: count, kind, line: node.startPosition.row + 1 }];
  });
}

const MAX_RECEIVER_CHARS = 100;
/** How many parameters a head lists; -1 where it has no brackets. */
export function paramsIn(signature: string): number {
  const open = signature.indexOf('(');
  if (open === -1) return -1;
  let [depth, count, seen] = [0, 0, false];
  for (let i = open; i < signature.length; i++) {
    const char = signature[i]!;
    if ('([{<'.includes(char)) depth++;
    else if (')]}>'.includes(char) && --depth === 0) break;
    else if (char === ',' && depth === 1) count++;
    else if (char !== ' ') seen = true;
  }
  return seen ? count + 1 : 0;
}

/** `Cart cart`, `cart: Cart`, and `cart = new Cart(`, `Cart(` or `Cart.new(`, in whatever language. */
const TYPED = [
  /\b(?<type>[A-Z]\w*)(?:<[^<>;(){}]{0,80}>|\[\])?[?*&\s]{1,4}(?<name>[$\w]{1,80})\s{0,2}[=;,)]/g,
  /(?<![\w$])(?<name>\w{1,80})\s{0,2}:\s{0,2}[?*]?(?<type>[A-Z]\w*)/g,
  /(?<![\w$])(?<name>[@$\w]{1,80})\s{0,3}:?=\s{0,3}(?:new\s{1,3})?(?<type>[A-Z][\w\\:]{0,100})(?:<[^<>;(){}]{0,80}>)?(?:\.new\b|\()/g,
];

function typedIn(source: string, symbols: readonly SymbolFact[]): QueriedDetail['typed'] {
  return TYPED.flatMap((pattern) => [...source.matchAll(pattern)]).map(({ index, groups }) => ({
    in: around(symbols, { startIndex: index, endIndex: index + 1 }, HOLDERS),
    name: groups!.name!.replace(/^[@$]+/, ''),
    type: groups!.type!,
  }));
}

const HOLDERS = new Set<SymbolKind>(['function', 'method', 'class', 'interface', 'enum', 'namespace']);

interface QueryCapture {
  by?: string;
  node?: Node;
  /** Of a call what stands before its name, and its arguments. */
  on?: Node | undefined;
  args?: Node | undefined;
  symbol?: SymbolCandidate;
}

/** A symbol whose place among the others is not known yet. */
export interface SymbolCandidate
  extends Pick<SymbolFact, 'kind' | 'name' | 'start' | 'end' | 'line' | 'endLine'> {
  where?: string | undefined;
  nameAt: number;
}

function caughtIn({ captures }: QueryMatch, of: QueriedLanguage): QueryCapture {
  const name = captures.find((capture) => capture.name === 'name')?.node;
  const whole = captures.find((capture) => capture.name !== 'name' && !capture.name.startsWith('_'));
  if (!whole) return {};
  const [kind, where] = whole.name.split('.');
  if (!name || !isKind(kind!)) {
    const [on, args] = ['_on', '_args'].map((each) => captures.find((c) => c.name === each)?.node);
    return { by: whole.name, node: whole.node, on, args };
  }
  const named = of.name?.(name) ?? { name: name.text, at: name.startIndex };
  const { startIndex: start, startPosition } = whole.node;
  // In Dart a body lies next to its head.
  const body = whole.node.nextNamedSibling;
  const { endIndex: end, endPosition } = body?.type === 'function_body' ? body : whole.node;
  // A node that takes its line's end along does not reach into the next.
  const past = endPosition.column === 0 && endPosition.row > startPosition.row;
  return {
    symbol: {
      kind: named.kind ?? kind,
      where,
      name: named.name,
      nameAt: named.at,
      start,
      end,
      line: startPosition.row + 1,
      endLine: endPosition.row + (past ? 0 : 1),
    },
  };
}

const isKind = (word: string): word is SymbolKind => (SYMBOL_KINDS as readonly string[]).includes(word);

/** Sorts what was found into each other. */
export function symbolsFrom(
  candidates: readonly SymbolCandidate[],
  source: string,
  { exported, kindIn = kindInside }: Pick<QueriedLanguage, 'exported' | 'kindIn'>,
): SymbolFact[] {
  const symbols: SymbolFact[] = [];
  let inner = -1;
  for (const found of candidates.toSorted(
    (a, b) => a.start - b.start || b.end - a.end || a.nameAt - b.nameAt,
  )) {
    while (inner !== -1 && symbols[inner]!.end <= found.start) inner = symbols[inner]!.parent;
    const parent = parentOf(symbols, inner, found);
    if (parent === undefined || !found.name) continue;
    const { where: _, nameAt, ...symbol } = found;
    const { kind, name, start, end } = symbol;
    const inside = symbols[parent]?.kind;
    symbols.push({
      ...symbol,
      kind: kindIn(kind, inside),
      parent,
      signature: declarationSignature(source, found),
      hash: codeHashOf(source.slice(start, end)),
      exported: exported({ head: source.slice(start, nameAt), name, kind, inside }),
    });
    inner = symbols.length - 1;
  }
  return symbols;
}

const kindInside = (kind: SymbolKind, inside: SymbolKind | undefined): SymbolKind =>
  kind === 'function' && inside === 'class' ? 'method' : kind;

/** The symbol that a new one belongs to; undefined where it is none of its own. */
function parentOf(symbols: readonly SymbolFact[], inner: number, found: SymbolCandidate): number | undefined {
  let parent = inner;
  // Several names of one declaration lie next to each other; two patterns may have found the same one.
  while (symbols[parent]?.start === found.start && symbols[parent]!.end === found.end) {
    if (symbols[parent]!.name === found.name) return undefined;
    parent = symbols[parent]!.parent;
  }
  if (!LOCAL.has(symbols[parent]?.kind ?? 'file')) return parent;
  if (found.where === 'member') return symbols[parent]!.parent;
  return found.where === 'declared' || OUTSIDE.has(found.kind) ? undefined : parent;
}

const LOCAL = new Set<SymbolKind>(['function', 'method']);

/** What is local to a function is no symbol of its own. */
const OUTSIDE = new Set<SymbolKind>(['variable', 'field']);

/** What is longer was taken for an import by mistake. */
const MAX_IMPORT_CHARS = 2_000;

function importsFrom(node: Node, of: QueriedLanguage): ImportFact[] {
  const text = node.text.slice(0, MAX_IMPORT_CHARS);
  const specifiers = of.specifiers ? of.specifiers(text) : [text];
  return specifiers.map((specifier) => ({ specifier, line: node.startPosition.row + 1 }));
}

/** The innermost symbol that a node lies in; -1 where there is none. */
export function around(
  symbols: readonly SymbolFact[],
  { startIndex, endIndex }: Pick<Node, 'startIndex' | 'endIndex'>,
  kinds?: ReadonlySet<SymbolKind>,
): number {
  let [low, high] = [0, symbols.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (symbols[middle]!.start <= startIndex) low = middle + 1;
    else high = middle;
  }
  let at = low - 1;
  while (at !== -1 && (symbols[at]!.end < endIndex || kinds?.has(symbols[at]!.kind) === false))
    at = symbols[at]!.parent;
  return at;
}
