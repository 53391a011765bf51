import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { HOW } from '@sqrl/base/model/code.ts';
import { messageOf } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { FileFacts } from '../facts/facts.ts';
import type { FileLink, LinkWorld } from '../facts/linker.ts';
import { type RecordingWorld, recordingWorld } from '../facts/world.ts';
import { linkers } from '../languages/languages.ts';
import { withScip } from '../scip/keep-scip.ts';
import { addEdges, edgesOfFile, howNumber, type KeptEdge, kindNumber, removeEdges } from '../tables/edges.ts';
import { type CodeFile, openPaths, setCodeFileState } from '../tables/files.ts';
import { replaceLooks } from '../tables/looks.ts';
import { countScip } from '../tables/scip.ts';
import { nextGeneration } from '../tables/state.ts';
import type { LiveCatalog } from './catalog.ts';
import type { OpenIndex } from './keep-readings.ts';
import type { IndexReport, IndexRun } from './work.ts';

/** Links files and keeps their edges with all that was looked at for them. */
function linkFiles(
  { store, catalog }: OpenIndex,
  world: RecordingWorld,
  files: readonly CodeFile[],
): IndexReport['troubles'] {
  const troubles: IndexReport['troubles'] = [];
  const hasScip = countScip(store) > 0;
  return store.transaction(() => {
    let changed = false;
    for (const file of files) {
      const facts = catalog.facts(file.path);
      const { result, looks } = world.record(() =>
        facts ? linksOf(store, world, file, facts, hasScip) : [],
      );
      if (result instanceof Error) troubles.push({ path: file.path, because: messageOf(result) });
      const edges = result instanceof Error ? [] : edgesOf(catalog, file, result);
      if (!isDeepStrictEqual(edgesOfFile(store, file.id), edges)) {
        removeEdges(store, file.id);
        addEdges(store, edges);
        changed = true;
      }
      setCodeFileState(store, file.id, 'linked');
      replaceLooks(store, file.id, looks);
    }
    if (changed) nextGeneration(store);
    for (const [look, looks] of world.found()) replaceLooks(store, -look, looks);
    return troubles;
  });
}

/** One file that a linker cannot cope with must not cost the others. */
function linksOf(
  store: Store,
  world: LinkWorld,
  file: CodeFile,
  facts: FileFacts,
  hasScip: boolean,
): FileLink[] | Error {
  try {
    const links = linkers.get(facts.language)!.link(facts, world);
    return hasScip ? withScip(store, file, links, world.facts) : links;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function edgesOf(catalog: LiveCatalog, file: CodeFile, links: readonly FileLink[]): KeptEdge[] {
  const edges = new Map<string, KeptEdge>();
  for (const { from, to, kind, how, line } of links) {
    const source = idOf(catalog, file.path, from);
    const target = idOf(catalog, to.path, to.symbol);
    if (source === undefined || target === undefined || kind === 'contains') continue;
    const edge = { source, kind: kindNumber(kind), target, line, how: howNumber(how) };
    const key = `${source} ${edge.kind} ${target} ${line}`;
    const other = edges.get(key);
    if (!other || SURE[edge.how]! > SURE[other.how]!) edges.set(key, edge);
  }
  return [...edges.values()].sort(
    (a, b) => a.source - b.source || a.kind - b.kind || a.target - b.target || a.line - b.line,
  );
}

const SURE = Object.values(HOW);

const idOf = (catalog: LiveCatalog, path: string, symbol: number): number | undefined =>
  symbol === -1 ? catalog.files.get(path)?.id : catalog.ids(path)[symbol];

/** Files linked per transaction, so that other writers wait no longer than that. */
const LINKED_AT_ONCE = 50;

/** Links every file that was read and not linked, or whose links may lead elsewhere now; those of `first` before the others. */
export async function linkOpen(
  index: OpenIndex,
  { result, onProgress, stopped, first }: IndexRun & { first: ReadonlySet<string> },
): Promise<void> {
  const open = openPaths(index.store, 'read')
    .flatMap((path) => index.catalog.files.get(path) ?? [])
    // A person works on the files that were just read; the others are linked in turn.
    .sort((a, b) => Number(first.has(b.path)) - Number(first.has(a.path)));
  const world = recordingWorld(index.catalog);
  for (let i = 0; i < open.length; i += LINKED_AT_ONCE) {
    await setImmediate();
    onProgress?.(i, open.length, 'linking files');
    if (stopped()) {
      result.stopped = true;
      return;
    }
    const some = open.slice(i, i + LINKED_AT_ONCE);
    result.troubles.push(...linkFiles(index, world, some));
    result.linked += some.length;
  }
  onProgress?.(open.length, open.length, 'linking files');
}
