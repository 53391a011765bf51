import { statSync } from 'node:fs';
import type { Project } from '@sqrl/base/model/project.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { eraseDeleted } from '../learn/verbs/delete.ts';
import type { VerbClient } from '../protocol/client.ts';
import type { CallScope } from '../protocol/wire.ts';
import { homeOf } from '../workspace/home.ts';
import { knownProject } from '../workspace/known-project.ts';
import { resolveProject } from '../workspace/resolve-project.ts';
import type { Engine } from '../workspace/workspace.ts';
import type { MachineContext } from './engine-parts.ts';
import { openSharedResources, type SharedResources } from './shared-resources.ts';

/** An engine for as long as a caller needs it. */
export interface Lease extends Disposable {
  engine: Engine;
  client: VerbClient;
  /** Something is wrong with its files: the next caller gets a fresh one. */
  doubt(): void;
}

/** The engines that are open. */
export interface Engines {
  /** Opens the engine of a place, where it is not open yet; it is closed after some idle time. */
  lease(place: CallScope): Promise<Lease>;
  leaseProject(project: Project | undefined): Promise<Lease>;
  /** Ids of the projects that are open now. */
  open(): string[];
  embedderLoaded(): boolean;
  close(): Promise<void>;
}

export interface EnginesOptions {
  /** How long an idle engine stays open. */
  idleMs?: number;
  /** Called when the settings have changed. */
  onNewSettings?: () => void;
  /** Called when the last engine was closed. */
  onClosed?: () => void;
  /** Called with a sentence about an error in background work. */
  onTrouble?: (sentence: string) => void;
}

interface EngineEntry {
  engine: Engine;
  client: VerbClient;
  leases: number;
  /** Not to be given to anybody else. */
  doubtful: boolean;
  timer?: NodeJS.Timeout;
  /** Undefined as long as it is open. */
  closing?: Promise<void>;
}

interface OpenHome {
  stamp: string;
  resources: Promise<SharedResources>;
  opened?: SharedResources;
  entries: Map<string, EngineEntry>;
}

const IDLE_MS = 60_000;

/** Keeps engines: one for each project that is asked about, all with the same user store. */
export function keepEngines(surroundings: MachineContext, options: EnginesOptions = {}): Engines {
  const { idleMs = IDLE_MS, onNewSettings, onClosed, onTrouble } = options;
  const openHomes = new Set<OpenHome>();
  const closings = new Set<Promise<void>>();
  let current: OpenHome | undefined;
  let over = false;

  /** The shared resources of the current settings. Those of older settings stay until their last lease ends. */
  function currentHome(): OpenHome {
    const stamp = stampOf(homeOf(surroundings.home).config);
    if (current?.stamp === stamp) return current;
    const isNews = current !== undefined;
    if (current) abandon(current);
    const made: OpenHome = {
      stamp,
      resources: openSharedResources(surroundings, { copies: false }),
      entries: new Map(),
    };
    current = made;
    openHomes.add(made);
    made.resources.then(
      (resources) => {
        made.opened = resources;
      },
      () => {
        openHomes.delete(made);
        if (current === made) current = undefined;
      },
    );
    if (isNews) onNewSettings?.();
    return made;
  }

  function abandon(left: OpenHome): void {
    if (current === left) current = undefined;
    for (const entry of left.entries.values()) entry.doubtful = true;
    for (const [key, entry] of [...left.entries]) if (entry.leases === 0) track(closeEntry(left, key, entry));
    if (left.entries.size === 0) track(leave(left));
  }

  async function leaseFor(choose: (user: Store) => Project | undefined): Promise<Lease> {
    if (over) throw stopping();
    const at = currentHome();
    const resources = await at.resources;
    if (over) throw stopping();
    // Left by the last of the others in the very moment it was asked for.
    if (!openHomes.has(at)) return leaseFor(choose);
    const project = choose(resources.user.store);
    const key = project?.id ?? '';
    const known = at.entries.get(key);
    const entry = known && !known.closing && !known.doubtful ? known : opened(resources, project);
    // A clone may have come since it was opened.
    if (project?.clones && entry.engine.project) entry.engine.project.clones = project.clones;
    at.entries.set(key, entry);
    clearTimeout(entry.timer);
    entry.leases++;
    let given = true;
    return {
      engine: entry.engine,
      client: entry.client,
      doubt: () => abandon(at),
      [Symbol.dispose]() {
        if (!given) return;
        given = false;
        if (--entry.leases > 0) return;
        if (entry.doubtful || over || isReadOnly(entry)) track(closeEntry(at, key, entry));
        else entry.timer = setTimeout(() => track(closeEntry(at, key, entry)), idleMs).unref();
      },
    };
  }

  /** No caller waits for a close; its errors are still logged. */
  function track(closing: Promise<void>): void {
    const settled = closing
      .catch((error: Error) => onTrouble?.(`could not close a store: ${error.message}`))
      .finally(() => closings.delete(settled));
    closings.add(settled);
  }

  function opened(resources: SharedResources, project: Project | undefined): EngineEntry {
    const engine = resources.engineFor(project);
    return { engine, client: resources.clientOf(engine), leases: 0, doubtful: false };
  }

  function closeEntry(at: OpenHome, key: string, entry: EngineEntry): Promise<void> {
    clearTimeout(entry.timer);
    entry.closing ??= (async () => {
      // Nothing can be undone in a daemon that ends.
      if (over) eraseNow(entry.engine);
      await entry.client.close();
      if (at.entries.get(key) === entry) at.entries.delete(key);
      if (at.entries.size === 0) await leave(at);
    })();
    return entry.closing;
  }

  function eraseNow(engine: Engine): void {
    try {
      eraseDeleted(engine, engine.now());
    } catch (error) {
      // It stays deleted, and is erased when the next daemon starts.
      if (!(error instanceof Problem)) throw error;
      onTrouble?.(`could not erase a memory: ${error.message}`);
    }
  }

  /** Closes shared resources with the last engine: the user store and the embedder cost memory, too. */
  async function leave(at: OpenHome): Promise<void> {
    openHomes.delete(at);
    if (current === at) current = undefined;
    await (await at.resources.catch(() => undefined))?.close();
    onClosed?.();
  }

  return {
    async lease(place) {
      const { project: folder, called, global } = place;
      if (global || folder === undefined) return leaseFor(() => undefined);
      if (called === undefined) requireFolder(folder);
      const { home, now, env } = surroundings;
      return leaseFor((user) =>
        called === undefined
          ? resolveProject(user, folder, { now: now(), env })
          : knownProject(homeOf(home), { folder, called, now }),
      );
    },
    leaseProject: (project) => leaseFor(() => project),
    open: () => [...openHomes].flatMap(({ entries }) => [...entries.keys()].filter((key) => key !== '')),
    embedderLoaded: () =>
      [...openHomes].some(({ opened }) => (opened?.embedder as { loaded?: boolean })?.loaded === true),
    async close() {
      over = true;
      await Promise.all(
        [...openHomes].map(async (at) => {
          await Promise.all([...at.entries].map(([key, entry]) => closeEntry(at, key, entry)));
          await leave(at);
        }),
      );
      await Promise.all(closings);
    },
  };
}

/** Whether it is to be opened anew for the next call: the disk may have space again, or permissions may have changed. */
const isReadOnly = ({ engine }: EngineEntry): boolean =>
  engine.indexedStores.some(({ store }) => store.readOnly);

function requireFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new Problem(
    `Folder ${folder} does not exist.`,
    'Pass the path of an existing project folder.',
    'not_found',
  );
}

function stampOf(path: string): string {
  const file = statSync(path, { throwIfNoEntry: false });
  return file ? `${file.mtimeMs} ${file.size} ${file.ino}` : '';
}

const stopping = (): Problem => new Problem('The daemon is stopping.', 'Try again in a moment.', 'cancelled');
