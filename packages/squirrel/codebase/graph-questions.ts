import { extname, join } from 'node:path';
import { readForeignFile } from '@sqrl/base/foreign-file.ts';
import type { CodeSymbol } from '@sqrl/base/model/code.ts';
import {
  affectedTests,
  breakageOf,
  changedFiles,
  changedLines,
  filesTied,
  findSymbols,
  type Impact,
  inheritedMember,
  MAX_FILE_BYTES,
  readTag,
  symbolsAt,
  testsOf,
  usesOf,
} from '@sqrl/code-graph/index.ts';
import { edgesBetween } from '@sqrl/code-graph/tables/edges.ts';
import { codeFile, codeFiles, unparsedFiles } from '@sqrl/code-graph/tables/files.ts';
import { symbolsIn } from '@sqrl/code-graph/tables/symbols.ts';
import type { Parsed } from '../protocol/verbs.ts';
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
import { requireProject } from './graph-index.ts';
import { memoriesTied } from './shown.ts';
import { notRead, unseenBy } from './unseen.ts';

/** What is in a file: its symbols in their order, how often each is used, and what is remembered about them. */
export function graphContents(engine: Engine, { path: asked }: Parsed<'graphContents'>) {
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

export function graphDefine(engine: Engine, { symbol, limit }: Parsed<'graphDefine'>) {
  const ask = asking(engine);
  const { store, pending } = ask;
  const found = findSymbols(store, symbol, limit);
  const above = found.exactly ? [] : inheritedMember(store, ask.graph, symbol);
  const { symbols, exactly } = above.length > 0 ? { symbols: above, exactly: true } : found;
  const unseen = symbols.length === 0 ? notRead(store) : [];
  return { exactly, symbols: symbols.map((each) => qualifiedSymbol(store, each)), unseen, pending };
}

/** Who uses a symbol, or what it uses: code before tests, calls first, each with the lines they stand in. */
export function graphCalls(engine: Engine, { symbol: asked, limit, way }: Parsed<'graphCalls'>) {
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
export function graphDeps(engine: Engine, { path: asked, way, limit }: Parsed<'graphDeps'>) {
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

/** What may break when a symbol or a file changes: code, the nearest first, then the tests that `graphTests` finds. */
export function graphImpact(engine: Engine, { symbol: asked, depth, limit }: Parsed<'graphImpact'>) {
  const ask = asking(engine);
  const { store, graph } = ask;
  const { symbol, others } = meant(ask, asked);
  const node = graph.nodeOf(symbol.id);
  const code = breakageOf(store, graph, node, depth);
  const { sure, more } = testsOf(store, graph, [node], TEST_STEPS);
  const parts = [code, sure, more];
  const total = parts.reduce((sum, { order }) => sum + order.length, 0);
  const told = subject(ask, symbol, others);
  return {
    ...told,
    none:
      total === 0
        ? `Nothing that a change of ${told.symbol.qualified} may break was found within ${depth} steps.`
        : null,
    unseen: unseenBy(ask, symbol),
    total,
    tests: total - code.order.length,
    files: filesOf(ask, parts).size,
    byDepth: code.byDepth,
    hits: hitsOf(ask, parts, limit),
  };
}

/** How far tests are looked for: each goes through what frameworks, parsers and the like have between them and a function. */
const TEST_STEPS = 12;

const filesOf = ({ graph }: GraphQuery, parts: readonly Impact[]): Set<number> =>
  new Set(parts.flatMap(({ order, reach }) => Array.from(order, (at) => graph.fileOf(reach.nodes[at]!))));

/** The tests that reach a symbol or a file: those that are sure to run it first, then the nearest. */
export function graphTests(engine: Engine, { symbol: asked, depth, limit }: Parsed<'graphTests'>) {
  const ask = asking(engine);
  const { symbol, others } = meant(ask, asked);
  const { sure, more, by } = testsOf(ask.store, ask.graph, [ask.graph.nodeOf(symbol.id)], depth);
  const total = sure.order.length + more.order.length;
  const told = subject(ask, symbol, others);
  const { qualified } = told.symbol;
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
    files: toldNodes(ask, [...filesOf(ask, [sure, more])]).map(({ file }) => file),
    hits: hitsOf(ask, [sure, more], limit),
  };
}

/** The tests to run for what differs from a commit: those that are sure to run it, then those that may. */
export async function graphAffected(
  engine: Engine,
  { commit, limit }: Parsed<'graphAffected'>,
  { signal }: { signal?: AbortSignal | undefined },
) {
  const ask = asking(engine);
  const { store, graph } = ask;
  const { root } = requireProject(engine);
  const read = (path: string): Buffer | undefined => {
    const file = readForeignFile(join(root, path), {
      maxBytes: MAX_FILE_BYTES,
      what: 'a source file',
      below: root,
    });
    return 'bytes' in file ? file.bytes : undefined;
  };
  const paths = codeFiles(store).flatMap(({ path, language }) => (language ? path : []));
  const options = { env: engine.env, ...(signal && { signal }) };
  const { changed, deleted: all } = await changedFiles(root, { commit, paths, read }, options);
  const endings = new Set(paths.map(extname));
  const deleted = all.filter((path) => endings.has(extname(path)));
  const symbols = changed.flatMap(({ path, before }) =>
    symbolsAt(store, path, changedLines(before ?? '', read(path)!.toString('utf8'))),
  );
  const followed = symbols.slice(0, MAX_CHANGED);
  const tests = await affectedTests(store, graph, followed, TEST_STEPS);
  const names = new Map(symbols.map((symbol) => [symbol, qualifiedSymbol(store, symbol)]));
  return {
    changed: [...names.values()].map(({ file, qualified, test }) => ({ file, symbol: qualified, test })),
    deleted: deleted.slice(0, limit),
    none: tests.length > 0 ? null : noneAffected(symbols.length, commit),
    unseen: [
      ...(deleted.length > 0
        ? [`Deleted since ${commit}, and not followed: ${deleted.slice(0, 5).join(', ')}.`]
        : []),
      ...(symbols.length > MAX_CHANGED
        ? [`Only ${MAX_CHANGED} of ${symbols.length} changed symbols are followed.`]
        : []),
      ...notRead(store),
    ],
    total: tests.length,
    sure: tests.filter(({ sure }) => sure).length,
    tests: tests.slice(0, limit).map(({ node, sure, by }) => {
      const { qualified, file, line, kind } = toldNodes(ask, [node])[0]!;
      return { symbol: qualified, file, line, kind, sure, by: names.get(by)!.qualified };
    }),
    pending: ask.pending,
  };
}

/** More is not a change before a commit. */
const MAX_CHANGED = 500;

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
function hitsOf(ask: GraphQuery, parts: readonly Impact[], limit: number) {
  const hits: ReturnType<typeof partHits> = [];
  for (const part of parts) hits.push(...partHits(ask, part, limit - hits.length));
  return hits;
}

function partHits(ask: GraphQuery, { reach, order }: Impact, limit: number) {
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

const noneAffected = (symbols: number, commit: string): string =>
  symbols === 0
    ? `No symbol changed since ${commit}.`
    : `No test for the ${symbols} symbols changed since ${commit} was found.`;

const noneUsed = (symbol: string, way: 'into' | 'out'): string =>
  way === 'into'
    ? `No use of ${symbol} was found.`
    : `Nothing of this repository that ${symbol} uses was found.`;
