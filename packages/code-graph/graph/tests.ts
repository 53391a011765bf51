import { type EdgeKind, SYMBOL_KINDS, type SymbolKind } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { kindNumber } from '../tables/edges.ts';
import { codeFilesIn } from '../tables/files.ts';
import { type Dispatch, dispatchOf, isUsed } from './dispatch.ts';
import type { CodeGraph } from './graph.ts';
import { type Impact, impactOf, onlyPlaces } from './impact.ts';
import { asReached, testsNaming } from './naming-tests.ts';
import type { ReachOptions } from './reach.ts';

/** The tests that run something, the nearest first. */
interface FoundTests {
  /** Those that call it in a few steps. */
  sure: Impact;
  /** Others, which may run it. */
  more: Impact;
  /** How the others were found: along edges, by using what it belongs to, or by its name alone. */
  by: 'edges' | 'owner' | 'name';
}

/**
 * Finds the tests that run a symbol or something in a file. What tests call is not a test itself. Where none is found, those
 * that may run it through a framework are, and where those are many or none, the ones that name it.
 */
export function testsOf(store: Store, graph: CodeGraph, nodes: readonly number[], depth: number): FoundTests {
  const dispatch = dispatchOf(store, graph);
  const called = impactOf(graph, nodes, Math.min(depth, SURE_STEPS), {
    kinds: CALLED,
    hops: dispatch.made,
    except: loadTimeEdges(store, graph),
  });
  const sure = leavesOf(graph, called);
  const first = nodesOf(sure);
  const { by, ...walked } = walkedTests(graph, nodes, depth, dispatch);
  const more = onlyPlaces(graph, walked, (node) => !first.has(node));
  const isFound =
    sure.order.length > 0 || walked.order.some((at) => (walked.reach.tags[at]! & 7) !== IMPORTS);
  if (isFound && by === 'edges') return { sure, more, by };
  const naming = new Set(testsNaming(store, graph, nodes));
  if (naming.size > 0 && !isFound) {
    const all = new Set([...naming, ...nodesOf(more)]);
    return { sure, more: asReached(graph, nodes[0]!, [...all]), by: 'name' };
  }
  const isNamed = (node: number): boolean => naming.has(node);
  const named = onlyPlaces(graph, more, isNamed);
  if (more.order.length > MAX_GUESSED && named.order.length > 0) return { sure, more: named, by };
  const others = onlyPlaces(graph, more, (node) => !isNamed(node));
  return { sure, more: { ...more, order: Int32Array.from([...named.order, ...others.order]) }, by };
}

const CALLED: readonly EdgeKind[] = ['calls', 'uses'];
/** With each further step fewer of these tests run the function (docs/decisions/0009). */
const SURE_STEPS = 3;
/** Of more tests that use what a symbol belongs to, those that name it are told. */
const MAX_GUESSED = 50;
const IMPORTS = kindNumber('imports');

/** A test runs an override if it reaches what is overridden and makes one of its class. */
function walkedTests(
  graph: CodeGraph,
  nodes: readonly number[],
  depth: number,
  dispatch: Dispatch,
): Impact & Pick<FoundTests, 'by'> {
  const walk = (hops: ReachOptions['hops']): Impact =>
    leavesOf(graph, impactOf(graph, nodes, depth, { hops }));
  const made = walk(dispatch.made);
  const all = withOverrides(made, walk(dispatch.run), () => walk(dispatch.broken));
  const guessed = all.order.length === 0;
  const found = guessed ? walk(dispatch.guessed) : all;
  return { ...found, by: guessed ? 'owner' : 'edges' };
}

/** The tests of both walks: those that are known, and those that make a class and reach what it overrides. */
function withOverrides(known: Impact, making: Impact, calling: () => Impact): Impact {
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

const nodesOf = ({ order, reach }: Impact): ReadonlySet<number> =>
  new Set(Array.from(order, (at) => reach.nodes[at]!));

const leavesOf = (graph: CodeGraph, impact: Impact): Impact => ({
  ...impact,
  order: impact.order
    .subarray(impact.order.length - impact.tests)
    .filter((at) => !isUsed(graph, impact.reach.nodes[at]!)),
});

/**
 * Makes a function that says of an edge, by its source, whether it is only taken while a file is loaded, before any test
 * runs: a table or a default names a function without calling it, and Python runs the body of a class where that is
 * defined, once.
 */
function loadTimeEdges(store: Store, graph: CodeGraph): (source: number, tag: number) => boolean {
  let python: ReadonlySet<number> | undefined;
  const isPython = (file: number): boolean => {
    python ??= new Set(codeFilesIn(store, 'python'));
    return python.has(graph.idOf(file));
  };
  return (source, tag) => {
    const kind = graph.kindOf(source);
    if (FUNCTIONS.has(kind)) return false;
    if (kind === CLASS && isPython(graph.fileOf(source))) return !isInFunction(graph, source);
    return (tag & 7) === USES && !graph.isTest(source);
  };
}

/** A class inside of a function is defined anew by each call. */
function isInFunction(graph: CodeGraph, node: number): boolean {
  let outer = -1;
  graph.eachInto(node, (other, tag) => {
    if ((tag & 7) === CONTAINS) outer = other;
  });
  return outer !== -1 && (FUNCTIONS.has(graph.kindOf(outer)) || isInFunction(graph, outer));
}

const numberOfKind = (kind: SymbolKind): number => SYMBOL_KINDS.indexOf(kind);

const FUNCTIONS: ReadonlySet<number> = new Set([numberOfKind('function'), numberOfKind('method')]);
const CLASS = numberOfKind('class');
const CONTAINS = kindNumber('contains');
const USES = kindNumber('uses');
