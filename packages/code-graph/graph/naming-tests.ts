import type { Language, SymbolKind } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { type ChunkPlace, chunksWithWord } from '../tables/chunks.ts';
import { howNumber, kindNumber } from '../tables/edges.ts';
import { codeFile } from '../tables/files.ts';
import { tagOf } from '../tables/graph.ts';
import { symbolsById, symbolsOfFile } from '../tables/symbols.ts';
import { wordsOfIdentifier } from '../tables/words.ts';
import { isUsed } from './dispatch.ts';
import type { CodeGraph } from './graph.ts';
import type { Impact } from './impact.ts';

/** Tests that name a function or method. */
export interface NamingTests {
  nodes: number[];
  /** Whether the name alone is worth telling. */
  isTelling: boolean;
}

/**
 * Finds tests that name a function or method. In JavaScript members are copied from object to object, as in
 * `mixin(app, proto)`, and called where no edge leads: there a name tells that a test may run it, unless many tests use
 * the word. In Python such names were wrong nine times of ten (docs/decisions/0009).
 */
export function testsNaming(
  store: Store,
  graph: CodeGraph,
  nodes: readonly number[],
): NamingTests | undefined {
  const ids = nodes.map((node) => graph.idOf(node));
  const [symbol] = symbolsById(store, ids);
  if (!symbol || !NAMED.has(symbol.kind)) return undefined;
  const [word] = wordsOfIdentifier(symbol.name);
  if (word === undefined || word.length < MIN_NAME_CHARS) return undefined;
  const found = chunksWithWord(store, word, MAX_CHUNKS + 1);
  if (found.length > MAX_CHUNKS) return undefined;
  const chunks = found.filter(({ file }) => graph.isTest(graph.nodeOf(file)));
  const files = Map.groupBy(chunks, ({ file }) => file);
  const isRare = files.size <= MAX_NAMING_SHARE * countTestFiles(graph);
  return {
    nodes: [...files].flatMap(([file, own]) => testsIn(store, graph, file, own)),
    isTelling: isRare && MIXING.has(codeFile(store, symbol.file)?.language ?? null),
  };
}

/** Languages in which objects get their members from others at run time, with nothing that says so. */
const MIXING: ReadonlySet<Language | null> = new Set(['javascript', 'typescript', 'tsx']);
const FUNCTIONS: ReadonlySet<SymbolKind> = new Set(['function', 'method']);
/** A getter is a field. */
const NAMED: ReadonlySet<SymbolKind> = new Set([...FUNCTIONS, 'field'] as const);
/** Shorter names, such as `on` and `is`, are words of every test. */
const MIN_NAME_CHARS = 3;
/** A word of more chunks is not a name to go by, and looking at them all would take long. */
const MAX_CHUNKS = 2_000;
/** A name that more of the test files use says nothing. */
const MAX_NAMING_SHARE = 0.3;

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
