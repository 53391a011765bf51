import type { EntryPoint } from './entry-points.ts';
import type { CodeMap } from './modules.ts';

/** What runs from an entry point on, as far as calls tell. */
export interface Flow {
  entry: EntryPoint;
  /** Nearest first. */
  steps: { symbol: string; file: string; depth: number }[];
  /** The modules it goes through, in the order they are reached. */
  modules: string[];
}

/** Follows calls from each entry point. One that calls nothing is no flow. */
export function flowsFrom(
  entries: readonly EntryPoint[],
  { callEdges, symbols }: CodeMap,
  moduleOf: ReadonlyMap<string, string>,
): Flow[] {
  const byId = new Map(symbols.map((symbol) => [symbol.id, symbol]));
  const byFile = Map.groupBy(symbols, ({ file }) => file);
  const callees = Map.groupBy(callEdges, ({ from }) => from);
  return entries.flatMap((entry): Flow[] => {
    const begin = (byFile.get(entry.path) ?? []).filter(({ kind, exported, name }) =>
      kind === 'file' ? true : exported || name === 'main',
    );
    const reached = new Set(begin.map(({ id }) => id));
    const steps: Flow['steps'] = [];
    let edge = [...reached];
    for (let depth = 1; depth <= MAX_DEPTH && edge.length > 0 && steps.length < MAX_FLOW_STEPS; depth++) {
      const next: number[] = [];
      for (const id of edge)
        for (const { to } of callees.get(id) ?? []) {
          const symbol = byId.get(to);
          if (!symbol || reached.has(to) || steps.length >= MAX_FLOW_STEPS) continue;
          reached.add(to);
          next.push(to);
          steps.push({ symbol: symbol.name, file: symbol.file, depth });
        }
      edge = next;
    }
    if (steps.length === 0) return [];
    const files = [entry.path, ...steps.map(({ file }) => file)];
    return [{ entry, steps, modules: [...new Set(files.flatMap((file) => moduleOf.get(file) ?? []))] }];
  });
}

const MAX_DEPTH = 6;
const MAX_FLOW_STEPS = 40;
