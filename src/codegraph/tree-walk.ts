import type { Tree, TreeCursor } from 'web-tree-sitter';

/** A place in a syntax tree that moves from node to node. */
export interface TreeWalk {
  /** The number of the node's type in its grammar. */
  type(): number;
  /** The number of the field that the node stands in; 0 where it is in none. */
  field(): number;
  start(): number;
  end(): number;
  /** To the first child; false where there is none. */
  down(): boolean;
  next(): boolean;
  up(): void;
}

/** What the parsing engine leaves on the object that it was started with: its own functions, each given a tree. */
export type Engine = Partial<Record<`_ts_${string}`, (tree: number) => number>>;

/** The engine of this thread. */
export const engine: Engine = {};

/** Walks a tree from its root. Nothing else may be asked of any tree meanwhile. */
export function walkTree<T>(tree: Tree, read: (walk: TreeWalk) => T): T {
  direct ??= directWalk(engine);
  if (direct) return direct(tree, read);
  const cursor = tree.walk();
  try {
    return read(cursorWalk(cursor));
  } finally {
    cursor.delete();
  }
}

let direct: (<T>(tree: Tree, read: (walk: TreeWalk) => T) => T) | undefined;

/**
 * The package's own cursor writes its state into the engine's memory and reads it back at each step, which takes longer
 * than the step. The engine leaves it there: as long as one cursor alone is used, nothing need be carried.
 */
function directWalk({
  _ts_tree_root_node_wasm: root,
  _ts_tree_cursor_new_wasm: open,
  _ts_tree_cursor_delete_wasm: close,
  _ts_tree_cursor_current_node_type_id_wasm: type,
  _ts_tree_cursor_current_field_id_wasm: field,
  _ts_tree_cursor_start_index_wasm: start,
  _ts_tree_cursor_end_index_wasm: end,
  _ts_tree_cursor_goto_first_child_wasm: down,
  _ts_tree_cursor_goto_next_sibling_wasm: next,
  _ts_tree_cursor_goto_parent_wasm: up,
}: Engine): typeof direct {
  if (!root || !open || !close || !type || !field || !start || !end || !down || !next || !up)
    return undefined;
  let at = 0;
  const walk: TreeWalk = {
    type: () => type(at),
    field: () => field(at),
    start: () => start(at),
    end: () => end(at),
    down: () => down(at) === 1,
    next: () => next(at) === 1,
    up: () => {
      up(at);
    },
  };
  return (tree, read) => {
    at = (tree as unknown as { 0: number })[0];
    root(at);
    open(at);
    try {
      return read(walk);
    } finally {
      close(at);
    }
  };
}

const cursorWalk = (cursor: TreeCursor): TreeWalk => ({
  type: () => cursor.nodeTypeId,
  field: () => cursor.currentFieldId,
  start: () => cursor.startIndex,
  end: () => cursor.endIndex,
  down: () => cursor.gotoFirstChild(),
  next: () => cursor.gotoNextSibling(),
  up: () => {
    cursor.gotoParent();
  },
});
