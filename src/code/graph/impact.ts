import type { EdgeKind } from '../../model/code.ts';
import { type Dispatch, isUsed } from './dispatch.ts';
import type { CodeGraph } from './graph.ts';
import { type GraphReach, nodesInside, type ReachOptions, reachFrom } from './reach.ts';

/** What may break when something changes. */
export interface Impact {
  reach: GraphReach;
  /** Places in the reach, what it began at left out: tests first, then the nearest and surest. */
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
  hops?: ReachOptions['hops'],
): Impact {
  const starts = new Set(nodes.flatMap((node) => nodesInside(graph, node)));
  const isFile = nodes.some((node) => graph.kindOf(node) === 0);
  const found = reachFrom(graph, starts, {
    way: 'into',
    kinds: FELT,
    depth,
    // Of a file its importers are all that is known to depend on it; of a symbol, its users are known themselves.
    ends: isFile ? [] : ['imports'],
    hops,
  });
  const byDepth: number[] = Array.from({ length: depth }, () => 0);
  const files = new Uint8Array(graph.size);
  let [tests, touched] = [0, 0];
  for (let i = starts.size; i < found.nodes.length; i++) {
    const file = graph.fileOf(found.nodes[i]!);
    byDepth[found.depths[i]! - 1]!++;
    tests += Number(graph.isTest(found.nodes[i]!));
    touched += 1 - files[file]!;
    files[file] = 1;
  }
  while (byDepth.at(-1) === 0) byDepth.pop();
  return { reach: found, order: ranked(graph, found, starts.size), byDepth, tests, files: touched };
}

/**
 * Finds the tests that reach a symbol: their places in the reach, the nearest first. What tests call is not a test
 * itself; of a symbol only the nearest tests are told, since with each step more of them do not run it. Where none is
 * found, those that may run it through a framework are, as guesses.
 */
export function testsOf(
  graph: CodeGraph,
  nodes: readonly number[],
  depth: number,
  dispatch: Dispatch,
): Impact & { guessed: boolean } {
  const sure = leavesOf(graph, impactOf(graph, nodes, depth, dispatch.run));
  const guessed = sure.order.length === 0;
  const found = guessed ? leavesOf(graph, impactOf(graph, nodes, depth, dispatch.guessed)) : sure;
  const { depths } = found.reach;
  const isFile = nodes.some((node) => graph.kindOf(node) === 0);
  const furthest = isFile ? depth : (depths[found.order[0] ?? 0] ?? 0) + FURTHER_STEPS;
  return { ...found, guessed, order: found.order.filter((at) => depths[at]! <= furthest) };
}

const FURTHER_STEPS = 2;

const leavesOf = (graph: CodeGraph, impact: Impact): Impact => ({
  ...impact,
  order: impact.order.subarray(0, impact.tests).filter((at) => !isUsed(graph, impact.reach.nodes[at]!)),
});

/** Steps of sureness that are told apart. */
const CONFIDENCE_LEVELS = 256;

/** Sorts by counting: comparing a hundred thousand would take longer than finding them. */
function ranked(graph: CodeGraph, { nodes, depths, sure }: GraphReach, from: number): Int32Array {
  const deepest = (depths.at(-1) ?? 0) + 1;
  const starts = new Int32Array(2 * deepest * CONFIDENCE_LEVELS + 1);
  const keys = new Int32Array(nodes.length);
  for (let i = from; i < nodes.length; i++) {
    const unsure = CONFIDENCE_LEVELS - 1 - Math.round(sure[i]! * (CONFIDENCE_LEVELS - 1));
    keys[i] = ((graph.isTest(nodes[i]!) ? 0 : deepest) + depths[i]!) * CONFIDENCE_LEVELS + unsure;
    starts[keys[i]! + 1]!++;
  }
  for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
  const order = new Int32Array(nodes.length - from);
  for (let i = from; i < nodes.length; i++) order[starts[keys[i]!]!++] = i;
  return order;
}
