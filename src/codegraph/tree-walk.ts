import { END, type FlatTree, NEXT, START, STRIDE, TYPE } from './flat-tree.ts';

/** A place in a syntax tree that moves from node to node. */
export interface TreeWalk {
  /** The number of the node's type in its grammar. */
  type(): number;
  start(): number;
  end(): number;
  /** To the first child; false where there is none. */
  down(): boolean;
  next(): boolean;
  up(): void;
}

/** Walks a tree from its root. */
export function treeWalk({ nodes }: FlatTree): TreeWalk {
  const above: number[] = [];
  let at = 0;
  return {
    type: () => nodes[at + TYPE]!,
    start: () => nodes[at + START]!,
    end: () => nodes[at + END]!,
    down() {
      if (nodes[at + NEXT] === at + STRIDE) return false;
      above.push(at);
      at += STRIDE;
      return true;
    },
    next() {
      const next = nodes[at + NEXT]!;
      if (above.length === 0 || next === nodes[above.at(-1)! + NEXT]) return false;
      at = next;
      return true;
    },
    up() {
      at = above.pop() ?? at;
    },
  };
}
