import { type EdgeKind, HOW } from '@sqrl/base/model/code.ts';
import { edgeKindOf, howOf, kindNumber } from '../tables/edges.ts';
import type { CodeGraph } from './graph.ts';

/**
 * The nodes that were come to, nearest first, and how; those it began at stand first. Parallel lists, since a
 * hub of the graph may reach a hundred thousand.
 */
export interface GraphReach {
  nodes: Int32Array;
  /** Steps from where it began; 0 there. */
  depths: Uint8Array;
  /** The place in these lists of the node each was come from; -1 where it began. */
  vias: Int32Array;
  /** The edge between them. */
  tags: Uint8Array;
  sure: Float32Array;
}

export interface ReachOptions {
  /** Against the edges, from what is used to what uses it, or along them. */
  way: 'into' | 'out';
  kinds: readonly EdgeKind[];
  depth: number;
  /** Kinds whose far end is told, but is the end of the way. */
  ends?: readonly EdgeKind[];
  /** Where a node leads to without an edge. They are as many steps away as the node itself, and at least one. */
  hops?: ((node: number, steps: number) => Iterable<GraphHop>) | undefined;
  /** Says which edges are not followed, by the node they lead to and by their tag. */
  except?: ((node: number, tag: number) => boolean) | undefined;
}

/** A step that no edge stands for, told as if one of this tag did. */
export interface GraphHop {
  node: number;
  tag: number;
  /** The only kinds that lead on from there, and from what `inherits` leads to. */
  kinds?: readonly EdgeKind[];
}

/** Goes from some nodes step by step as far as edges of some kinds lead. */
export function reachFrom(graph: CodeGraph, starts: Iterable<number>, options: ReachOptions): GraphReach {
  const { way, kinds, depth, ends = [], hops, except } = options;
  const wanted = maskOf(kinds);
  const narrowed = new Map<number, number>();
  const last = maskOf(ends);
  const each = way === 'into' ? graph.eachInto : graph.eachOut;
  const seen = new Uint8Array(graph.size);
  const nodes: number[] = [];
  const depths: number[] = [];
  const vias: number[] = [];
  const tags: number[] = [];
  const sure: number[] = [];
  const add = (node: number, steps: number, via: number, tag: number, how: number): void => {
    seen[node] = 1;
    nodes.push(node);
    depths.push(steps);
    vias.push(via);
    tags.push(tag);
    sure.push(how);
  };
  const leap = (place: number): void => {
    if (!hops) return;
    const steps = depths[place]!;
    for (const hop of hops(nodes[place]!, steps)) {
      if (seen[hop.node]) continue;
      if (hop.kinds) narrowed.set(hop.node, maskOf(hop.kinds));
      add(hop.node, Math.max(1, steps), place, hop.tag, sure[place]! * SURE[hop.tag >> 3]!);
      leap(nodes.length - 1);
    }
  };
  let [mask, at] = [wanted, 0];
  for (const node of starts) if (!seen[node]) add(node, 0, -1, 0, 1);
  const begun = nodes.length;
  for (let place = 0; place < begun; place++) leap(place);
  const visit = (node: number, tag: number): void => {
    if (seen[node] === 1 || (mask & (1 << (tag & 7))) === 0) return;
    if (except?.(node, tag)) return;
    if (mask !== wanted && (tag & 7) === INHERITANCE) narrowed.set(node, mask);
    add(node, depths[at]! + 1, at, tag, sure[at]! * SURE[tag >> 3]!);
    leap(nodes.length - 1);
  };
  for (; at < nodes.length && depths[at]! < depth; at++) {
    mask = narrowed.get(nodes[at]!) ?? wanted;
    if (depths[at] === 0 || (last & (1 << (tags[at]! & 7))) === 0) each(nodes[at]!, visit);
  }
  return {
    nodes: Int32Array.from(nodes),
    depths: Uint8Array.from(depths),
    vias: Int32Array.from(vias),
    tags: Uint8Array.from(tags),
    sure: Float32Array.from(sure),
  };
}

export function nodesInside(graph: CodeGraph, node: number): number[] {
  const found = [node];
  const visit = (other: number, tag: number): void => {
    if ((tag & 7) === CONTAINMENT) found.push(other);
  };
  for (let i = 0; i < found.length; i++) graph.eachOut(found[i]!, visit);
  return found;
}

/** The kind of an edge and how it was found, from its one number. */
export const readTag = (tag: number) => ({ kind: edgeKindOf(tag & 7), how: howOf(tag >> 3) });

const CONTAINMENT = kindNumber('contains');
const INHERITANCE = kindNumber('inherits');
const SURE = Object.values(HOW);

const maskOf = (kinds: readonly EdgeKind[]): number =>
  kinds.reduce((mask, kind) => mask | (1 << kindNumber(kind)), 0);
