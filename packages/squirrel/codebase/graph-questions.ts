import type { CodeSymbol } from '@sqrl/base/model/code.ts';
import {
  breakageOf,
  filesTied,
  findSymbols,
  type Impact,
  inheritedMember,
  readTag,
  testsOf,
  usesOf,
} from '@sqrl/code-graph/index.ts';
import { edgesBetween } from '@sqrl/code-graph/tables/edges.ts';
import { codeFile, unparsedFiles } from '@sqrl/code-graph/tables/files.ts';
import { symbolsIn } from '@sqrl/code-graph/tables/symbols.ts';
import type { Engine } from '../workspace/workspace.ts';
import {
  asking,
  type GraphQuery,
  meant,
  meantFile,
  type QualifiedSymbol,
  qualifiedSymbol,
  toldNodes,
} from './graph.ts';
import { memoriesTied } from './shown.ts';
import { notRead, unseenBy } from './unseen.ts';

/** What is in a file: its symbols in their order, how often each is used, and what is remembered about them. */
export function graphContents(engine: Engine, { path: asked }: { path: string }) {
  const ask = asking(engine);
  const { path } = meantFile(ask, asked);
  const [, ...symbols] = symbolsIn(ask.store, path);
  const depths = new Map<number | null, number>();
  const listed = symbols.map((symbol) => {
    const depth = (depths.get(symbol.parent) ?? -1) + 1;
    depths.set(symbol.id, depth);
    let users = 0;
    ask.graph.eachInto(
      ask.graph.nodeOf(symbol.id),
      (_, tag) => (users += Number(readTag(tag).kind !== 'contains')),
    );
    return { ...qualifiedSymbol(ask.store, symbol), depth, users };
  });
  const unparsed = unparsedFiles(ask.store).find((file) => file.path === path);
  return {
    path,
    language: codeFile(ask.store, path)!.language,
    unparsed: unparsed ? unparsed.because : null,
    symbols: listed,
    memories: memoriesTied(ask.store, [path], { now: engine.now(), limit: MEMORIES }),
    pending: ask.pending,
  };
}

/** Most memories shown with an answer about the code. */
const MEMORIES = 20;

/** Where something is defined. */
export function graphDefine(engine: Engine, { symbol, limit }: { symbol: string; limit: number }) {
  const ask = asking(engine);
  const { store, pending } = ask;
  const found = findSymbols(store, symbol, limit);
  const above = found.exactly ? [] : inheritedMember(store, ask.graph, symbol);
  const { symbols, exactly } = above.length > 0 ? { symbols: above, exactly: true } : found;
  const unseen = symbols.length === 0 ? notRead(store) : [];
  return { exactly, symbols: symbols.map((each) => qualifiedSymbol(store, each)), unseen, pending };
}

/** Who uses a symbol, or what it uses: code before tests, calls first, each with the lines they stand in. */
export function graphCalls(
  engine: Engine,
  { symbol: asked, limit, way }: { symbol: string; limit: number; way: 'into' | 'out' },
) {
  const ask = asking(engine);
  const { store, graph } = ask;
  const { symbol, others } = meant(ask, asked);
  const all = usesOf(store, graph, symbol, way);
  const calls = all.slice(0, limit).flatMap(({ node, kind, ends }) => {
    const [other] = toldNodes(ask, [node]);
    const edges = ends.flatMap((end) => {
      const [from, to] = way === 'into' ? [node, end] : [end, node];
      return edgesBetween(store, graph.idOf(from), graph.idOf(to)).filter((edge) => edge.kind === kind);
    });
    const [first] = edges;
    if (!other || !first) return [];
    const lines = [...new Set(edges.map(({ line }) => line))].sort((one, two) => one - two);
    return { symbol: other, kind, how: first.how, confidence: first.confidence, lines };
  });
  const told = subject(ask, symbol, others);
  return {
    ...told,
    none: all.length === 0 ? noneUsed(told.symbol.qualified, way) : null,
    unseen: all.length > 0 ? [] : way === 'into' ? unseenBy(ask, symbol) : notRead(store),
    total: all.length,
    calls,
  };
}

/** The files that a file depends on, or that depend on it. */
export function graphDeps(
  engine: Engine,
  { path: asked, way, limit }: { path: string; way: 'into' | 'out'; limit: number },
) {
  const ask = asking(engine);
  const { path, node } = meantFile(ask, asked);
  const ties = filesTied(ask.graph, node, way);
  const files = ties.slice(0, limit).map(({ file, kinds, nodes }) => {
    const symbols = toldNodes(ask, [...nodes].slice(0, 20)).filter(({ kind }) => kind !== 'file');
    const [of] = toldNodes(ask, [file]);
    return { path: of!.file, test: of!.test, kinds, symbols: symbols.map(({ qualified }) => qualified) };
  });
  const unseen = ties.length === 0 ? notRead(ask.store) : [];
  return { path, total: ties.length, files, unseen, pending: ask.pending };
}

/** What may break when a symbol or a file changes: code before tests, the nearest first, each with the way it is felt. */
export function graphImpact(
  engine: Engine,
  { symbol: asked, depth, limit }: { symbol: string; depth: number; limit: number },
) {
  const ask = asking(engine);
  const { symbol, others } = meant(ask, asked);
  const impact = breakageOf(ask.store, ask.graph, ask.graph.nodeOf(symbol.id), depth);
  const { order, tests, files, byDepth } = impact;
  const told = subject(ask, symbol, others);
  const { qualified } = told.symbol;
  return {
    ...told,
    none:
      order.length === 0
        ? `Nothing that a change of ${qualified} may break was found within ${depth} steps.`
        : null,
    unseen: unseenBy(ask, symbol),
    total: order.length,
    tests,
    files,
    byDepth,
    hits: hitsOf(ask, impact, limit),
  };
}

/** The tests that reach a symbol or a file: those that are sure to run it first, then the nearest. */
export function graphTests(
  engine: Engine,
  { symbol: asked, depth, limit }: { symbol: string; depth: number; limit: number },
) {
  const ask = asking(engine);
  const { symbol, others } = meant(ask, asked);
  const { sure, more, by } = testsOf(ask.store, ask.graph, [ask.graph.nodeOf(symbol.id)], depth);
  const files = new Set(
    [sure, more].flatMap(({ order, reach }) => Array.from(order, (at) => ask.graph.fileOf(reach.nodes[at]!))),
  );
  const total = sure.order.length + more.order.length;
  const told = subject(ask, symbol, others);
  const { qualified } = told.symbol;
  const certain = hitsOf(ask, sure, limit);
  return {
    ...told,
    none: total === 0 ? `No test that reaches ${qualified} within ${depth} steps was found.` : null,
    unseen: [
      ...(by !== 'edges' && more.order.length > 0
        ? [`No caller of ${qualified} was found. ${GUESSED_BY[by]}`]
        : []),
      ...unseenBy(ask, symbol),
    ],
    total,
    sure: sure.order.length,
    files: toldNodes(ask, [...files]).map(({ file }) => file),
    hits: [...certain, ...hitsOf(ask, more, limit - certain.length)],
  };
}

const GUESSED_BY = {
  owner: 'These tests use what it belongs to, and may run it.',
  name: 'These tests use its name, and may run it.',
} as const;

function subject(ask: GraphQuery, symbol: CodeSymbol, others: readonly CodeSymbol[]) {
  return {
    symbol: qualifiedSymbol(ask.store, symbol),
    others: others.slice(0, 10).map((other) => qualifiedSymbol(ask.store, other)),
    pending: ask.pending,
  };
}

/** What was come to, with the names along the way from the symbol asked about. */
function hitsOf(ask: GraphQuery, { reach, order }: Impact, limit: number) {
  const names = new Map<number, QualifiedSymbol | undefined>();
  const toldAt = (at: number): QualifiedSymbol | undefined => {
    if (!names.has(at)) names.set(at, toldNodes(ask, [reach.nodes[at]!])[0]);
    return names.get(at);
  };
  return Array.from(order.subarray(0, limit)).flatMap((at) => {
    const symbol = toldAt(at);
    if (!symbol) return [];
    const { kind, how } = readTag(reach.tags[at]!);
    const from = toldAt(reach.vias[at]!);
    const edge = from && edgesBetween(ask.store, symbol.id, from.id).find((each) => each.kind === kind);
    const route: string[] = [];
    for (let via = reach.vias[at]!; via !== -1; via = reach.vias[via]!)
      route.unshift(toldAt(via)?.qualified ?? '?');
    return {
      symbol,
      line: edge?.line ?? symbol.line,
      depth: reach.depths[at]!,
      kind,
      how,
      confidence: reach.sure[at]!,
      route,
    };
  });
}

const noneUsed = (symbol: string, way: 'into' | 'out'): string =>
  way === 'into'
    ? `No use of ${symbol} was found.`
    : `Nothing of this repository that ${symbol} uses was found.`;
