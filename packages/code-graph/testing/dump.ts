import type { Store } from '@sqrl/base/sqlite/query.ts';
import { countChunks } from '../tables/chunks.ts';
import { edgeKindOf, edgesOfFile, howOf } from '../tables/edges.ts';
import { codeFiles } from '../tables/files.ts';
import { symbolsOfFile } from '../tables/symbols.ts';

/** Everything an index knows, without the numbers that depend on the order in which it came to know it. */
export function dump(store: Store): { files: string[]; symbols: string[]; edges: string[]; chunks: number } {
  const files = codeFiles(store);
  const names = new Map<number, string>();
  const symbols = files.flatMap(({ id, path }) =>
    symbolsOfFile(store, id).map((symbol) => {
      const above = symbol.parent === null ? '' : `${names.get(symbol.parent)}`;
      const name = symbol.parent === null ? path : `${above} ${symbol.kind} ${symbol.name} ${symbol.ordinal}`;
      names.set(symbol.id, name);
      const { line, endLine, signature, hash, exported, test, place } = symbol;
      return [name, place, line, endLine, signature, hash, exported, test].join('|');
    }),
  );
  const edges = files.flatMap(({ id }) =>
    edgesOfFile(store, id).map(({ source, kind, target, line, how }) =>
      [names.get(source), edgeKindOf(kind), names.get(target), line, howOf(how), ''].join('|'),
    ),
  );
  return {
    files: files.map(({ path, hash, surface, language, state }) =>
      [path, hash, surface, language, state].join('|'),
    ),
    symbols: symbols.sort(),
    edges: edges.sort(),
    chunks: countChunks(store),
  };
}
