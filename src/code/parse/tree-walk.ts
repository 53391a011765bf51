import { END, type FlatTree, NEXT, START, STRIDE, TYPE } from './flat-tree.ts';

/** A place in a syntax tree that moves from node to node. */
export interface TreeWalk {
  /** The type of the node. */
  type(): string;
  start(): number;
  end(): number;
  /** To the first child; false where there is none. */
  down(): boolean;
  next(): boolean;
  up(): void;
}

/** Walks a tree of a grammar, whose types have these names, from its root. */
export function treeWalk({ nodes }: FlatTree, types: readonly string[]): TreeWalk {
  const above: number[] = [];
  let at = 0;
  return {
    // What could not be parsed has a type beyond the grammar's.
    type: () => types[nodes[at + TYPE]!] ?? 'ERROR',
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
