import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CodeSymbol } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { isTest } from '@sqrl/code-graph/facts/is-test.ts';
import { openGraph } from '@sqrl/code-graph/graph/graph.ts';
import type { Impact } from '@sqrl/code-graph/graph/impact.ts';
import { qualifiedName } from '@sqrl/code-graph/graph/lookup.ts';
import { testsOf } from '@sqrl/code-graph/graph/tests.ts';
import { openIndexer } from '@sqrl/code-graph/index/indexer.ts';
import { codeFiles } from '@sqrl/code-graph/tables/files.ts';
import { symbolsById, symbolsIn } from '@sqrl/code-graph/tables/symbols.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import type { Bench } from './bench.ts';
import { type CoveredLines, readCoverage } from './tests/coverage.ts';
import { scoreTests, type TestedFunction } from './tests/score.ts';

/** How well `sqrl graph tests FUNCTION` names the tests that run a function, against what a run of them covered. */
export const tests: Bench = {
  summary:
    'Tests that reach a function (--data DIR, --coverage PATH, --depth N, --list): recall and precision against coverage by test, also of what each commit affects',
  async run({ data, flags, print }) {
    if (data === undefined || flags.coverage === undefined) {
      print('tests: skipped, needs --data DIR, a clone, and --coverage PATH, what its tests ran.');
      return undefined;
    }
    const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-'));
    try {
      using store = openStore(join(folder, 'project.db'), { now: () => 0 });
      using indexer = openIndexer(store, { root: data, env: process.env, now: () => 0 });
      await indexer.update();
      const functions = testedFunctions(
        store,
        readCoverage(flags.coverage, data, pathsIn(store)),
        Number(flags.depth ?? 12),
      );
      if (flags.list) for (const each of functions) print(listed(each));
      // The whole answer, and what it is sure of.
      const all = scoreTests(functions);
      const sure = scoreTests(functions.map((each) => ({ ...each, told: each.sure })));
      const affected = scoreTests(commitsIn(data, functions));
      print(`functions  ${all.functions}, commits ${affected.functions}`);
      for (const name of ['recall', 'precision', 'nothing'] as const)
        print(
          `${name.padEnd(10)} ${String(all[name]).padEnd(6)} sure ${String(sure[name]).padEnd(6)} affected ${affected[name]}`,
        );
      return { ...all, sure, affected };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** A function whose answer has two parts. */
interface AskedFunction extends TestedFunction {
  symbol: CodeSymbol;
  /** Those of the told tests that are sure. */
  sure: ReadonlySet<string>;
}

/**
 * What `sqrl graph affected` tells for real changes: the functions whose lines a commit was the last to change, as one.
 * Commits that touch many only format the code.
 */
function commitsIn(root: string, functions: readonly AskedFunction[]): TestedFunction[] {
  const commits = new Map<string, Set<AskedFunction>>();
  for (const [path, own] of Map.groupBy(functions, ({ symbol }) => symbol.file)) {
    const blame = execFileSync('git', ['blame', '-l', '-s', '--root', path], { cwd: root, encoding: 'utf8' });
    for (const [i, line] of blame.split('\n').entries())
      for (const one of own)
        if (one.symbol.line <= i + 1 && i + 1 <= one.symbol.endLine) {
          const commit = line.split(' ')[0]!;
          commits.set(commit, (commits.get(commit) ?? new Set()).add(one));
        }
  }
  const union = (sets: readonly ReadonlySet<string>[]) =>
    sets.reduce((all, some) => all.union(some), new Set());
  return [...commits]
    .map(([name, some]) => ({ name, some: [...some] }))
    .filter(({ some }) => some.length <= MAX_CHANGED)
    .map(({ name, some }) => ({
      name,
      ran: union(some.map(({ ran }) => ran)),
      told: union(some.map(({ told }) => told)),
    }));
}

const MAX_CHANGED = 20;

const listed = ({ name, ran, told, sure }: AskedFunction): string =>
  `${name} ran ${ran.size} told ${told.size} right ${told.intersection(ran).size} sure ${sure.size} right ${sure.intersection(ran).size}`;

const pathsIn = (store: Store): string[] => codeFiles(store).map(({ path }) => path);

/** Functions outside tests that a test ran, with the tests that ran them and those that the graph tells. */
function testedFunctions(store: Store, covered: readonly CoveredLines[], depth: number): AskedFunction[] {
  const graph = openGraph(store);
  const contexts = new Set(covered.map(({ test }) => test));
  const byFile = Map.groupBy(covered, ({ file }) => file);
  const named = new Map<number, string>();
  const testAt = (node: number): string => {
    const id = graph.idOf(node);
    if (!named.has(id)) named.set(id, testName(store, symbolsById(store, [id])[0]!, contexts));
    return named.get(id)!;
  };
  return codeFiles(store)
    .filter(({ path }) => byFile.has(path) && !isTest(path))
    .flatMap(({ path }) => {
      const functions = symbolsIn(store, path).filter(({ kind }) => kind === 'function' || kind === 'method');
      return functions.flatMap((symbol) => {
        const ran = new Set(
          byFile.get(path)!.flatMap((one) => (runs(one, symbol, functions) ? one.test : [])),
        );
        if (ran.size === 0) return [];
        const found = testsOf(store, graph, [graph.nodeOf(symbol.id)], depth);
        const namesOf = ({ order, reach }: Impact) =>
          new Set(Array.from(order, (at) => testAt(reach.nodes[at]!))).intersection(contexts);
        const sure = namesOf(found.sure);
        const told = sure.union(namesOf(found.more));
        return { symbol, name: `${path}:${symbol.line} ${qualifiedName(store, symbol)}`, ran, told, sure };
      });
    });
}

/** Where contexts are whole files, the file of the test; otherwise the test with its names. */
const testName = (store: Store, symbol: CodeSymbol, contexts: ReadonlySet<string>): string =>
  contexts.has(symbol.file) ? symbol.file : `${symbol.file}::${qualifiedName(store, symbol)}`;

/** Whether a line that was run is in the function itself: the line of its name runs when it is defined. */
function runs({ test, lines }: CoveredLines, symbol: CodeSymbol, all: readonly CodeSymbol[]): boolean {
  const isWhole = !test.includes('::');
  return lines.some((line) => {
    if (line < symbol.line || line > symbol.endLine) return false;
    if (isWhole) return line === symbol.line;
    if (line === symbol.line) return symbol.line === symbol.endLine;
    return !all.some(
      (other) =>
        other.line > symbol.line &&
        other.endLine <= symbol.endLine &&
        other.line <= line &&
        line <= other.endLine,
    );
  });
}
