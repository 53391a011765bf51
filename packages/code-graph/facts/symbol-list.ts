import type { SymbolKind } from '@sqrl/base/model/code.ts';
import type { Node } from 'web-tree-sitter';
import type { SymbolFact } from './facts.ts';
import { codeHashOf } from './hash.ts';

/** A symbol as a walk through a tree meets it. */
interface WalkedSymbol {
  kind: SymbolKind;
  /** All of it, with what stands before its name and belongs to it. */
  node: Node;
  nameNode: Node;
  name?: string;
  parent: number;
  exported: boolean;
}

/** Symbols in the order in which a walk from the start of a file to its end meets them. */
export interface SymbolList {
  all: SymbolFact[];
  /** Adds one and tells its index. */
  add(met: WalkedSymbol): number;
}

export function openSymbols(source: string): SymbolList {
  const all: SymbolFact[] = [];
  return {
    all,
    add({ kind, node, nameNode, name = nameNode.text, parent, exported }) {
      const { startIndex: start, endIndex: end, endPosition } = node;
      all.push({
        kind,
        name,
        parent,
        start,
        end,
        // Of the name, not of the decorators above it: this is where people want to go.
        line: nameNode.startPosition.row + 1,
        endLine: endPosition.row + 1,
        signature: declarationSignature(source, { start, end, nameAt: nameNode.startIndex }),
        hash: codeHashOf(source.slice(start, end)),
        exported,
      });
      return all.length - 1;
    },
  };
}

/** The head of a symbol for people to read: the line of its name and, where its brackets stay open, the next ones. */
export function declarationSignature(
  source: string,
  { start, end, nameAt }: { start: number; end: number; nameAt: number },
): string {
  const from = Math.max(start, source.lastIndexOf('\n', nameAt) + 1);
  let depth = 0;
  let to = from;
  for (const most = Math.min(end, from + MAX_SIGNATURE_CHARS); to < most; to++) {
    const code = source.charCodeAt(to);
    if (code === OPEN || code === OPEN_SQUARE) depth++;
    else if (code === CLOSE || code === CLOSE_SQUARE) depth--;
    else if (depth <= 0 && (code === BRACE || code === SEMICOLON || code === LINE_END)) break;
  }
  return source.slice(from, to).replace(/\s+/g, ' ').trim();
}

const [LINE_END, SEMICOLON, BRACE] = [10, 59, 123] as const;
const [OPEN, CLOSE, OPEN_SQUARE, CLOSE_SQUARE] = [40, 41, 91, 93] as const;

const MAX_SIGNATURE_CHARS = 200;
