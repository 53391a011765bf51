import type { Store } from '@sqrl/base/sqlite/query.ts';
import { edgeKindOf, edgesOfFile, howOf } from '@sqrl/code-graph/tables/edges.ts';
import { codeFiles } from '@sqrl/code-graph/tables/files.ts';
import { symbolsOfFile } from '@sqrl/code-graph/tables/symbols.ts';
import type { FoundCall } from './score.ts';

/** The calls and imports that an index holds. */
export function foundIn(store: Store): { calls: FoundCall[]; imports: [from: string, to: string][] } {
  const files = codeFiles(store);
  const places = new Map<number, { path: string; line: number }>();
  for (const { id, path } of files)
    for (const symbol of symbolsOfFile(store, id)) places.set(symbol.id, { path, line: symbol.line });
  const calls: FoundCall[] = [];
  const imports: [string, string][] = [];
  for (const { id, path: file } of files)
    for (const { kind, target, line, how } of edgesOfFile(store, id)) {
      const to = places.get(target);
      if (!to) continue;
      if (edgeKindOf(kind) === 'imports') imports.push([file, to.path]);
      else if (edgeKindOf(kind) === 'calls')
        calls.push({ file, line, targetFile: to.path, targetLine: to.line, how: howOf(how) });
    }
  return { calls, imports };
}
