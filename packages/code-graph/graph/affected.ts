import { setImmediate } from 'node:timers/promises';
import type { CodeSymbol } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { symbolsIn } from '../tables/symbols.ts';
import { isUsed } from './dispatch.ts';
import type { CodeGraph } from './graph.ts';
import { testsOf } from './tests.ts';

/** The innermost symbols of a file that hold some of its lines; the file itself for lines outside of all. */
export function symbolsAt(
  store: Store,
  path: string,
  lines: readonly (readonly [number, number])[],
): CodeSymbol[] {
  const [file, ...symbols] = symbolsIn(store, path);
  const inner = lines.map(
    ([from, to]) => symbols.findLast((each) => each.line <= from && each.endLine >= to) ?? file,
  );
  return [...new Set(inner)].filter((each) => each !== undefined);
}

export interface AffectedTest {
  node: number;
  /** It is itself changed, or calls what is in a few steps. */
  sure: boolean;
  /** The changed symbol that led to it. */
  by: CodeSymbol;
}

/** The tests that changed symbols affect, each once: the sure ones first. */
export async function affectedTests(
  store: Store,
  graph: CodeGraph,
  changed: readonly CodeSymbol[],
  depth: number,
): Promise<AffectedTest[]> {
  const found = new Map<number, AffectedTest>();
  const add = (node: number, sure: boolean, by: CodeSymbol): void => {
    if (!found.has(node) || (sure && !found.get(node)!.sure)) found.set(node, { node, sure, by });
  };
  for (const by of changed) {
    // The daemon answers others in between.
    await setImmediate();
    const start = graph.nodeOf(by.id);
    if (by.test && !isUsed(graph, start)) add(start, true, by);
    const { sure, more } = testsOf(store, graph, [start], depth);
    for (const [part, isSure] of [
      [sure, true],
      [more, false],
    ] as const)
      for (const at of part.order) add(part.reach.nodes[at]!, isSure, by);
  }
  return [...found.values()].sort((a, b) => Number(b.sure) - Number(a.sure));
}
