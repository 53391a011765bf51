import type { EdgeKind } from '@sqrl/base/model/code.ts';
import type { CodeGraph } from './graph.ts';
import { type GraphReach, nodesInside, type ReachOptions, reachFrom } from './reach.ts';

type ImpactOptions = Partial<Pick<ReachOptions, 'kinds' | 'hops' | 'except'>>;

export interface Impact {
  reach: GraphReach;
  /** Places in the reach, what it began at left out: code before tests, then the nearest and surest. */
  order: Int32Array;
  /** How many there are at each depth, from 1. */
  byDepth: number[];
  tests: number;
  /** How many files something may break in. */
  files: number;
}

/** Edges along which a change is felt. */
const FELT: readonly EdgeKind[] = ['calls', 'inherits', 'references', 'uses', 'imports'];

/** Finds what may break when a symbol, or anything in it, changes. A file that only imports it is told, not followed. */
export function impactOf(
  graph: CodeGraph,
  nodes: readonly number[],
  depth: number,
  { kinds = FELT, hops, except }: ImpactOptions = {},
): Impact {
  const starts = new Set(nodes.flatMap((node) => nodesInside(graph, node)));
  const isFile = nodes.some((node) => graph.kindOf(node) === 0);
  const found = reachFrom(graph, starts, {
    way: 'into',
    kinds,
    depth,
    // Of a file its importers are all that is known to depend on it; of a symbol, its users are known themselves.
    ends: isFile ? [] : ['imports'],
    hops,
    except,
  });
  return counted(graph, found, ranked(graph, found, starts.size));
}

export const onlyPlaces = (
  graph: CodeGraph,
  { reach, order }: Impact,
  keep: (node: number) => boolean,
): Impact =>
  counted(
    graph,
    reach,
    order.filter((at) => keep(reach.nodes[at]!)),
  );

function counted(graph: CodeGraph, reach: GraphReach, order: Int32Array): Impact {
  const byDepth: number[] = [];
  const files = new Uint8Array(graph.size);
  let [tests, touched] = [0, 0];
  for (const at of order) {
    const [node, depth] = [reach.nodes[at]!, reach.depths[at]! - 1];
    const file = graph.fileOf(node);
    while (byDepth.length <= depth) byDepth.push(0);
    byDepth[depth]!++;
    tests += Number(graph.isTest(node));
    touched += 1 - files[file]!;
    files[file] = 1;
  }
  return { reach, order, byDepth, tests, files: touched };
}

/** Steps of sureness that are told apart. */
const CONFIDENCE_LEVELS = 256;

/** Sorts numbers, which is a fraction of what comparing a hundred thousand places would take. */
function ranked(graph: CodeGraph, { nodes, depths, sure }: GraphReach, from: number): Int32Array {
  const deepest = (depths.at(-1) ?? 0) + 1;
  const keys = Float64Array.from(nodes.subarray(from), (node, place) => {
    const unsure = CONFIDENCE_LEVELS - 1 - Math.round(sure[from + place]! * (CONFIDENCE_LEVELS - 1));
    const depth = (graph.isTest(node) ? deepest : 0) + depths[from + place]!;
    return (depth * CONFIDENCE_LEVELS + unsure) * nodes.length + from + place;
  });
  return Int32Array.from(keys.sort(), (key) => key % nodes.length);
}
