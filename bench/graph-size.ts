import { SYMBOL_KINDS } from '@sqrl/base/model/code.ts';
import { type CodeGraph, graphOf } from '@sqrl/code-graph/graph/graph.ts';
import { impactOf } from '@sqrl/code-graph/graph/impact.ts';
import { reachFrom } from '@sqrl/code-graph/graph/reach.ts';
import { howNumber, kindNumber } from '@sqrl/code-graph/tables/edges.ts';
import { type EdgeRows, type NodeRows, tagOf, traitsOf } from '@sqrl/code-graph/tables/graph.ts';
import type { Bench } from './bench.ts';
import { hundredths, percentile } from './percentiles.ts';

const NODES = 200_000;
const EDGES = 1_000_000;
const PER_FILE = 20;

/** How large a graph may be: callers and impact at 200,000 symbols and a million edges, made up. */
export const graphSize: Bench = {
  summary: 'The code graph in memory: callers and impact at 200k symbols and 1M edges',
  async run({ print }) {
    globalThis.gc?.();
    const before = memory();
    const graph = graphOf(nodes(), edges(), 0);
    globalThis.gc?.();
    const held = memory() - before;
    const figures = {
      nodes: graph.size,
      edges: EDGES,
      heldMb: hundredths(held / 1e6),
      ...asked(graph),
    };
    for (const [name, value] of Object.entries(figures)) print(`${name.padEnd(20)} ${JSON.stringify(value)}`);
    return figures;
  },
};

const memory = (): number => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;

function asked(graph: CodeGraph) {
  const uses = Array.from({ length: graph.size }, () => 0);
  for (const node of uses.keys()) graph.eachInto(node, () => uses[node]!++);
  const byUse = [...uses.keys()]
    .filter((node) => graph.kindOf(node) !== 0)
    .sort((a, b) => uses[b]! - uses[a]!);
  const random = randomOf(7);
  const some = (): number => byUse[Math.floor(random() * byUse.length)]!;
  const callers = (node: number) => reachFrom(graph, [node], { way: 'into', kinds: ['calls'], depth: 1 });
  const impacts: number[] = [];
  const impact = times(2000, () => impacts.push(impactOf(graph, [some()], 3).order.length));
  return {
    callersMs: times(2000, () => callers(some())),
    callersOfHubsMs: times(10, (i) => callers(byUse[i]!)),
    impactMs: impact,
    impactReaches: { p50: percentile(impacts, 0.5), p95: percentile(impacts, 0.95) },
    impactOfHubsMs: times(10, (i) => impactOf(graph, [byUse[i]!], 3)),
    hubReaches: impactOf(graph, [byUse[0]!], 3).order.length,
  };
}

function nodes(): NodeRows {
  const ids = Int32Array.from({ length: NODES }, (_, i) => i + 1);
  const fileOf = (i: number) => i - (i % PER_FILE) + 1;
  return {
    ids,
    files: Int32Array.from(ids, (_, i) => fileOf(i)),
    parents: Int32Array.from(ids, (_, i) => (i % PER_FILE === 0 ? 0 : fileOf(i))),
    traits: Uint8Array.from(ids, (_, i) =>
      traitsOf(i % PER_FILE === 0 ? 'file' : SYMBOL_KINDS[1 + (i % 8)]!, i % 100 < PER_FILE),
    ),
  };
}

/** A few symbols have most of the callers, as in real code: the n-th most used one about 1/n of the most used one's. */
function edges(): EdgeRows {
  const random = randomOf(1);
  const pairs: [number, number][] = [];
  const own = NODES - NODES / PER_FILE;
  for (let i = 0; i < EDGES - own; i++) {
    const near = random() < 0.5;
    const source = 1 + Math.floor(random() * NODES);
    const target = near
      ? Math.min(NODES, Math.max(1, source + Math.floor((random() - 0.5) * 2000)))
      : 1 + ((Math.floor(NODES ** random()) * 7919) % NODES);
    pairs.push([source, target]);
  }
  pairs.sort((a, b) => a[0] - b[0]);
  return {
    sources: Int32Array.from(pairs, ([source]) => source),
    targets: Int32Array.from(pairs, ([, target]) => target),
    tags: Uint8Array.from(pairs, (_, i) =>
      tagOf(kindNumber(i % 10 < 7 ? 'calls' : 'references'), howNumber('import')),
    ),
  };
}

/** Runs something many times and gives its P50 and P95 in milliseconds of CPU: nothing here waits for anything. */
function times(count: number, work: (i: number) => unknown): { p50: number; p95: number } {
  const measured = Array.from({ length: count }, (_, i) => {
    const start = process.cpuUsage();
    work(i);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return { p50: hundredths(percentile(measured, 0.5)), p95: hundredths(percentile(measured, 0.95)) };
}

/** The same numbers every time. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
