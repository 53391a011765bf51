import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { isTest } from '@sqrl/code-graph/facts/is-test.ts';
import { openGraph } from '@sqrl/code-graph/graph/graph.ts';
import { impactOf } from '@sqrl/code-graph/graph/impact.ts';
import { reachFrom } from '@sqrl/code-graph/graph/reach.ts';
import { type Indexer, openIndexer } from '@sqrl/code-graph/index/indexer.ts';
import { countEdges } from '@sqrl/code-graph/tables/edges.ts';
import { codeFiles, codeLanguages } from '@sqrl/code-graph/tables/files.ts';
import { countSymbols } from '@sqrl/code-graph/tables/symbols.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import type { Bench } from './bench.ts';
import { costOf } from './graph/cost.ts';
import { foundIn } from './graph/indexed.ts';
import { runPeer } from './graph/peer.ts';
import { timesPeer } from './graph/rounds.ts';
import { type Score, score } from './graph/score.ts';
import { readTruth } from './graph/truth.ts';
import { hundredths, times } from './percentiles.ts';

/** What indexing a repository costs, and with --truth how right the edges are. */
export const graph: Bench = {
  summary:
    'The code graph of a repository (--data DIR, --truth FILE, --peer, --rounds N): cost, updates, queries, accuracy',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('graph: skipped, needs --data DIR, a git clone.');
      return undefined;
    }
    const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-'));
    try {
      // Files are changed, and the peer writes into the repository: a copy is measured.
      const copy = clone(data, join(folder, 'repository'));
      using store = openStore(join(folder, 'project.db'), { now: () => 0 });
      using indexer = openIndexer(store, { root: copy, env: process.env, now: () => 0 });
      const { result, cpuS, wallS } = await costOf(() => indexer.update());
      const figures = {
        files: result.files,
        languages: codeLanguages(store),
        symbols: countSymbols(store),
        edges: countEdges(store),
        index: { cpuS, wallS, filesPerCpuS: Math.round(result.files / cpuS) },
        storeMb: hundredths(statSync(store.path).size / 1e6),
        rssMb: Math.round(process.memoryUsage().rss / 1e6),
        ...(flags.truth && { accuracy: accuracy(store, flags.truth) }),
        query: await queries(store),
        oneFileMs: await oneFile(store, indexer, copy),
        ...(flags.peer && againstPeer(data, folder, changedFiles(store)[0]!, flags)),
      };
      for (const [name, value] of Object.entries(figures))
        print(`${name.padEnd(12)} ${JSON.stringify(value)}`);
      return figures;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The peer's figures, and with --rounds how ours compare to them when both go in turn. */
function againstPeer(data: string, folder: string, changed: string, flags: Record<string, string>) {
  let copies = 0;
  const peer = () => runPeer(clone(data, join(folder, `peer-${copies++}`)), changed, cacheOf(flags));
  return {
    peer: peer(),
    ...(flags.rounds && { timesPeer: timesPeer(Number(flags.rounds), data, peer) }),
  };
}

function clone(from: string, to: string): string {
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${resolve(from)}`, to]);
  return to;
}

const cacheOf = ({ cache }: Record<string, string>): string => cache ?? join(tmpdir(), 'sqrl-bench-peer');

function accuracy(store: Store, truth: string) {
  const { calls, imports } = foundIn(store);
  const { sites, edges, imports: files, how } = score(readTruth(truth), calls, imports);
  return { sites: rounded(sites), edges: rounded(edges), ...(files && { imports: rounded(files) }), how };
}

const rounded = ({ precision, recall, f1, found, wanted }: Score) => ({
  precision: Number(precision.toFixed(4)),
  recall: Number(recall.toFixed(4)),
  f1: Number(f1.toFixed(4)),
  found,
  wanted,
});

async function queries(store: Store) {
  const graph = openGraph(store);
  const nodes = Array.from({ length: graph.size }, (_, node) => node);
  const some = (i: number): number => nodes[(i * 7919) % nodes.length]!;
  return {
    callersMs: await times(500, (i) =>
      reachFrom(graph, [some(i)], { way: 'into', kinds: ['calls'], depth: 1 }),
    ),
    impactMs: await times(500, (i) => impactOf(graph, [some(i)], 3)),
  };
}

/** Ten files of middling size, spread over the repository. */
function changedFiles(store: Store): string[] {
  const sources = codeFiles(store)
    .filter(({ language, path, size }) => language && !isTest(path) && size > 2_000 && size < 30_000)
    .map(({ path }) => path);
  return sources.filter((_, i) => i % Math.ceil(sources.length / 10) === 0);
}

async function oneFile(store: Store, indexer: Indexer, copy: string) {
  const cpu: number[] = [];
  const linked: number[] = [];
  const wall = await times(changedFiles(store).length, async (i) => {
    const path = changedFiles(store)[i]!;
    appendFileSync(join(copy, path), '\n\n');
    const { cpuS, result } = await costOf(() => indexer.update({ only: [path] }));
    cpu.push(cpuS * 1e3);
    linked.push(result.linked);
  });
  return { wall, cpuMean: hundredths(cpu.reduce((sum, each) => sum + each, 0) / cpu.length), linked };
}
