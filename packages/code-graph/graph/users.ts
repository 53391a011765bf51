import { type CodeSymbol, type EdgeKind, type Language, SYMBOL_KINDS } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { codeFilesIn } from '../tables/files.ts';
import { placesOfSymbols, symbolsById } from '../tables/symbols.ts';
import { dispatchOf, isUsed, MAKERS } from './dispatch.ts';
import type { CodeGraph } from './graph.ts';
import { type Impact, impactOf, onlyPlaces } from './impact.ts';
import { memberAsked } from './lookup.ts';
import { nodesInside, reachFrom, readTag } from './reach.ts';

export interface SymbolUse {
  node: number;
  kind: EdgeKind;
  /** Parts of the symbol asked about at which its edges end. */
  ends: number[];
}

/** Who uses a symbol, or what it uses: code before tests, calls first. Of a class its constructors count too. */
export function usesOf(store: Store, graph: CodeGraph, symbol: CodeSymbol, way: 'into' | 'out'): SymbolUse[] {
  const found = new Map<number, SymbolUse>();
  for (const end of partsMeant(store, graph, symbol))
    (way === 'into' ? graph.eachInto : graph.eachOut)(end, (node, tag) => {
      const { kind } = readTag(tag);
      if (!USES.includes(kind)) return;
      const known = found.get(node);
      if (known?.kind === kind) known.ends.push(end);
      // A symbol that calls it also uses it, and counts once.
      else if (!known || USES.indexOf(kind) < USES.indexOf(known.kind))
        found.set(node, { node, kind, ends: [end] });
    });
  return [...found.values()].sort(
    (a, b) =>
      Number(graph.isTest(a.node)) - Number(graph.isTest(b.node)) ||
      USES.indexOf(a.kind) - USES.indexOf(b.kind),
  );
}

const USES: readonly EdgeKind[] = ['calls', 'inherits', 'references', 'uses'];

/** A symbol, and of a class what is called when one is made. */
function partsMeant(store: Store, graph: CodeGraph, symbol: CodeSymbol): number[] {
  const node = graph.nodeOf(symbol.id);
  if (symbol.kind === 'file') return nodesInside(graph, node);
  if (symbol.kind !== 'class') return [node];
  const makers = symbolsById(
    store,
    nodesInside(graph, node).map((each) => graph.idOf(each)),
  ).filter(({ name, parent }) => parent === symbol.id && MAKERS.has(name));
  return [node, ...makers.map(({ id }) => graph.nodeOf(id))];
}

/** The code that may break when a symbol changes, tests left out. Overloads are several symbols, break together and count once. */
export function breakageOf(store: Store, graph: CodeGraph, node: number, depth: number): Impact {
  const impact = impactOf(graph, [node], depth, { hops: dispatchOf(store, graph).broken });
  const names = placesOfSymbols(
    store,
    Array.from(impact.order, (at) => graph.idOf(impact.reach.nodes[at]!)),
  );
  const seen = new Set<string>();
  return onlyPlaces(graph, impact, (each) => {
    if (graph.isTest(each)) return false;
    const name = names.get(graph.idOf(each)) ?? '';
    return !seen.has(name) && !!seen.add(name);
  });
}

/** A member that a class has from the classes above it, nearest first. */
export function inheritedMember(store: Store, graph: CodeGraph, asked: string): CodeSymbol[] {
  const wanted = memberAsked(store, asked);
  if (!wanted) return [];
  const owners = wanted.owners.map(({ id }) => graph.nodeOf(id));
  const above = reachFrom(graph, owners, { way: 'out', kinds: ['inherits'], depth: 20 }).nodes;
  const members = reachFrom(graph, above, { way: 'out', kinds: ['contains'], depth: 1 }).nodes;
  return symbolsById(
    store,
    Array.from(members, (node) => graph.idOf(node)),
  )
    .filter(({ name }) => name === wanted.name)
    .slice(0, 1);
}

/** How many functions of a language outside of tests there are, and of how many a user is known. */
export function usedFunctions(
  store: Store,
  graph: CodeGraph,
  language: Language,
): { functions: number; used: number } {
  const known = shares.get(graph) ?? new Map<Language, { functions: number; used: number }>();
  shares.set(graph, known);
  const counted = known.get(language);
  if (counted) return counted;
  const files = new Set(codeFilesIn(store, language).map((id) => graph.nodeOf(id)));
  const share = { functions: 0, used: 0 };
  for (let node = 0; node < graph.size; node++)
    if (FUNCTIONS.has(graph.kindOf(node)) && !graph.isTest(node) && files.has(graph.fileOf(node))) {
      share.functions++;
      share.used += Number(isUsed(graph, node));
    }
  known.set(language, share);
  return share;
}

const shares = new WeakMap<CodeGraph, Map<Language, { functions: number; used: number }>>();
const FUNCTIONS = new Set([SYMBOL_KINDS.indexOf('function'), SYMBOL_KINDS.indexOf('method')]);
