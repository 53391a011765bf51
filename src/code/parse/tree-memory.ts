import type { Tree } from 'web-tree-sitter';
import { addNode, type FlatTree, NEXT } from './flat-tree.ts';
import { type TreeLayout, treeLayoutOf } from './tree-layout.ts';

/** The memory of the engine as numbers. */
export interface ParserHeap {
  buffer: ArrayBuffer;
  u8: Uint8Array;
  u16: Uint16Array;
  u32: Uint32Array;
}

/**
 * Adds the nodes of a tree as they lie in the engine's memory. The layout is that of the engine's version, to which the
 * package is pinned; the caller compares it first.
 */
export function addTree(flat: FlatTree, tree: Tree, buffer: ArrayBuffer): void {
  // Where the engine needs more memory, what it had before is gone.
  if (memory?.buffer !== buffer) memory = viewsOf(buffer);
  const { u8, u16, u32 } = memory;
  const layout = treeLayoutOf(tree.language, memory);
  const slot = (tree as unknown as { 0: number })[0];
  const node = u32[slot >> 2]!;
  const inline = (node & 1) === 1;
  const symbol = inline ? (node >> 8) & 0xff : u16[(node + SYMBOL) >> 1]!;
  const start = inline ? u8[slot + 6]! : u32[(node + PADDING) >> 2]!;
  const end = start + (inline ? u8[slot + 7]! : u32[(node + SIZE) >> 2]!);
  const at = addNode(flat, layout.names[symbol] ?? symbol, 0, start >> 1, end >> 1);
  if (!inline) addKids(flat, memory, layout, node, start);
  flat.nodes[at + NEXT] = flat.end;
}

let memory: ParserHeap | undefined;

/**
 * Adds what lies in a node. Some of that is hidden, and stands only for what lies in it in turn. The way down is kept
 * here and not by calls: trees are as deep as their text is long.
 */
function addKids(
  flat: FlatTree,
  { u8, u16, u32 }: ParserHeap,
  layout: TreeLayout,
  root: number,
  start: number,
): void {
  const { names } = layout;
  let node = root;
  let left = u32[(node + KIDS) >> 2]!;
  let slot = node - 8 * left;
  // Its place among the children that count for the grammar.
  let place = 0;
  let at = start;
  let aliases = layout.aliases[u16[(node + PRODUCTION) >> 1]!]!;
  let fields = layout.fields[u16[(node + PRODUCTION) >> 1]!]!;
  let inherited = 0;
  let isFirst = true;
  let depth = 0;
  for (;;) {
    if (left === 0) {
      if (depth === 0) return;
      depth -= FRAME;
      const added = frames[depth]!;
      if (added !== -1) flat.nodes[added + NEXT] = flat.end;
      node = frames[depth + 1]!;
      left = frames[depth + 2]!;
      slot = node - 8 * left;
      place = frames[depth + 3]!;
      at = frames[depth + 4]!;
      inherited = frames[depth + 5]!;
      aliases = layout.aliases[u16[(node + PRODUCTION) >> 1]!]!;
      fields = layout.fields[u16[(node + PRODUCTION) >> 1]!]!;
      isFirst = false;
      continue;
    }
    const kid = u32[slot >> 2]!;
    const inline = (kid & 1) === 1;
    const flags = inline ? kid >> 1 : u16[(kid + FLAGS) >> 1]!;
    const isExtra = (flags & EXTRA) !== 0;
    const alias = isExtra || place >= aliases.length ? 0 : aliases[place]!;
    const field = isExtra ? 0 : (place < fields.length && fields[place]!) || inherited;
    // The space before the first is that before the whole.
    if (!isFirst) at += inline ? u8[slot + 6]! : u32[(kid + PADDING) >> 2]!;
    const end = at + (inline ? u8[slot + 7]! : u32[(kid + SIZE) >> 2]!);
    let added = -1;
    if (alias !== 0 || (flags & VISIBLE) !== 0) {
      const symbol = alias || (inline ? (kid >> 8) & 0xff : u16[(kid + SYMBOL) >> 1]!);
      // What could not be parsed has a number beyond all names.
      added = addNode(flat, symbol < names.length ? names[symbol]! : symbol, field, at >> 1, end >> 1);
      flat.nodes[added + NEXT] = flat.end;
    }
    left--;
    slot += 8;
    if (!isExtra) place++;
    const kids = inline ? 0 : u32[(kid + KIDS) >> 2]!;
    if (kids === 0) {
      at = end;
      isFirst = false;
      continue;
    }
    if (depth + FRAME > frames.length) frames = grown(frames);
    frames[depth] = added;
    frames[depth + 1] = node;
    frames[depth + 2] = left;
    frames[depth + 3] = place;
    frames[depth + 4] = end;
    frames[depth + 5] = inherited;
    depth += FRAME;
    node = kid;
    left = kids;
    slot = node - 8 * left;
    place = 0;
    inherited = added === -1 ? field : 0;
    aliases = layout.aliases[u16[(node + PRODUCTION) >> 1]!]!;
    fields = layout.fields[u16[(node + PRODUCTION) >> 1]!]!;
    isFirst = true;
  }
}

/** So many numbers are kept for each step down. */
const FRAME = 6;
let frames = new Int32Array(2 ** 16);

function grown(old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * old.length);
  more.set(old);
  return more;
}

const viewsOf = (buffer: ArrayBuffer): ParserHeap => ({
  buffer,
  u8: new Uint8Array(buffer),
  u16: new Uint16Array(buffer),
  u32: new Uint32Array(buffer),
});

// Where things lie in a node of the tree; a small leaf is packed into the eight bytes that else lead to one.
const PADDING = 4;
const SIZE = 16;
const KIDS = 36;
const SYMBOL = 40;
const FLAGS = 44;
const PRODUCTION = 66;

const VISIBLE = 1;
const EXTRA = 4;
