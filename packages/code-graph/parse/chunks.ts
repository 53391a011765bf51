import type { SymbolKind } from '@sqrl/base/model/code.ts';
import type { TreeCursor } from 'web-tree-sitter';
import type { ChunkFact, SymbolFact } from '../facts/facts.ts';
import { cutAtLines, lineAt, lineStartsOf, type Range } from '../facts/line-starts.ts';

/** A body longer than this is cut at its statements; neighbours are merged up to it. In characters. */
export const MAX_BODY_CHARS = 4_000;

/** Functions and classes smaller than this share a chunk with their neighbours. */
const SMALL = 300;

/** Wrappers around wrappers: deeper than this, code is cut by lines. */
const MAX_DEPTH = 100;

/**
 * Cuts a file at the boundaries of functions and classes, each with the comment above it. The chunks follow each other
 * without a gap and begin at the start of a line.
 */
export function chunksOf(
  source: string,
  cursor: TreeCursor,
  symbols: readonly SymbolFact[],
  lines: readonly number[] = lineStartsOf(source),
): ChunkFact[] {
  const cut: ChunkCut = { source, lines, symbols, leaves: [] };
  cutNodes(cut, cursor, { start: 0, end: source.length, owner: -1 }, 0);
  return merge(cut.leaves, source)
    .filter(({ start, end }) => source.slice(start, end).trim() !== '')
    .map((leaf) => toChunk(leaf, cut));
}

/** Cuts a text without structure after every hundred lines. */
export function chunksOfLines(source: string): ChunkFact[] {
  const lines = lineStartsOf(source);
  return cutAtLines({ start: 0, end: source.length }, lines)
    .filter(({ start, end }) => source.slice(start, end).trim() !== '')
    .map(({ start, end }) => ({ kind: 'prose', name: null, start, end, ...linesOf(start, end, lines) }));
}

/** Where a chunk stands: `File: src/a.ts | function: add | Lines: 3-9`; its lines may be left out. */
export const chunkContext = (path: string, { kind, name, line, endLine }: ChunkPlace): string =>
  [
    `File: ${path}`,
    ...(kind === 'function' || kind === 'class' ? [`${kind}: ${name ?? 'unknown'}`] : []),
    ...(line === undefined ? [] : [`Lines: ${line}-${endLine}`]),
  ].join(' | ');

type ChunkPlace = Pick<ChunkFact, 'kind' | 'name'> & Partial<Pick<ChunkFact, 'line' | 'endLine'>>;

/** A stretch of code that is not cut further. */
interface Leaf extends Range {
  /** Index of the symbol whose body it is a part of; -1 for the file. */
  owner: number;
  /** Index of the function or class it is; -1 where it may share a chunk with its neighbours. */
  alone: number;
}

/** A child of a node with the space and the comments around it. */
interface NodePiece extends Range {
  /** Which of the children it is, and where that begins and ends. */
  nth: number;
  node: Range;
}

interface ChunkCut {
  source: string;
  lines: readonly number[];
  symbols: readonly SymbolFact[];
  leaves: Leaf[];
}

/** Cuts the node that the cursor is at, and comes back to it. */
function cutNodes(
  cut: ChunkCut,
  cursor: TreeCursor,
  { start, end, owner }: Range & { owner: number },
  depth: number,
): void {
  const pieces = depth > MAX_DEPTH ? [] : piecesOf(cut, cursor, start, end);
  if (pieces.length === 0) {
    const ranges = end - start > MAX_BODY_CHARS ? cutAtLines({ start, end }, cut.lines) : [{ start, end }];
    cut.leaves.push(...ranges.map((range) => ({ ...range, owner, alone: -1 })));
    return;
  }
  let at = -1;
  for (const piece of pieces) {
    const size = piece.end - piece.start;
    const symbol = symbolOf(cut, piece);
    if (size > MAX_BODY_CHARS) {
      for (; at < piece.nth; at++) at === -1 ? cursor.gotoFirstChild() : cursor.gotoNextSibling();
      cutNodes(cut, cursor, { ...piece, owner: symbol === -1 ? owner : symbol }, depth + 1);
    } else cut.leaves.push({ start: piece.start, end: piece.end, owner, alone: size < SMALL ? -1 : symbol });
  }
  if (at !== -1) cursor.gotoParent();
}

/** The children of a node, where each begins a line; what stands on the same line stays with the one before. */
function piecesOf(cut: ChunkCut, cursor: TreeCursor, start: number, end: number): NodePiece[] {
  const pieces: NodePiece[] = [];
  if (!cursor.gotoFirstChild()) return pieces;
  let heading: number | undefined;
  let nth = -1;
  do {
    nth++;
    const node = { start: cursor.startIndex, end: cursor.endIndex };
    if (node.end <= start || node.start >= end) continue;
    const from = Math.max(start, cut.lines[lineAt(cut.lines, node.start)]!);
    const last = pieces.at(-1);
    if (last && from < last.node.end) {
      // Two of them on one line cannot be cut apart; the longer one is what may be cut inside.
      if (length(node) > length(last.node)) Object.assign(last, { nth, node });
    } else if (isHeading(cursor.nodeType)) heading ??= from;
    else {
      pieces.push({ start: headingOf(cut, heading, from), end, nth, node });
      heading = undefined;
    }
  } while (cursor.gotoNextSibling());
  cursor.gotoParent();
  pieces.forEach((piece, i) => {
    if (i === 0) piece.start = start;
    piece.end = pieces[i + 1]?.start ?? end;
  });
  return pieces;
}

/** Nodes that belong to what comes after them. */
const isHeading = askOnce(/comment|decorator|attribute|annotation/);

const length = ({ start, end }: Range): number => end - start;

/** Where the comments above a piece begin: all, unless an empty line parts them from it and none from what is before. */
function headingOf(cut: ChunkCut, heading: number | undefined, from: number): number {
  if (heading === undefined) return from;
  const { lines } = cut;
  if (isEmptyLine(cut, lineAt(lines, heading) - 1)) return heading;
  let line = lineAt(lines, from);
  while (lines[line]! > heading && !isEmptyLine(cut, line - 1)) line--;
  return lines[line]!;
}

const isEmptyLine = ({ source, lines }: ChunkCut, line: number): boolean =>
  line < 0 || source.slice(lines[line], lines[line + 1]).trim() === '';

/** The one function, class or variable that a piece consists of, but for words such as `export` around it. */
function symbolOf({ symbols }: ChunkCut, { start, end, node }: NodePiece): number {
  const slack = Math.max(100, length(node) / 10);
  for (let i = firstFrom(symbols, start); i < symbols.length && symbols[i]!.start < end; i++) {
    const symbol = symbols[i]!;
    if (symbol.end <= end && WHOLE.has(symbol.kind) && length(node) - (symbol.end - symbol.start) <= slack)
      return i;
  }
  return -1;
}

function firstFrom(symbols: readonly SymbolFact[], offset: number): number {
  let low = 0;
  let high = symbols.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (symbols[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const CLASSES = new Set<SymbolKind>(['class', 'interface', 'enum', 'type', 'namespace']);
const FUNCTIONS = new Set<SymbolKind>(['function', 'method']);
const WHOLE = new Set<SymbolKind>([...CLASSES, ...FUNCTIONS, 'variable', 'field']);

function merge(leaves: readonly Leaf[], source: string): Leaf[] {
  const merged: Leaf[] = [];
  for (const leaf of leaves) {
    const last = merged.at(-1);
    // A closing brace says nothing by itself.
    const empty = leaf.end - leaf.start < 40 && !/\w/.test(source.slice(leaf.start, leaf.end));
    const both = last?.alone === -1 && leaf.alone === -1 && last.owner === leaf.owner;
    if (last && (empty || (both && leaf.end - last.start <= MAX_BODY_CHARS))) last.end = leaf.end;
    else merged.push({ ...leaf });
  }
  return merged;
}

function toChunk({ start, end, owner, alone }: Leaf, { symbols, lines }: ChunkCut): ChunkFact {
  const index = alone === -1 ? owner : alone;
  const symbol = symbols[index];
  const kind = !symbol ? 'module' : kindOf(symbol.kind);
  return { kind, name: symbol ? nameOf(symbols, index) : null, start, end, ...linesOf(start, end, lines) };
}

const kindOf = (kind: SymbolKind): ChunkFact['kind'] =>
  CLASSES.has(kind) ? 'class' : FUNCTIONS.has(kind) ? 'function' : 'module';

/** With the names of the classes and namespaces around it: `Cart.add`. */
function nameOf(symbols: readonly SymbolFact[], index: number): string {
  const names: string[] = [];
  for (let at = index; at !== -1 && names.length < 10; at = symbols[at]!.parent)
    names.unshift(symbols[at]!.name);
  return names.join('.');
}

function linesOf(start: number, end: number, lines: readonly number[]): { line: number; endLine: number } {
  return { line: lineAt(lines, start) + 1, endLine: lineAt(lines, Math.max(start, end - 1)) + 1 };
}

/** Whether a word fits a pattern, found out once for each: types of nodes are few, and every node is asked. */
function askOnce(pattern: RegExp): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const answer = pattern.test(word);
    known.set(word, answer);
    return answer;
  };
}
