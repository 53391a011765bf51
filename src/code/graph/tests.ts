import type { EdgeKind } from '../../model/code.ts';
import type { Store } from '../../store/store.ts';
import { type Dispatch, dispatchOf, isUsed } from './dispatch.ts';
import type { CodeGraph } from './graph.ts';
import { type Impact, impactOf } from './impact.ts';
import { asReached, testsNaming } from './naming-tests.ts';
import { nodesInside, type ReachOptions, reachFrom } from './reach.ts';

/** The tests that run something. */
export interface TestReach extends Impact {
  /** How many of them, the first, are sure: they call it in a few steps. The others may run it. */
  sure: number;
  /** How they were found: along edges, by using what it belongs to, or by its name alone. */
  by: 'edges' | 'owner' | 'name';
}

/**
 * Finds the tests that run a symbol: their places in the reach, sure ones first, then the nearest. What tests call is not
 * a test itself; of a symbol only the nearest tests are told, since with each step more of them do not run it. Where
 * none is found, those that may run it through a framework are, and at last those that name it.
 */
export function testsOf(store: Store, graph: CodeGraph, nodes: readonly number[], depth: number): TestReach {
  const dispatch = dispatchOf(store, graph);
  const walked = walkedTests(graph, nodes, depth, dispatch);
  if (walked.by === 'owner') return guessedTests(store, graph, nodes, walked);
  const sure = sureTests(graph, nodes, depth, dispatch);
  const isSure = (at: number): boolean => sure.has(walked.reach.nodes[at]!);
  return { ...walked, order: partition(walked.order, isSure), sure: walked.order.filter(isSure).length };
}

/** Of tests that use what a symbol belongs to, those that name it come first. Without such tests, all that name it. */
function guessedTests(
  store: Store,
  graph: CodeGraph,
  nodes: readonly number[],
  walked: WalkedTests,
): TestReach {
  const naming = testsNaming(store, graph, nodes);
  if (walked.order.length === 0 && naming?.isTelling)
    return { ...asReached(graph, nodes[0]!, naming.nodes), sure: 0, by: 'name' };
  const named = new Set(naming?.nodes);
  return { ...walked, order: partition(walked.order, (at) => named.has(walked.reach.nodes[at]!)), sure: 0 };
}

/** Those for which something holds, then the others, each in their order. */
const partition = (all: Int32Array, holds: (at: number) => boolean): Int32Array =>
  Int32Array.from([...all.filter(holds), ...all.filter((at) => !holds(at))]);

type WalkedTests = Omit<TestReach, 'sure'>;

/** A test runs an override if it reaches what is overridden and makes one of its class. */
function walkedTests(
  graph: CodeGraph,
  nodes: readonly number[],
  depth: number,
  dispatch: Dispatch,
): WalkedTests {
  const walk = (hops: ReachOptions['hops']): Impact => leavesOf(graph, impactOf(graph, nodes, depth, hops));
  const made = walk(dispatch.made);
  const all = withOverrides(made, walk(dispatch.run), () => walk(dispatch.broken));
  const guessed = all.order.length === 0;
  const found = guessed ? walk(dispatch.guessed) : all;
  const { depths } = found.reach;
  const isFile = nodes.some((node) => graph.kindOf(node) === 0);
  const furthest = isFile ? depth : (depths[found.order[0] ?? 0] ?? 0) + FURTHER_STEPS;
  const order = found.order.filter((at) => depths[at]! <= furthest);
  return { ...found, order, by: guessed ? 'owner' : 'edges' };
}

const FURTHER_STEPS = 3;

/** Nodes from which calls alone lead to a symbol, or to something in a file, in a few steps. */
function sureTests(
  graph: CodeGraph,
  nodes: readonly number[],
  depth: number,
  { made }: Dispatch,
): ReadonlySet<number> {
  const starts = nodes.flatMap((node) => nodesInside(graph, node));
  const options = { way: 'into', kinds: CALLED, depth: Math.min(depth, SURE_STEPS), hops: made } as const;
  return new Set(reachFrom(graph, starts, options).nodes);
}

const CALLED: readonly EdgeKind[] = ['calls', 'uses'];
/** With more steps, fewer than three of four tests ran the function in some repositories (docs/decisions/0041). */
const SURE_STEPS = 3;

/** The tests of both walks: those that are known, and those that make a class and reach what it overrides. */
function withOverrides(known: Impact, making: Impact, calling: () => Impact): Impact {
  const nodesOf = ({ order, reach }: Impact) => new Set(Array.from(order, (at) => reach.nodes[at]!));
  if (making.order.length === known.order.length) return making;
  const [before, called] = [nodesOf(known), nodesOf(calling())];
  return {
    ...making,
    order: making.order.filter((at) => {
      const node = making.reach.nodes[at]!;
      return before.has(node) || called.has(node);
    }),
  };
}

const leavesOf = (graph: CodeGraph, impact: Impact): Impact => ({
  ...impact,
  order: impact.order
    .subarray(impact.order.length - impact.tests)
    .filter((at) => !isUsed(graph, impact.reach.nodes[at]!)),
});
