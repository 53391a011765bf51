import type { EdgeKind } from '../../model/code.ts';
import type { CodeGraph } from './graph.ts';
import { nodesInside, reachFrom } from './reach.ts';

const ALONG: readonly EdgeKind[] = ['calls', 'inherits', 'references', 'uses', 'imports', 'contains'];

/** A step of a way: the node, and the edge that led to it. */
export interface RouteStep {
  node: number;
  tag: number;
}

/** The shortest way from one symbol to another along edges, both ends included; undefined where none leads there. */
export function routeBetween(
  graph: CodeGraph,
  from: number,
  to: number,
  depth: number,
): RouteStep[] | undefined {
  const goal = new Set(nodesInside(graph, to));
  const found = reachFrom(graph, nodesInside(graph, from), { way: 'out', kinds: ALONG, depth });
  let at = found.nodes.findIndex((node, i) => found.depths[i]! > 0 && goal.has(node));
  if (at === -1) return undefined;
  const route: RouteStep[] = [];
  for (; at !== -1; at = found.vias[at]!) route.unshift({ node: found.nodes[at]!, tag: found.tags[at]! });
  return route;
}
