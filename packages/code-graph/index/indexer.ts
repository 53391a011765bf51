import { basename } from 'node:path';
import type { OnProgress } from '@sqrl/base/messages.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { type CodeReader, openCodeReader } from '../parse/parse.ts';
import { rereadCodeFiles, setCodeFileState } from '../tables/files.ts';
import { codeState, setCodeState } from '../tables/state.ts';
import { openCatalog } from './catalog.ts';
import { type OpenIndex, removeFiles } from './keep-readings.ts';
import { linkOpen } from './link-files.ts';
import { planOf, readFiles } from './read-files.ts';
import { scan } from './scan.ts';
import type { IndexReport } from './work.ts';

export interface IndexerOptions {
  root: string;
  /** What git needs to start. */
  env: Readonly<Record<string, string | undefined>>;
  now: () => number;
  openReader?: () => Promise<CodeReader>;
}

interface UpdateOptions {
  /** Looks at these paths alone, and at what lies below them. */
  only?: readonly string[];
  onProgress?: OnProgress | undefined;
  /** Asked before each file; true ends the work. What was kept stays, and the next update goes on from there. */
  stopped?: () => boolean;
}

/** Keeps the index of one repository like its files. One at a time may be open. */
export interface Indexer extends Disposable {
  update(options?: UpdateOptions): Promise<IndexReport>;
  /** Says at once that files are no longer as they were read. */
  stale(paths: Iterable<string>): void;
  /** Whether a file broke the parser: the rest is for an indexer in another thread. */
  readonly spent: boolean;
  /** Lets go of what is held to be quick; the next update gathers it again. */
  rest(): void;
}

/** Raised when readers, or what is kept of their facts, change: everything is then read again. */
const VERSION = '12';

export function openIndexer(store: Store, options: IndexerOptions): Indexer {
  const { root, env, now, openReader = openCodeReader } = options;
  let open: OpenIndex | undefined;
  let reader: CodeReader | undefined;

  function opened(): OpenIndex {
    if (open) return open;
    if (codeState(store, 'version') !== VERSION)
      store.transaction(() => {
        rereadCodeFiles(store);
        setCodeState(store, 'version', VERSION);
      });
    open = { store, catalog: openCatalog(store, root) };
    return open;
  }

  async function update({
    only,
    onProgress,
    stopped = () => false,
  }: UpdateOptions = {}): Promise<IndexReport> {
    const index = opened();
    try {
      const wanted = only?.some((path) => RULES.has(basename(path))) ? undefined : only;
      // A large repository takes seconds to list; an update of a few files is done before anyone could read this.
      if (!wanted) onProgress?.(0, 0, 'listing files');
      const isKnown = (path: string): boolean => index.catalog.files.has(path);
      const files = await scan(root, { env, isKnown, ...(wanted && { only: wanted }) });
      const plan = planOf(index, files, wanted);
      const result: IndexReport = {
        files: 0,
        added: 0,
        changed: 0,
        removed: 0,
        linked: 0,
        stopped: false,
        troubles: [],
      };
      if (plan.read.length > 0) {
        reader ??= await openReader();
        await readFiles(index, reader, { plan, root, result, onProgress, stopped });
      }
      if (!result.stopped) {
        result.removed = plan.gone.size;
        if (plan.gone.size > 0) removeFiles(index, plan.gone.values());
        await linkOpen(index, {
          result,
          onProgress,
          stopped,
          first: new Set(plan.read.map(({ path }) => path)),
        });
      }
      if (!wanted && !result.stopped) setCodeState(store, 'indexed_at', String(now()));
      return { ...result, files: index.catalog.files.size };
    } catch (error) {
      // Memory may know what the store does not.
      open = undefined;
      throw error;
    }
  }

  return {
    update,
    get spent() {
      return reader?.broken ?? false;
    },
    stale(paths) {
      const { catalog } = opened();
      const known = [...paths].flatMap((path) => catalog.files.get(path) ?? []);
      if (known.length > 0)
        store.transaction(() => {
          for (const { id } of known) setCodeFileState(store, id, 'waiting');
        });
    },
    rest() {
      open = undefined;
      reader?.close();
      reader = undefined;
    },
    [Symbol.dispose]() {
      reader?.close();
    },
  };
}

/** Files that say which files count. */
const RULES = new Set(['.gitignore', '.sqrlignore']);
