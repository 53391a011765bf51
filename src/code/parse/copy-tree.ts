import type { Tree, TreeCursor } from 'web-tree-sitter';
import { addNode, type FlatTree, NEXT } from './flat-tree.ts';

/** Copies a tree, so that its many readers need not call into the parser for each node. */
export function flatTreeOf(tree: Tree): FlatTree {
  if (last !== tree) {
    const cursor = tree.walk();
    try {
      copy(cursor);
    } finally {
      cursor.delete();
    }
  }
  last = tree;
  return flat;
}

/** Chunks are cut from the tree that was just read. */
let last: Tree | undefined;

// Room for two hundred thousand nodes: it seldom has to grow, which undoes the work of V8's compiler.
const flat: FlatTree = { nodes: new Int32Array(2 ** 20), end: 0 };

/** The way down is kept here and not by calls: trees are as deep as their text is long. */
function copy(cursor: TreeCursor): void {
  flat.end = 0;
  const parents: number[] = [];
  for (;;) {
    const { nodeTypeId, currentFieldId, startIndex, endIndex } = cursor;
    const at = addNode(flat, nodeTypeId, currentFieldId, startIndex, endIndex);
    if (cursor.gotoFirstChild()) {
      parents.push(at);
      continue;
    }
    flat.nodes[at + NEXT] = flat.end;
    while (!cursor.gotoNextSibling()) {
      const parent = parents.pop();
      if (parent === undefined) return;
      cursor.gotoParent();
      flat.nodes[parent + NEXT] = flat.end;
    }
  }
}
