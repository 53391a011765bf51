import { SYMBOL_KINDS, type SymbolKind } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { kindNumber } from '../tables/edges.ts';
import { codeFilesIn } from '../tables/files.ts';
import type { CodeGraph } from './graph.ts';

/**
 * Makes a function that says of an edge, by its source, whether it is only taken while a file is loaded, before any test
 * runs: a table or a default names a function without calling it, and Python runs the body of a class where that is
 * defined, once.
 */
export function loadTimeEdges(store: Store, graph: CodeGraph): (source: number, tag: number) => boolean {
  let python: ReadonlySet<number> | undefined;
  const isPython = (file: number): boolean => {
    python ??= new Set(codeFilesIn(store, 'python'));
    return python.has(graph.idOf(file));
  };
  return (source, tag) => {
    const kind = graph.kindOf(source);
    if (FUNCTIONS.has(kind)) return false;
    if (kind === CLASS && isPython(graph.fileOf(source))) return !isInFunction(graph, source);
    return (tag & 7) === USES && !graph.isTest(source);
  };
}

/** A class inside of a function is defined anew by each call. */
function isInFunction(graph: CodeGraph, node: number): boolean {
  let outer = -1;
  graph.eachInto(node, (other, tag) => {
    if ((tag & 7) === CONTAINS) outer = other;
  });
  return outer !== -1 && (FUNCTIONS.has(graph.kindOf(outer)) || isInFunction(graph, outer));
}

const numberOfKind = (kind: SymbolKind): number => SYMBOL_KINDS.indexOf(kind);

const FUNCTIONS: ReadonlySet<number> = new Set([numberOfKind('function'), numberOfKind('method')]);
const CLASS = numberOfKind('class');
const CONTAINS = kindNumber('contains');
const USES = kindNumber('uses');
