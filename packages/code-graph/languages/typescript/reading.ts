import type { SymbolKind } from '@sqrl/base/model/code.ts';
import type { ImportFact, SymbolFact } from '../../facts/facts.ts';
import { codeHashOf } from '../../facts/hash.ts';
import { lineAt, lineStartsOf } from '../../facts/line-starts.ts';
import { declarationSignature } from '../../facts/symbol-list.ts';
import type {
  Declaration,
  DeclarationKind,
  ExpectedType,
  Expression,
  NameMention,
  TypeScriptDetail,
} from './detail.ts';
import type { Syntax } from './syntax.ts';

/** A file while it is being read: what was found so far, and what surrounds the place being read. */
export interface SourceReading extends TypeScriptDetail {
  /**
   * Reads a node of any type: notes what stands in it, and gives what is known of its value. Readers call each other
   * through it, so that their files do not import each other.
   */
  read(node: Syntax, expected?: ExpectedType): Expression;
  source: string;
  lines: readonly number[];
  symbols: SymbolFact[];
  imports: ImportFact[];
  /** What comments of JavaScript say of types, by where the comments end. */
  comments: ReadonlyMap<number, readonly JsdocTag[]>;
  javascript: boolean;
  /** The innermost scope, and the one that `var` binds in. */
  scope: number;
  functionScope: number;
  /** The innermost symbol; -1 for the file. */
  symbol: number;
  /** Declarations of the innermost function and of what `this` is; -1 where there is none. */
  fn: number;
  self: number;
  /** `this` is the class itself. */
  isStatic: boolean;
  /** Members of types that are read become symbols. */
  naming: boolean;
  /** Where each name was mentioned. */
  mentioned: Map<string, Set<number>>;
  assignments: Assignment[];
}

/** `name = value`, `this.name = value` or `Name.member = value`, understood once all declarations are known. */
export interface Assignment {
  to: Expression;
  name: string;
  value: Expression;
  scope: number;
}

/** A tag of JSDoc that names a type or an import. */
export interface JsdocTag {
  tag: string;
  /** The first name after it and its type; '' where there is none. */
  name: string;
  /** Where its type stands, and that as the grammar reads it; undefined where it is none. */
  type?: { start: number; end: number; node?: Syntax | undefined };
  start: number;
  /** Where it ends, without its type and name. */
  at: number;
}

export function startReading(
  source: string,
  readers: (reading: SourceReading, node: Syntax, expected?: ExpectedType) => Expression,
  javascript: boolean,
): SourceReading {
  const reading: SourceReading = {
    read: (node, expected) => readers(reading, node, expected),
    source,
    lines: lineStartsOf(source),
    symbols: [],
    imports: [],
    comments: new Map(),
    scopes: [-1],
    declarations: [],
    calls: [],
    mentions: [],
    handed: [],
    exports: [],
    javascript,
    scope: 0,
    functionScope: 0,
    symbol: -1,
    fn: -1,
    self: -1,
    isStatic: false,
    naming: false,
    mentioned: new Map(),
    assignments: [],
  };
  return reading;
}

export function readAll(reading: SourceReading, nodes: readonly Syntax[]): void {
  for (const node of nodes) reading.read(node);
}

/** The line of an offset, from 1. */
export const sourceLine = (reading: SourceReading, offset: number): number =>
  lineAt(reading.lines, offset) + 1;

export const nodeText = (reading: SourceReading, { start, end }: { start: number; end: number }): string =>
  reading.source.slice(start, end);

/** The name of a member, or a specifier: quotes do not count. */
export const memberName = (reading: SourceReading, key: Syntax): string =>
  nodeText(reading, key).replace(/^['"]|['"]$/g, '');

/** Reads `{ a, b as c }` from its text: the grammar stumbles over `default` and other words of the language there. */
export const specifiersOf = (clause: string): { name: string; as: string }[] =>
  clause
    .replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|[{}]/g, ' ')
    .split(',')
    .flatMap((each) => {
      const words = each
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(/^['"]|['"]$/g, ''));
      const [name, , as = name] = words[0] === 'type' && words.length % 2 === 0 ? words.slice(1) : words;
      return name && as ? [{ name, as }] : [];
    });

export function addDeclaration(
  reading: SourceReading,
  kind: DeclarationKind,
  name: string,
  more: Partial<Declaration> = {},
): number {
  return reading.declarations.push({ kind, name, scope: reading.scope, at: reading.scope, ...more }) - 1;
}

/** Adds something that has no name or is a member of something: no scope knows it. */
export const declareMember = (
  reading: SourceReading,
  kind: DeclarationKind,
  name: string,
  more: Partial<Omit<Declaration, 'scope'>> = {},
): number => reading.declarations.push({ kind, name, scope: -1, at: reading.scope, ...more }) - 1;

/** Adds a symbol that is a node of the tree, named by another, in the one around it, and gives its index. */
export function addSymbol(
  reading: SourceReading,
  kind: SymbolKind,
  name: string,
  { start, end }: Syntax,
  { start: nameAt }: Pick<Syntax, 'start'>,
  exported = false,
): number {
  return (
    reading.symbols.push({
      kind,
      name,
      parent: reading.symbol,
      start,
      end,
      line: sourceLine(reading, nameAt),
      endLine: sourceLine(reading, Math.max(start, end - 1)),
      signature: declarationSignature(reading.source, { start, end, nameAt }),
      hash: codeHashOf(reading.source.slice(start, end)),
      exported,
    }) - 1
  );
}

export function inScope<T>(reading: SourceReading, read: () => T, isFunction = false): T {
  const { scope, functionScope } = reading;
  reading.scope = reading.scopes.push(scope) - 1;
  if (isFunction) reading.functionScope = reading.scope;
  const result = read();
  reading.scope = scope;
  reading.functionScope = functionScope;
  return result;
}

/** Reads something that lies inside of a symbol, a function or an object. */
export function readInside<T>(
  reading: SourceReading,
  around: Partial<Pick<SourceReading, 'symbol' | 'fn' | 'self' | 'isStatic' | 'naming'>>,
  read: () => T,
): T {
  const { symbol, fn, self, isStatic, naming } = reading;
  Object.assign(reading, around);
  const result = read();
  Object.assign(reading, { symbol, fn, self, isStatic, naming });
  return result;
}

/** Notes a member that is handed on: as an argument, as a member of an object, to be called by `call` or `bind`. */
export function handMember(reading: SourceReading, node: Syntax | undefined, callee: Expression): void {
  if (node?.type !== 'member_expression' || callee[0] !== 'member') return;
  const { symbol, scope } = reading;
  reading.handed.push({ callee, line: sourceLine(reading, node.start), symbol, scope });
}

/** Notes that a name is read, once for each symbol and scope. */
export function mentionName(
  reading: SourceReading,
  kind: NameMention['kind'],
  name: string,
  offset: number,
): void {
  const { symbol, scope } = reading;
  const known = reading.mentioned.get(name);
  // Scopes and symbols are counted up from the start of the file: together they stay far below what a number holds.
  const place = ((symbol + 1) * 2 ** 24 + scope) * 4 + (kind === 'value' ? 0 : kind === 'type' ? 1 : 2);
  if (known?.has(place)) return;
  if (known) known.add(place);
  else reading.mentioned.set(name, new Set([place]));
  reading.mentions.push({ name, kind, line: sourceLine(reading, offset), symbol, scope });
}
