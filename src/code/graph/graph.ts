import { edgesOfFile } from '../../store/code/edges.ts';
import { changedSince, edgeRows, nodeRows, TEST, tagOf, traitsOf } from '../../store/code/graph.ts';
import { codeGeneration, codeState } from '../../store/code/state.ts';
import { symbolsOfFile } from '../../store/code/symbols.ts';
import type { Store } from '../../store/store.ts';
import { CONTAINS, type Edges, type FrozenGraph, freeze, indexOfId } from '../facts/frozen.ts';
import { loadSnapshot, saveSnapshot } from '../index/snapshot.ts';

/** Told of each edge at a node: the node at its other end, and its kind and way in one number. */
type EdgeVisitor = (other: number, tag: number) => void;

/** The graph in memory. Nodes are numbers from 0; symbols are found by their ids. */
export interface CodeGraph {
  readonly generation: number;
  readonly size: number;
  /** The node of a symbol; -1 where there is none. */
  nodeOf(id: number): number;
  idOf(node: number): number;
  /** The node of the file that a node lies in. */
  fileOf(node: number): number;
  /** The number of its kind. */
  kindOf(node: number): number;
  isTest(node: number): boolean;
  eachOut(node: number, visit: EdgeVisitor): void;
  eachInto(node: number, visit: EdgeVisitor): void;
}

/** Brings the graph up: what was written down last, with what changed since over it. Given the present one, it is reused. */
export function openGraph(store: Store, present?: LiveGraph): LiveGraph {
  const generation = codeGeneration(store);
  if (present?.generation === generation) return present;
  const frozen = stillGood(store, present) ?? loadSnapshot(store);
  if (frozen) {
    const { changed, gone } = changedSince(store, frozen.generation);
    if (changed.length + gone.length <= Math.max(REBUILD_MIN_FILES, frozen.ids.length / 200))
      return overlaid(store, frozen, [...changed, ...gone], generation);
  }
  const whole = freeze(nodeRows(store), edgeRows(store), generation);
  try {
    saveSnapshot(store, whole);
  } catch {
    // Only a shortcut for the next process; a full disk or a busy store must not fail the call.
  }
  return overlaid(store, whole, [], generation);
}

/** The arrays at hand; which files went before the last that were written down is not known any more. */
const stillGood = (store: Store, present: LiveGraph | undefined): FrozenGraph | undefined =>
  present && present.frozen.generation >= Number(codeState(store, 'snapshot_generation') ?? 0)
    ? present.frozen
    : undefined;

/** A graph, with what it was made of. */
export interface LiveGraph extends CodeGraph {
  readonly frozen: FrozenGraph;
}

/** Above this many changed files, a full rebuild is faster. */
const REBUILD_MIN_FILES = 50;

/** Lays the present rows of some files over a graph. */
function overlaid(
  store: Store,
  frozen: FrozenGraph,
  changed: readonly number[],
  generation: number,
): LiveGraph {
  const over = overlayOf(store, frozen, changed);
  const size = frozen.ids.length + over.late.size;
  const ids = patched(frozen.ids, new Int32Array(size), over.late);
  const files = patched(frozen.files, new Int32Array(size), over.files);
  const traits = patched(frozen.traits, new Uint8Array(size), over.traits);
  const isPlain = over.stale.size + over.late.size === 0;
  return {
    frozen,
    generation,
    size,
    nodeOf: (id) => over.nodes.get(id) ?? (over.gone.has(id) ? -1 : indexOfId(frozen.ids, id)),
    idOf: (node) => ids[node]!,
    fileOf: (node) => files[node]!,
    kindOf: (node) => traits[node]! & ~TEST,
    isTest: (node) => (traits[node]! & TEST) !== 0,
    eachOut: isPlain ? plainly(frozen.out) : laidOver(frozen, over, 'out'),
    eachInto: isPlain ? plainly(frozen.into) : laidOver(frozen, over, 'into'),
  };
}

/** The same numbers with some of them put in the place of others, or behind. */
function patched<Numbers extends Int32Array | Uint8Array>(
  all: Numbers,
  copy: Numbers,
  some: ReadonlyMap<number, number>,
): Numbers {
  if (some.size === 0) return all;
  copy.set(all);
  for (const [node, number] of some) copy[node] = number;
  return copy;
}

/** Goes over the edges of arrays alone: most of the time nothing lies over them, and hubs have a hundred thousand. */
const plainly =
  ({ starts, ends, tags }: Edges) =>
  (node: number, visit: EdgeVisitor): void => {
    const end = starts[node + 1]!;
    for (let i = starts[node]!; i < end; i++) visit(ends[i]!, tags[i]!);
  };

function laidOver(frozen: FrozenGraph, { stale, lost, ...over }: Overlay, way: 'out' | 'into') {
  const { starts, ends, tags } = frozen[way];
  const isOut = way === 'out';
  const untrue = isOut ? lost : stale;
  return (node: number, visit: EdgeVisitor): void => {
    if (node < frozen.ids.length && !(isOut && stale.has(node))) {
      const end = starts[node + 1]!;
      for (let i = starts[node]!; i < end; i++) if (!untrue.has(ends[i]!)) visit(ends[i]!, tags[i]!);
    }
    for (const { other, tag } of over[way].get(node) ?? []) visit(other, tag);
  };
}

interface ExtraEdge {
  other: number;
  tag: number;
}

interface Overlay {
  /** Nodes whose edges in the arrays no longer hold. */
  stale: Set<number>;
  /** Ids of symbols that are no more, and their nodes. */
  gone: Set<number>;
  lost: Set<number>;
  /** Nodes of the symbols laid over, by their ids; those that the arrays do not have follow behind them. */
  nodes: Map<number, number>;
  /** Ids of those, by their nodes. */
  late: Map<number, number>;
  files: Map<number, number>;
  traits: Map<number, number>;
  out: Map<number, ExtraEdge[]>;
  into: Map<number, ExtraEdge[]>;
}

function overlayOf(store: Store, frozen: FrozenGraph, files: readonly number[]): Overlay {
  const over: Overlay = {
    stale: new Set(),
    gone: new Set(),
    lost: new Set(),
    nodes: new Map(),
    late: new Map(),
    files: new Map(),
    traits: new Map(),
    out: new Map(),
    into: new Map(),
  };
  const add = (from: number, to: number, tag: number): void => {
    push(over.out, from, { other: to, tag });
    push(over.into, to, { other: from, tag });
  };
  for (const file of files) {
    const root = indexOfId(frozen.ids, file);
    if (root !== -1) for (const node of within(frozen, root)) over.stale.add(node);
  }
  for (const node of over.stale) over.gone.add(frozen.ids[node]!);
  const symbols = files.flatMap((file) => symbolsOfFile(store, file));
  for (const { id, kind, test } of symbols) {
    const known = indexOfId(frozen.ids, id);
    const node = known === -1 ? frozen.ids.length + over.late.size : known;
    if (known === -1) over.late.set(node, id);
    else over.stale.add(known);
    over.gone.delete(id);
    over.nodes.set(id, node);
    over.traits.set(node, traitsOf(kind, test));
  }
  for (const id of over.gone) over.lost.add(indexOfId(frozen.ids, id));
  const nodeOf = (id: number): number =>
    over.nodes.get(id) ?? (over.gone.has(id) ? -1 : indexOfId(frozen.ids, id));
  for (const { id, file, parent } of symbols) {
    over.files.set(nodeOf(id), nodeOf(file));
    if (parent !== null) add(nodeOf(parent), nodeOf(id), CONTAINS);
  }
  for (const file of files) {
    const seen = new Set<string>();
    for (const { source, kind, target, how } of edgesOfFile(store, file)) {
      const key = `${source} ${kind} ${target}`;
      if (seen.has(key) || nodeOf(target) === -1) continue;
      seen.add(key);
      add(nodeOf(source), nodeOf(target), tagOf(kind, how));
    }
  }
  return over;
}

/** A node of the arrays and all that lies in it. */
function within({ out }: FrozenGraph, root: number): number[] {
  const found = [root];
  for (let i = 0; i < found.length; i++)
    for (let at = out.starts[found[i]!]!; at < out.starts[found[i]! + 1]!; at++)
      if (out.tags[at] === CONTAINS) found.push(out.ends[at]!);
  return found;
}

function push(map: Map<number, ExtraEdge[]>, key: number, extra: ExtraEdge): void {
  const there = map.get(key);
  if (there) there.push(extra);
  else map.set(key, [extra]);
}
