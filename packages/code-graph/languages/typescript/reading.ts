import type { SymbolKind } from '@sqrl/base/model/code.ts';
import type { ImportFact, SymbolFact } from '../../facts/facts.ts';
import { codeHashOf } from '../../facts/hash.ts';
import { lineAt, lineStartsOf } from '../../facts/line-starts.ts';
import { declarationSignature } from '../../facts/symbol-list.ts';
import type { Declaration, DeclarationKind, Expression, NameMention, TypeScriptDetail } from './detail.ts';
import type { Syntax } from './syntax.ts';

/** A file while it is being read: what was found so far, and what surrounds the place being read. */
export interface SourceReading extends TypeScriptDetail {
  walk: SourceWalk;
  source: string;
  lines: readonly number[];
  symbols: SymbolFact[];
  imports: ImportFact[];
  /** Types may be written in comments. */
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
  /** The symbol that it makes, where the value is a function. */
  symbol?: number;
}

/** Readers that all others call back into; the reading carries them, so that their files do not import each other. */
export interface SourceWalk {
  readExpression: typeof import('./read/read-expressions.ts').readExpression;
  readStatement(reading: SourceReading, node: Syntax, exported?: boolean): number[];
  readStatements: typeof import('./read/read-statements.ts').readStatements;
}

/** Begins to read a file. */
export function startReading(source: string, javascript: boolean, walk: SourceWalk): SourceReading {
  return {
    walk,
    source,
    lines: lineStartsOf(source),
    symbols: [],
    imports: [],
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
}

/** The line of an offset, from 1. */
export const sourceLine = (reading: SourceReading, offset: number): number =>
  lineAt(reading.lines, offset) + 1;

export const nodeText = (reading: SourceReading, { start, end }: { start: number; end: number }): string =>
  reading.source.slice(start, end);

/** Adds a declaration and gives its index. */
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

export interface SourceSpan {
  start: number;
  end: number;
  nameAt: number;
}

/** Adds a symbol that is a node of the tree, named by another, in the one around it, and gives its index. */
export function addSymbol(
  reading: SourceReading,
  kind: SymbolKind,
  name: string,
  { start, end }: Syntax,
  { start: nameAt }: Pick<Syntax, 'start'>,
  exported = false,
): number {
  const line = sourceLine(reading, nameAt);
  const text = textOfSymbol(reading, { start, end, nameAt });
  return reading.symbols.push({ kind, name, parent: reading.symbol, start, line, exported, ...text }) - 1;
}

/** Adds a symbol whose end is not known yet, and gives its index; `endSymbol` must follow. */
export function startSymbol(
  reading: SourceReading,
  kind: SymbolKind,
  name: string,
  { start, nameAt }: Omit<SourceSpan, 'end'>,
): number {
  const line = sourceLine(reading, nameAt);
  const text = { end: start, endLine: line, signature: '', hash: '' };
  return (
    reading.symbols.push({ kind, name, parent: reading.symbol, start, line, exported: false, ...text }) - 1
  );
}

/** Says where a symbol ends that was started. */
export function endSymbol(reading: SourceReading, index: number, end: number): void {
  const symbol = reading.symbols[index]!;
  Object.assign(symbol, textOfSymbol(reading, { start: symbol.start, end, nameAt: symbol.start }));
}

function textOfSymbol(
  reading: SourceReading,
  { start, end, nameAt }: SourceSpan,
): Pick<SymbolFact, 'end' | 'endLine' | 'signature' | 'hash'> {
  return {
    end,
    endLine: sourceLine(reading, Math.max(start, end - 1)),
    signature: declarationSignature(reading.source, { start, end, nameAt }),
    hash: codeHashOf(reading.source.slice(start, end)),
  };
}

/** Reads something inside of a new scope. */
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
  reading.symbol = around.symbol ?? symbol;
  reading.fn = around.fn ?? fn;
  reading.self = around.self ?? self;
  reading.isStatic = around.isStatic ?? isStatic;
  reading.naming = around.naming ?? naming;
  const result = read();
  reading.symbol = symbol;
  reading.fn = fn;
  reading.self = self;
  reading.isStatic = isStatic;
  reading.naming = naming;
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
