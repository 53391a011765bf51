import type { CodeSymbol, SymbolKind } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { type ChunkPlace, chunksWithWord } from '../tables/chunks.ts';
import { howNumber, kindNumber } from '../tables/edges.ts';
import { tagOf } from '../tables/graph.ts';
import { symbolsById, symbolsOfFile } from '../tables/symbols.ts';
import { wordsOfIdentifier } from '../tables/words.ts';
import { isUsed } from './dispatch.ts';
import type { CodeGraph } from './graph.ts';
import type { Impact } from './impact.ts';

/**
 * Finds tests with the words of a symbol's name: those that are called so, as `test_sort` is for `do_sort`, else those that
 * use the words. Functions are registered in tables, and members copied from object to object, and then called where no
 * edge leads: a name tells that a test may run it.
 */
export function testsNaming(store: Store, graph: CodeGraph, nodes: readonly number[]): number[] {
  const [symbol] = symbolsById(
    store,
    nodes.map((node) => graph.idOf(node)),
  );
  const words = symbol ? wordsFor(store, symbol) : [];
  const most = MAX_NAMING_SHARE * countTestFiles(graph);
  const telling = words.flatMap((word) => {
    const found = testsWith(store, graph, word);
    const files = new Set([...found].map((node) => graph.fileOf(node)));
    return files.size > 0 && files.size <= most ? [{ word, found }] : [];
  });
  const [first = new Set<number>(), ...others] = telling.map(({ found }) => found);
  const all = [...others.reduce((some, found) => some.intersection(found), first)];
  const isCalledSo = new Map(
    symbolsById(
      store,
      all.map((node) => graph.idOf(node)),
    ).map(({ id, name }) => [id, telling.every(({ word }) => wordsOfIdentifier(name).includes(word))]),
  );
  // A file whose tests have no names holds many.
  const isNamed = (node: number): boolean =>
    graph.kindOf(node) !== 0 && isCalledSo.get(graph.idOf(node)) === true;
  return all.some(isNamed) ? all.filter((node) => graph.kindOf(node) === 0 || isNamed(node)) : all;
}

/** The parts of a symbol's name; of a constructor or an operator, those of what it lies in. */
function wordsFor(store: Store, { name, kind, parent }: CodeSymbol): string[] {
  if (!NAMED.has(kind)) return [];
  if (/^__\w+__$|^constructor$/.test(name)) {
    const [owner] = parent === null ? [] : symbolsById(store, [parent]);
    return owner ? wordsFor(store, owner) : [];
  }
  const [whole, ...parts] = wordsOfIdentifier(name);
  return [...new Set(parts.length > 0 ? parts : [whole ?? ''])].filter(
    (word) => word.length >= MIN_NAME_CHARS,
  );
}

const FUNCTIONS: ReadonlySet<SymbolKind> = new Set(['function', 'method']);
/** A getter is a field. */
const NAMED: ReadonlySet<SymbolKind> = new Set([...FUNCTIONS, 'field', 'class'] as const);
/** Shorter names, such as `on` and `is`, are words of every test. */
const MIN_NAME_CHARS = 3;
/** A word of more chunks is not a name to go by, and looking at them all would take long. */
const MAX_CHUNKS = 2_000;
/** A word that more of the test files use says nothing. */
const MAX_NAMING_SHARE = 0.5;

function testsWith(store: Store, graph: CodeGraph, word: string): ReadonlySet<number> {
  const found = chunksWithWord(store, word, MAX_CHUNKS + 1);
  if (found.length > MAX_CHUNKS) return new Set();
  const files = Map.groupBy(
    found.filter(({ file }) => graph.isTest(graph.nodeOf(file))),
    ({ file }) => file,
  );
  return new Set([...files].flatMap(([file, own]) => testsIn(store, graph, file, own)));
}

function countTestFiles(graph: CodeGraph): number {
  let count = 0;
  for (let node = 0; node < graph.size; node++)
    count += Number(graph.kindOf(node) === 0 && graph.isTest(node));
  return count;
}

/** The test functions in some chunks of a file; the file for a chunk whose tests have no names. */
function testsIn(store: Store, graph: CodeGraph, file: number, chunks: readonly ChunkPlace[]): number[] {
  const functions = symbolsOfFile(store, file).filter(
    ({ id, kind }) => FUNCTIONS.has(kind) && !isUsed(graph, graph.nodeOf(id)),
  );
  const tests = chunks.flatMap(({ line, endLine }) => {
    const own = functions.filter((each) => each.line <= endLine && each.endLine >= line);
    return own.length > 0 ? own.map(({ id }) => graph.nodeOf(id)) : [graph.nodeOf(file)];
  });
  return [...new Set(tests)];
}

/** Tests as if each called the symbol. */
export function asReached(graph: CodeGraph, start: number, tests: readonly number[]): Impact {
  const nodes = Int32Array.from([start, ...tests]);
  return {
    reach: {
      nodes,
      depths: Uint8Array.from(nodes, (_, at) => Math.min(at, 1)),
      vias: Int32Array.from(nodes, (_, at) => (at === 0 ? -1 : 0)),
      tags: Uint8Array.from(nodes, () => NAMING),
      sure: Float32Array.from(nodes, (_, at) => (at === 0 ? 1 : NAMING_CONFIDENCE)),
    },
    order: Int32Array.from(tests, (_, at) => at + 1),
    byDepth: [tests.length],
    tests: tests.length,
    files: new Set(tests.map((node) => graph.fileOf(node))).size,
  };
}

const NAMING = tagOf(kindNumber('calls'), howNumber('unique name'));
const NAMING_CONFIDENCE = 0.4;
