import type { Language, Tree } from 'web-tree-sitter';
import { addNode, type FlatTree, isSame, NEXT } from './flat-tree.ts';
import { addTree } from './tree-memory.ts';

/** What the parsing engine leaves on the object that it was started with: its memory. */
export interface ParserModule {
  HEAPU8?: Uint8Array<ArrayBuffer>;
}

/** The engine of this thread. */
export const engine: ParserModule = {};

/** Copies a tree. Step by step through the engine's functions that takes longer than all that is done with it after. */
export function flatTreeOf(tree: Tree): FlatTree {
  if (last?.tree !== tree) last = { tree, flat: (isTrusted(tree) ? fromMemory : fromCursor)(tree) };
  return last.flat;
}

/** Chunks are cut from the tree that was just read. */
let last: { tree: Tree; flat: FlatTree } | undefined;

// Room for two hundred thousand nodes: it seldom has to grow, which undoes the work of V8's compiler.
const shared: FlatTree = { nodes: new Int32Array(2 ** 20), end: 0 };

/** Copies a tree from where it lies in the engine's memory. */
export function fromMemory(tree: Tree, flat = shared): FlatTree {
  flat.end = 0;
  addTree(flat, tree, engine.HEAPU8!.buffer);
  return flat;
}

/** Copies a tree with the package's own cursor. */
export function fromCursor(tree: Tree): FlatTree {
  const flat: FlatTree = { nodes: new Int32Array(2 ** 12), end: 0 };
  const cursor = tree.walk();
  const add = (): void => {
    const { nodeTypeId, currentFieldId, startIndex, endIndex } = cursor;
    const at = addNode(flat, nodeTypeId, currentFieldId, startIndex, endIndex);
    if (cursor.gotoFirstChild()) {
      do add();
      while (cursor.gotoNextSibling());
      cursor.gotoParent();
    }
    flat.nodes[at + NEXT] = flat.end;
  };
  try {
    add();
    return flat;
  } finally {
    cursor.delete();
  }
}

const trusted = new Map<Language, boolean>();

/** Whether the engine's memory is laid out as we think: the first tree of each grammar is read both ways. */
function isTrusted(tree: Tree): boolean {
  const known = trusted.get(tree.language);
  if (known !== undefined) return known;
  const same = engine.HEAPU8 !== undefined && isSame(fromMemory(tree), fromCursor(tree));
  trusted.set(tree.language, same);
  return same;
}
