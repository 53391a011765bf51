import type { Notice } from '@sqrl/base/messages.ts';
import type { Machine } from '@sqrl/base/model/machine.ts';
import type { Project } from '@sqrl/base/model/project.ts';
import type { ClientFolders } from '@sqrl/base/model/reader.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { Embedder, Reranker } from '@sqrl/embedder/embedder.ts';
import type { Judge } from '@sqrl/embedder/judge.ts';
import type { LlmConfig } from '../llm/provider.ts';
import { writeIncidental } from '../store/failures.ts';
import { type Access, logAccess } from '../store/memory/belongings.ts';
import { openStore } from '../store/open.ts';
import { PassageIndex } from '../store/passages/passage-vectors.ts';
import { seeProject } from '../store/projects.ts';
import { StoredIndex } from '../store/vectors/stored-index.ts';
import type { Settings } from './config.ts';
import { copyDaily } from './copies.ts';
import { type Home, homeOf } from './home.ts';
import type { IndexedStore } from './indexed-store.ts';
import { type CachedEmbedder, cachedEmbedder } from './meaning.ts';
import { reembed, waitingNotice } from './reembed.ts';
import { type SpareMeaning, spareMeaning } from './spare-meaning.ts';

/** What comes into an engine from outside, and is the same in it. */
interface EngineContext {
  settings: Settings;
  reranker?: Reranker | undefined;
  /** The models that judge what people say; patterns alone do where there are none. */
  judge?: Judge | undefined;
  /** The language model that may be asked; none where it is off. */
  llm?: LlmConfig | undefined;
  /** Where the clients of this machine keep their logs; none are looked for where it is not given. */
  clients?: ClientFolders | undefined;
  /** Where the program is installed; undefined where it cannot set up clients. */
  machine?: Machine | undefined;
  /** Whose memory is meant besides the user's own. */
  project?: Project | undefined;
  now: () => number;
}

export interface EngineParts extends EngineContext {
  home: string;
  /** The user store, if several engines share it; its opener closes it and unloads the models. */
  user?: IndexedStore;
  embedder: Embedder;
  /** What memories are searched with while the embedder is down; of another vector length. */
  spare?: Embedder | undefined;
  /** What programs that are run for their answers need to start: git. */
  env?: Readonly<Record<string, string | undefined>>;
  /** The zone in which a day begins, for the daily log; a function where it is dear to ask. */
  timeZone: string | (() => string);
  /**
   * Gives every memory a vector of the present embedder while it is open: with its own, or with another, whose batch under
   * way is dropped when it closes.
   */
  background?: 'own embedder' | Embedder | undefined;
  /** Whether a file is copied once a day when it is closed; true where it is not said. */
  copies?: boolean;
}

export const zoneOf = (zone: EngineParts['timeZone']): string => (typeof zone === 'string' ? zone : zone());

/** The rooms, wired. Its verbs are in files of their own next to this one. */
export interface Engine extends Readonly<EngineContext>, AsyncDisposable {
  readonly home: Home;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeZone: string;
  readonly meaning: CachedEmbedder;
  /** Stands in for it in searches of memories; undefined where the embedder is the bundled one. */
  readonly spare: SpareMeaning | undefined;
  readonly user: IndexedStore;
  /** The project store; the user store if there is no project. */
  readonly own: IndexedStore;
  /** The project's before the user's. */
  readonly indexedStores: readonly IndexedStore[];
  /** What happened while opening that the person should know. */
  readonly notices: Notice[];
  /** Notes looks at memories; they are written together, a little later. */
  seen(indexedStore: IndexedStore, looks: readonly Access[]): void;
  flush(): void;
  /** Says so, where memories have no vector of the present embedder yet. */
  waiting(): Notice | undefined;
  close(): Promise<void>;
}

/** Opens the user's store and the project's, and wires the rooms over them. */
export function openEngine(parts: EngineParts): Engine {
  const { settings, embedder, reranker, judge, llm, clients, machine, project, now, timeZone } = parts;
  const home = homeOf(parts.home);
  const stores: Store[] = [];
  const notices: Notice[] = [];
  const indexedStore = (path: string): IndexedStore => {
    const opened = openIndexedStore(path, embedder, now);
    stores.push(opened.store);
    notices.push(...opened.store.notices);
    return opened;
  };
  try {
    const user = parts.user ?? indexedStore(home.user);
    const own = project ? indexedStore(home.project(project)) : user;
    const indexedStores = own === user ? [user] : [own, user];
    if (project) writeIncidental(user.store, () => seeProject(user.store, project, now()));
    const waiting = new Map<IndexedStore, Access[]>();
    let timer: NodeJS.Timeout | undefined;
    let whole = false;
    let closed: Promise<void> | undefined;
    const copying = parts.copies === false ? undefined : now;

    const engine: Engine = {
      ...{ home, project, settings, clients, machine, now, reranker, judge, llm },
      ...{ user, own, indexedStores, notices, env: parts.env ?? {} },
      get timeZone() {
        return zoneOf(timeZone);
      },
      meaning: cachedEmbedder(embedder, user.store, now),
      spare:
        parts.spare && parts.spare.dims !== embedder.dims
          ? spareMeaning(parts.spare, { cache: user.store, now, stores: indexedStores })
          : undefined,
      seen(where, looks) {
        if (looks.length === 0 || where.store.readOnly) return;
        const before = waiting.get(where);
        if (before) before.push(...looks);
        else waiting.set(where, [...looks]);
        timer ??= setTimeout(() => engine.flush(), FLUSH_AFTER).unref();
      },
      flush() {
        clearTimeout(timer);
        timer = undefined;
        for (const [indexedStore, looks] of waiting) {
          try {
            indexedStore.store.transaction(() => logAccess(indexedStore.store, looks));
            waiting.delete(indexedStore);
          } catch (error) {
            // A count is not worth failing for: it waits for the next time, and is lost where there is none.
            if (!(error instanceof Problem)) throw error;
          }
        }
      },
      waiting() {
        // Counting is not free; once all have one, adding a memory without a vector is reported at once.
        const notice = whole ? undefined : waitingNotice(engine);
        whole = notice === undefined;
        return notice;
      },
      close: () => (closed ??= closing()),
      [Symbol.asyncDispose]: () => engine.close(),
    };
    const stop = new AbortController();
    const writable = indexedStores.every(({ store }) => !store.readOnly);
    const { background } = parts;
    const other = background === 'own embedder' ? undefined : background;
    const behind = other ? withEmbedder(engine, other) : engine;
    const drop = other && { batch: BATCH_TEXTS, onStop: () => void other.unload() };
    const work =
      background && writable
        ? reembed(behind, { signal: stop.signal, ...drop }).catch(noteTrouble(engine))
        : undefined;
    return engine;

    async function closing(): Promise<void> {
      stop.abort();
      await work;
      await other?.unload();
      if (!parts.user) await Promise.all([embedder.unload(), parts.spare?.unload(), parts.judge?.unload()]);
      engine.flush();
      for (const each of indexedStores) if (each !== parts.user) closeIndexedStore(each, copying);
    }
  } catch (error) {
    for (const store of stores) store.close();
    throw error;
  }
}

/** Few enough that a question asked of the same provider does not wait long behind them, and that a short command saves some. */
const BATCH_TEXTS = 8;

export const withEmbedder = (engine: Engine, embedder: Embedder): Engine => ({
  ...engine,
  meaning: cachedEmbedder(embedder, engine.user.store, engine.now),
});

/** No caller waits for background work, so the next call gets its errors. */
export const noteTrouble =
  ({ notices }: Engine) =>
  (error: unknown): void => {
    if (!(error instanceof Problem)) throw error;
    notices.push({ message: error.message, hint: error.hint });
  };

/** Opens a store with the index over its vectors. */
export function openIndexedStore(path: string, embedder: Embedder, now: () => number): IndexedStore {
  const store = openStore(path, { now });
  const model = () => embedder.id;
  return { store, index: new StoredIndex(store, 'memory', model), passages: new PassageIndex(store, model) };
}

/** Closes a store, copied if a day has passed and a clock is given. */
export function closeIndexedStore({ store }: IndexedStore, now: (() => number) | undefined): void {
  // Not worth a failed command on a full disk.
  if (now) writeIncidental(store, () => copyDaily(store, now()));
  store.close();
}

/** A search is answered before it is noted; a crash in this second loses a count, never a memory. */
const FLUSH_AFTER = 1000;
