import { type CodeEdge, EDGE_KINDS, type EdgeKind, HOW, type LinkMethod } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { insertMany } from '@sqrl/base/sqlite/tables.ts';

/** An edge that was linked; containment is not among them. */
export interface KeptEdge {
  source: number;
  kind: number;
  target: number;
  line: number;
  how: number;
}

export const kindNumber = (kind: EdgeKind): number => EDGE_KINDS.indexOf(kind);

export const howNumber = (how: LinkMethod): number => WAYS.indexOf(how);

export const edgeKindOf = (number: number): EdgeKind => EDGE_KINDS[number]!;

export const howOf = (number: number): LinkMethod => WAYS[number]!;

const WAYS = Object.keys(HOW) as LinkMethod[];

/** The edges that begin in a file, in the order of their keys. */
export const edgesOfFile = (store: Store, file: number): KeptEdge[] =>
  store.rows`select e.source, e.kind, e.target, e.line, e.how
     from code_symbol s join code_edge e on e.source = s.id where s.file = ${file}
    order by e.source, e.kind, e.target, e.line`;

export function removeEdges(store: Store, file: number): void {
  store.run`delete from code_edge where source in (select id from code_symbol where file = ${file})`;
}

/**
 * Removes the edges that begin or end at symbols which are gone; files that any of them began in are linked again.
 */
export function removeEdgesAt(store: Store, symbols: readonly number[]): void {
  if (symbols.length === 0) return;
  store.run`update code_file set state = 'read' where state = 'linked' and id in (
    select s.file from code_edge e join code_symbol s on s.id = e.source
     where e.target in (select value from json_each(${symbols})))`;
  store.run`delete from code_edge where source in (select value from json_each(${symbols}))`;
  store.run`delete from code_edge where target in (select value from json_each(${symbols}))`;
}

export function addEdges(store: Store, edges: readonly KeptEdge[]): void {
  const into = 'code_edge (source, kind, target, line, how)';
  insertMany(store, into, edges, (edge) => [edge.source, edge.kind, edge.target, edge.line, edge.how]);
}

/** The edges between two symbols, where they stand and how sure they are. */
export const edgesBetween = (store: Store, from: number, to: number): CodeEdge[] =>
  store.rows`select source, kind, target, line, how from code_edge
    where source = ${from} and target = ${to} order by kind, line`.map((row) => {
    const { source, kind, target, line, how } = row as unknown as KeptEdge;
    const way = howOf(how);
    return { from: source, to: target, kind: edgeKindOf(kind), how: way, confidence: HOW[way], line };
  });

export const countEdges = (store: Store): Record<string, number> =>
  Object.fromEntries(
    store.rows`select kind, count(*) as n from code_edge group by kind order by kind`.map(({ kind, n }) => [
      edgeKindOf(kind as number),
      n as number,
    ]),
  );
