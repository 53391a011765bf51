/**
 * A syntax tree as numbers in a row: a fixed count for each node, a node before what lies in it. It is good until the next
 * tree is asked for.
 */
export interface FlatTree {
  nodes: Int32Array;
  /** Where the next node goes; at the end, how far they reach. */
  end: number;
}

// The number of its type in the grammar, of its field or 0, its start and end in the text, and the node behind all that
// lies in it.
export const TYPE = 0;
export const FIELD = 1;
export const START = 2;
export const END = 3;
export const NEXT = 4;
export const STRIDE = 5;

/** Adds a node; the one behind it is set once that is known. */
export function addNode(flat: FlatTree, type: number, field: number, start: number, end: number): number {
  const at = flat.end;
  flat.end += STRIDE;
  if (flat.end > flat.nodes.length) {
    const more = new Int32Array(2 * flat.nodes.length);
    more.set(flat.nodes);
    flat.nodes = more;
  }
  const { nodes } = flat;
  nodes[at + TYPE] = type;
  nodes[at + FIELD] = field;
  nodes[at + START] = start;
  nodes[at + END] = end;
  return at;
}
