import type { Node } from 'web-tree-sitter';
import type { SymbolKind } from '../../model/code.ts';
import type { SymbolFact } from '../facts/facts.ts';
import { codeHashOf } from '../facts/hash.ts';
import { declarationSignature } from '../facts/signature.ts';

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

/** Starts the list of a file's symbols. */
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
