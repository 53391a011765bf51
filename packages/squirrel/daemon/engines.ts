import { statSync } from 'node:fs';
import type { Project } from '@sqrl/base/model/project.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { eraseDeleted } from '../learn/verbs/delete.ts';
import type { VerbClient } from '../protocol/client.ts';
import type { CallScope } from '../protocol/wire.ts';
import { homeOf } from '../workspace/home.ts';
import { knownProject } from '../workspace/known-project.ts';
import { resolveProject } from '../workspace/resolve-project.ts';
import type { Engine } from '../workspace/workspace.ts';
import type { MachineContext } from './engine-parts.ts';
import { openSharedResources, type SharedResources } from './local.ts';

/** An engine for as long as a caller needs it. */
export interface Lease extends Disposable {
  engine: Engine;
  client: VerbClient;
  /** Something is wrong with its files: the next caller gets a fresh one. */
  doubt(): void;
}

export interface EnginesOptions {
  idleMs?: number;
  onNewSettings?: () => void;
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

/** The engines that are open: one for each project that is asked about, all with the same user store. */
export class Engines {
  readonly #surroundings: MachineContext;
  readonly #options: EnginesOptions;
  readonly #openHomes = new Set<OpenHome>();
  readonly #closings = new Set<Promise<void>>();
  #current: OpenHome | undefined;
  #isOver = false;

  constructor(surroundings: MachineContext, options: EnginesOptions = {}) {
    this.#surroundings = surroundings;
    this.#options = options;
  }

  /** Opens the engine of a place, where it is not open yet; it is closed after some idle time. */
  async lease({ project: folder, called, global }: CallScope): Promise<Lease> {
    if (global || folder === undefined) return this.#leaseFor(() => undefined);
    if (called === undefined) requireFolder(folder);
    const { home, now, env } = this.#surroundings;
    return this.#leaseFor((user) =>
      called === undefined
        ? resolveProject(user, folder, { now: now(), env })
        : knownProject(homeOf(home), { folder, called, now }),
    );
  }

  leaseProject(project: Project | undefined): Promise<Lease> {
    return this.#leaseFor(() => project);
  }

  open(): string[] {
    return [...this.#openHomes].flatMap(({ entries }) => [...entries.keys()].filter((key) => key !== ''));
  }

  embedderLoaded(): boolean {
    return [...this.#openHomes].some(
      ({ opened }) => (opened?.embedder as { loaded?: boolean })?.loaded === true,
    );
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.all(
      [...this.#openHomes].map(async (at) => {
        await Promise.all([...at.entries].map(([key, entry]) => this.#closeEntry(at, key, entry)));
        await this.#leave(at);
      }),
    );
    await Promise.all(this.#closings);
  }

  /** The shared resources of the current settings. Those of older settings stay until their last lease ends. */
  #currentHome(): OpenHome {
    const stamp = stampOf(homeOf(this.#surroundings.home).config);
    const before = this.#current;
    if (before?.stamp === stamp) return before;
    if (before) this.#abandon(before);
    const made: OpenHome = {
      stamp,
      resources: openSharedResources(this.#surroundings, { copies: false }),
      entries: new Map(),
    };
    this.#current = made;
    this.#openHomes.add(made);
    made.resources.then(
      (resources) => {
        made.opened = resources;
      },
      () => {
        this.#openHomes.delete(made);
        if (this.#current === made) this.#current = undefined;
      },
    );
    if (before) this.#options.onNewSettings?.();
    return made;
  }

  #abandon(left: OpenHome): void {
    if (this.#current === left) this.#current = undefined;
    for (const entry of left.entries.values()) entry.doubtful = true;
    for (const [key, entry] of [...left.entries])
      if (entry.leases === 0) this.#track(this.#closeEntry(left, key, entry));
    if (left.entries.size === 0) this.#track(this.#leave(left));
  }

  async #leaseFor(choose: (user: Store) => Project | undefined): Promise<Lease> {
    if (this.#isOver) throw stopping();
    const at = this.#currentHome();
    const resources = await at.resources;
    if (this.#isOver) throw stopping();
    // Left by the last of the others in the very moment it was asked for.
    if (!this.#openHomes.has(at)) return this.#leaseFor(choose);
    const project = choose(resources.user.store);
    const key = project?.id ?? '';
    const known = at.entries.get(key);
    const entry = known && !known.closing && !known.doubtful ? known : opened(resources, project);
    // A clone or a remote may have come since it was opened.
    if (project?.clones && entry.engine.project) entry.engine.project.clones = project.clones;
    if (project?.remote && entry.engine.project) entry.engine.project.remote = project.remote;
    at.entries.set(key, entry);
    clearTimeout(entry.timer);
    entry.leases++;
    let isGiven = true;
    return {
      engine: entry.engine,
      client: entry.client,
      doubt: () => this.#abandon(at),
      [Symbol.dispose]: () => {
        if (isGiven) this.#takeBack(at, key, entry);
        isGiven = false;
      },
    };
  }

  #takeBack(at: OpenHome, key: string, entry: EngineEntry): void {
    if (--entry.leases > 0) return;
    const close = () => this.#track(this.#closeEntry(at, key, entry));
    if (entry.doubtful || this.#isOver || isReadOnly(entry)) close();
    else entry.timer = setTimeout(close, this.#options.idleMs ?? IDLE_MS).unref();
  }

  /** No caller waits for a close; its errors are still logged. */
  #track(closing: Promise<void>): void {
    const settled = closing
      .catch((error: Error) => this.#options.onTrouble?.(`could not close a store: ${error.message}`))
      .finally(() => this.#closings.delete(settled));
    this.#closings.add(settled);
  }

  #closeEntry(at: OpenHome, key: string, entry: EngineEntry): Promise<void> {
    clearTimeout(entry.timer);
    entry.closing ??= (async () => {
      // Nothing can be undone in a daemon that ends.
      if (this.#isOver) this.#eraseNow(entry.engine);
      await entry.client.close();
      if (at.entries.get(key) === entry) at.entries.delete(key);
      if (at.entries.size === 0) await this.#leave(at);
    })();
    return entry.closing;
  }

  #eraseNow(engine: Engine): void {
    try {
      eraseDeleted(engine, engine.now());
    } catch (error) {
      // It stays deleted, and is erased when the next daemon starts.
      if (!(error instanceof Problem)) throw error;
      this.#options.onTrouble?.(`could not erase a memory: ${error.message}`);
    }
  }

  /** Closes shared resources with the last engine: the user store and the embedder cost memory, too. */
  async #leave(at: OpenHome): Promise<void> {
    this.#openHomes.delete(at);
    if (this.#current === at) this.#current = undefined;
    await (await at.resources.catch(() => undefined))?.close();
    this.#options.onClosed?.();
  }
}

function opened(resources: SharedResources, project: Project | undefined): EngineEntry {
  const engine = resources.engineFor(project);
  return { engine, client: resources.clientOf(engine), leases: 0, doubtful: false };
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
