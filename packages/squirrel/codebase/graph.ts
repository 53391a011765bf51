import type { CodeSymbol } from '@sqrl/base/model/code.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import {
  type CodeGraph,
  findSymbols,
  inheritedMember,
  openGraph,
  pathOf,
  qualifiedName,
} from '@sqrl/code-graph/index.ts';
import { countChunkVectors } from '@sqrl/code-graph/tables/chunk-vectors.ts';
import { countChunks } from '@sqrl/code-graph/tables/chunks.ts';
import { countEdges } from '@sqrl/code-graph/tables/edges.ts';
import {
  codeFile,
  codeFiles,
  codeLanguages,
  openCodeFiles,
  unparsedFiles,
} from '@sqrl/code-graph/tables/files.ts';
import { codeState } from '@sqrl/code-graph/tables/state.ts';
import { countSymbols, symbolsById } from '@sqrl/code-graph/tables/symbols.ts';
import type { Engine } from '../workspace/workspace.ts';
import { isUnchecked } from './graph-index.ts';
import { notRead } from './unseen.ts';

/** A symbol as it is told: with the names it lies in, without what only the index needs. */
export type QualifiedSymbol = Omit<CodeSymbol, 'hash' | 'parent'> & { qualified: string };

/** A question under way: the store, the graph over it, and what is pending. */
export interface GraphQuery {
  store: Store;
  graph: CodeGraph;
  pending: {
    total: number;
    /** Some of them. */
    paths: string[];
    /** The files are still being compared with the index. */
    unchecked: boolean;
  };
}

export function asking({ own: { store } }: Engine): GraphQuery {
  const graph = openGraph(store, graphs.get(store));
  graphs.set(store, graph);
  return { store, graph, pending: { ...openCodeFiles(store, 10), unchecked: isUnchecked(store) } };
}

const graphs = new WeakMap<Store, CodeGraph>();

export function graphStatus({ own: { store }, project, meaning }: Engine) {
  const at = codeState(store, 'indexed_at');
  const files = codeFiles(store);
  return {
    root: project?.root ?? null,
    indexed: at !== undefined,
    indexedAt: at === undefined ? null : Number(at),
    files: files.length,
    languages: codeLanguages(store),
    symbols: countSymbols(store),
    edges: countEdges(store),
    chunks: countChunks(store),
    embedded: countChunkVectors(store, meaning.model),
    broken: files.filter(({ broken }) => broken).map(({ path }) => path),
    unparsed: unparsedFiles(store).map(({ path, because }) => ({ path, because: because })),
    pending: openCodeFiles(store, 10),
  };
}

/** The symbol that is meant by a name, and others it could have meant; the most used one where several fit. */
export function meant(ask: GraphQuery, asked: string): { symbol: CodeSymbol; others: CodeSymbol[] } {
  const { store, graph } = ask;
  const { symbols: like, exactly } = findSymbols(store, asked, 50);
  const symbols = exactly ? like : inheritedMember(store, graph, asked);
  if (symbols.length === 0) throw like.length > 0 ? perhaps(store, asked, like) : unknown(store, asked);
  const uses = (id: number): number => {
    let n = 0;
    graph.eachInto(graph.nodeOf(id), () => n++);
    return n;
  };
  const [symbol, ...others] = symbols
    .map((each) => ({ each, uses: uses(each.id) }))
    .sort((a, b) => Number(a.each.test) - Number(b.each.test) || b.uses - a.uses)
    .map(({ each }) => each);
  return { symbol: symbol!, others };
}

export function meantFile({ store, graph }: GraphQuery, asked: string): { path: string; node: number } {
  const path = pathOf(store, asked);
  const file = path === undefined ? undefined : codeFile(store, path);
  if (!file)
    throw new Problem(
      `${asked} is not an indexed source file in this repository.`,
      'Ignored, generated and binary files are not indexed; run `sqrl graph status`.',
      'not_found',
    );
  return { path: file.path, node: graph.nodeOf(file.id) };
}

export function qualifiedSymbol(store: Store, { hash: _, parent, ...symbol }: CodeSymbol): QualifiedSymbol {
  return { ...symbol, qualified: qualifiedName(store, { ...symbol, hash: '', parent }) };
}

export const toldNodes = ({ store, graph }: GraphQuery, nodes: readonly number[]): QualifiedSymbol[] =>
  symbolsById(
    store,
    nodes.map((node) => graph.idOf(node)),
  ).map((symbol) => qualifiedSymbol(store, symbol));

const unknown = (store: Store, asked: string): Problem =>
  notFound(
    store,
    asked,
    'Names look like `add`, `Cart.add` or `src/cart.ts:add`; `sqrl graph search` searches by words.',
  );

const perhaps = (store: Store, asked: string, symbols: readonly CodeSymbol[]): Problem =>
  notFound(
    store,
    asked,
    `Did you mean ${[...new Set(symbols.map((symbol) => qualifiedName(store, symbol)))].slice(0, 5).join(', ')}?`,
  );

const notFound = (store: Store, asked: string, hint: string): Problem =>
  new Problem(
    `No symbol in this repository is named "${asked}".`,
    [hint, ...('rust' in codeLanguages(store) ? [UNSEEN_ITEMS] : []), ...notRead(store)].join(' '),
    'not_found',
  );

/** Macros of the same file are read; see `languages/rust/made-items.ts`. */
const UNSEEN_ITEMS = 'Items that procedural macros or macros of other Rust files make are not indexed.';
