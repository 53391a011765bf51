import { setImmediate } from 'node:timers/promises';
import { HOW } from '@sqrl/base/model/code.ts';
import { messageOf } from '@sqrl/base/problem.ts';
import type { FileFacts } from '../facts/facts.ts';
import type { FileLink } from '../facts/linker.ts';
import { linkers } from '../languages/languages.ts';
import { withScip } from '../scip/keep-scip.ts';
import {
  addEdges,
  edgesOfFile,
  hasEdges,
  howNumber,
  type KeptEdge,
  kindNumber,
  removeEdges,
} from '../tables/edges.ts';
import { type CodeFile, openPaths, setCodeFileState } from '../tables/files.ts';
import { addCodeLooks, isLookedAt, replaceLooks } from '../tables/looks.ts';
import { countScip } from '../tables/scip.ts';
import { nextGeneration } from '../tables/state.ts';
import type { LiveCatalog } from './catalog.ts';
import type { OpenIndex } from './keep-readings.ts';
import type { IndexRun } from './work.ts';

/** Something about a file that kept it from being understood. */
export interface IndexTrouble {
  path: string;
  because: string;
}

/** Links files and keeps their edges with all that was looked at for them; `isFirst` says that no file was linked before. */
function linkFiles(
  index: OpenIndex,
  files: readonly CodeFile[],
  { isFirst }: { isFirst: boolean },
): IndexTrouble[] {
  const { store, catalog, world } = index;
  const keepLooks = isFirst ? addCodeLooks : replaceLooks;
  const troubles: IndexTrouble[] = [];
  const hasScip = countScip(store) > 0;
  return store.transaction(() => {
    let changed = false;
    for (const file of files) {
      const facts = catalog.facts(file.path);
      const { result, looks } = world.record(() => (facts ? linksOf(index, file, facts, hasScip) : []));
      if (result instanceof Error) troubles.push({ path: file.path, because: messageOf(result) });
      const edges = result instanceof Error ? [] : edgesOf(catalog, file, result);
      const before = isFirst ? [] : edgesOfFile(store, file.id);
      if (!isSame(before, edges)) {
        if (before.length > 0) removeEdges(store, file.id);
        addEdges(store, edges);
        changed = true;
      }
      setCodeFileState(store, file.id, 'linked');
      keepLooks(store, file.id, looks);
    }
    if (changed) nextGeneration(store);
    for (const [look, looks] of world.found()) keepLooks(store, -look, looks);
    return troubles;
  });
}

/** One file that a linker cannot cope with must not cost the others. */
function linksOf(
  { store, world }: OpenIndex,
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
  for (const { from, to, kind, how, confidence, line } of links) {
    const source = idOf(catalog, file.path, from);
    const target = idOf(catalog, to.path, to.symbol);
    if (source === undefined || target === undefined || kind === 'contains') continue;
    const sure = confidence === undefined || confidence === HOW[how] ? null : confidence;
    const edge = { source, kind: kindNumber(kind), target, line, how: howNumber(how), confidence: sure };
    const key = `${source} ${edge.kind} ${target} ${line}`;
    const other = edges.get(key);
    if (!other || sureness(edge) > sureness(other)) edges.set(key, edge);
  }
  return [...edges.values()].sort(
    (a, b) => a.source - b.source || a.kind - b.kind || a.target - b.target || a.line - b.line,
  );
}

const HOW_SURE = Object.values(HOW);

const sureness = ({ how, confidence }: KeptEdge): number => confidence ?? HOW_SURE[how]!;

const idOf = (catalog: LiveCatalog, path: string, symbol: number): number | undefined =>
  symbol === -1 ? catalog.files.get(path)?.id : catalog.ids(path)[symbol];

const isSame = (before: readonly KeptEdge[], after: readonly KeptEdge[]): boolean =>
  before.length === after.length &&
  before.every((edge, i) => {
    const other = after[i]!;
    return (
      edge.source === other.source &&
      edge.kind === other.kind &&
      edge.target === other.target &&
      edge.line === other.line &&
      edge.how === other.how &&
      edge.confidence === other.confidence
    );
  });

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
  const isFirst = !isLookedAt(index.store) && !hasEdges(index.store);
  for (let i = 0; i < open.length; i += LINKED_AT_ONCE) {
    await setImmediate();
    onProgress?.(i, open.length, 'linking files');
    if (stopped()) {
      result.stopped = true;
      return;
    }
    const some = open.slice(i, i + LINKED_AT_ONCE);
    result.troubles.push(...linkFiles(index, some, { isFirst }));
    result.linked += some.length;
  }
  onProgress?.(open.length, open.length, 'linking files');
}
