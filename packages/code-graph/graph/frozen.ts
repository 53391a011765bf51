import type { EdgeRows, NodeRows } from '../tables/graph.ts';
import { tagOf } from '../tables/graph.ts';

/**
 * A whole graph as arrays of numbers. Nodes are numbered in the order of their ids; the edges of node n are those from
 * `starts[n]` to `starts[n + 1]`, once by the node they begin at (`out`) and once by the node they end at (`into`).
 */
export interface FrozenGraph {
  generation: number;
  ids: Int32Array<ArrayBuffer>;
  /** The node of each one's file. */
  files: Int32Array<ArrayBuffer>;
  traits: Uint8Array<ArrayBuffer>;
  out: Edges;
  into: Edges;
}

export interface Edges {
  starts: Int32Array<ArrayBuffer>;
  ends: Int32Array<ArrayBuffer>;
  tags: Uint8Array<ArrayBuffer>;
}

/** Makes a graph of rows. */
export function freeze(nodes: NodeRows, edges: EdgeRows, generation: number): FrozenGraph {
  const { ids, traits } = nodes;
  const files = new Int32Array(ids.length);
  const sources: number[] = [];
  for (let i = 0; i < ids.length; i++) {
    files[i] = indexOfId(ids, nodes.files[i]!);
    if (nodes.parents[i] !== 0) sources.push(i);
  }
  const count = edges.sources.length + sources.length;
  const from = new Int32Array(count);
  const to = new Int32Array(count);
  const tags = new Uint8Array(count);
  let n = 0;
  for (const child of sources) {
    from[n] = indexOfId(ids, nodes.parents[child]!);
    to[n] = child;
    tags[n++] = CONTAINS;
  }
  for (let i = 0; i < edges.sources.length; i++) {
    from[n] = indexOfId(ids, edges.sources[i]!);
    to[n] = indexOfId(ids, edges.targets[i]!);
    tags[n++] = edges.tags[i]!;
  }
  return {
    generation,
    ids,
    files,
    traits,
    out: sortedBy(from, to, tags, ids.length),
    into: sortedBy(to, from, tags, ids.length),
  };
}

/** The tag of containment, which stands there. */
const CONTAINS = tagOf(0, 0);

/** Where an id stands among sorted ones; -1 where it does not. */
export function indexOfId(ids: Int32Array, id: number): number {
  let low = 0;
  let high = ids.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = ids[middle]!;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Sorts edges by one of their ends, by counting. Those that lead nowhere are left out. */
function sortedBy(keys: Int32Array, others: Int32Array, tags: Uint8Array, nodes: number): Edges {
  const starts = new Int32Array(nodes + 1);
  let count = 0;
  for (let i = 0; i < keys.length; i++)
    if (keys[i]! >= 0 && others[i]! >= 0) {
      starts[keys[i]! + 1]!++;
      count++;
    }
  for (let i = 0; i < nodes; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  const sorted = { starts, ends: new Int32Array(count), tags: new Uint8Array(count) };
  for (let i = 0; i < keys.length; i++) {
    if (keys[i]! < 0 || others[i]! < 0) continue;
    const at = next[keys[i]!]!++;
    sorted.ends[at] = others[i]!;
    sorted.tags[at] = tags[i]!;
  }
  return sorted;
}
