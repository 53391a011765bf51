import type { Store } from '@sqrl/base/sqlite/query.ts';
import { type EdgeRows, edgeRows, type NodeRows, nodeRows, TEST, tagOf } from '../tables/graph.ts';
import { codeGeneration } from '../tables/state.ts';

/** Told of each edge at a node: the node at its other end, and its kind and way in one number. */
type EdgeVisitor = (other: number, tag: number) => void;

/** The graph in memory. Nodes are numbers from 0, in the order of their ids; symbols are found by their ids. */
export interface CodeGraph {
  readonly generation: number;
  readonly size: number;
  /** The node of a symbol; -1 where there is none. */
  nodeOf(id: number): number;
  idOf(node: number): number;
  fileOf(node: number): number;
  kindOf(node: number): number;
  isTest(node: number): boolean;
  eachOut(node: number, visit: EdgeVisitor): void;
  eachInto(node: number, visit: EdgeVisitor): void;
}

/** Reads the graph from its rows: 30 ms of CPU for 36,000 edges. The present one is reused until a row changes. */
export function openGraph(store: Store, present?: CodeGraph): CodeGraph {
  const generation = codeGeneration(store);
  return present?.generation === generation ? present : graphOf(nodeRows(store), edgeRows(store), generation);
}

export function graphOf(nodes: NodeRows, edges: EdgeRows, generation: number): CodeGraph {
  const { ids, traits, parents } = nodes;
  const nodeOf = (id: number): number => indexOfId(ids, id);
  const files = nodes.files.map(nodeOf);
  // Containment is told by a symbol's parent alone.
  const inner = Int32Array.from([...parents.keys()].filter((node) => parents[node] !== 0));
  const from = joined(
    inner.map((node) => nodeOf(parents[node]!)),
    edges.sources.map(nodeOf),
  );
  const to = joined(inner, edges.targets.map(nodeOf));
  const tags = new Uint8Array(from.length).fill(tagOf(0, 0));
  tags.set(edges.tags, inner.length);
  return {
    generation,
    size: ids.length,
    nodeOf,
    idOf: (node) => ids[node]!,
    fileOf: (node) => files[node]!,
    kindOf: (node) => traits[node]! & ~TEST,
    isTest: (node) => (traits[node]! & TEST) !== 0,
    eachOut: visiting(from, to, tags, ids.length),
    eachInto: visiting(to, from, tags, ids.length),
  };
}

function joined(first: Int32Array, second: Int32Array): Int32Array {
  const both = new Int32Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Where an id stands among sorted ones; -1 where it does not. */
function indexOfId(ids: Int32Array, id: number): number {
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

/** Goes to the edges at a node by one of their ends, sorted by counting. Those that lead nowhere are left out. */
function visiting(keys: Int32Array, others: Int32Array, tags: Uint8Array, nodes: number) {
  const isWhole = (i: number): boolean => keys[i]! >= 0 && others[i]! >= 0;
  const starts = new Int32Array(nodes + 1);
  for (let i = 0; i < keys.length; i++) if (isWhole(i)) starts[keys[i]! + 1]!++;
  for (let i = 0; i < nodes; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  const ends = new Int32Array(starts[nodes]!);
  const sorted = new Uint8Array(starts[nodes]!);
  for (let i = 0; i < keys.length; i++) {
    if (!isWhole(i)) continue;
    const at = next[keys[i]!]!++;
    ends[at] = others[i]!;
    sorted[at] = tags[i]!;
  }
  return (node: number, visit: EdgeVisitor): void => {
    const end = starts[node + 1]!;
    for (let i = starts[node]!; i < end; i++) visit(ends[i]!, sorted[i]!);
  };
}
