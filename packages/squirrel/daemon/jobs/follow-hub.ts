import type { Project } from '@sqrl/base/model/project.ts';
import { messageOf } from '@sqrl/base/problem.ts';
import { askHub, HubProblem } from '../../exchange/hub/ask-hub.ts';
import { type HubLogin, readLogin } from '../../exchange/hub/login.ts';
import { noteFailure, syncHub } from '../../exchange/hub/sync-hub.ts';
import { countPending, knownSpaces, latestChange } from '../../store/memory/shared.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { Engines } from '../engines.ts';
import type { LogFile } from '../log-file.ts';
import { pause } from './board.ts';

interface HubFollowerOptions {
  home: string;
  engines: Pick<Engines, 'leaseProject'>;
  log: Pick<LogFile, 'line'>;
  /** Called when something came; null stands for the user's own memory. */
  onRead: (project: string | null) => void;
  /** Milliseconds; tests have less patience. */
  waits?: HubWaits;
}

interface HubWaits {
  /** From a use to the exchange, so that a few changes go out together. */
  soonMs: number;
  /** Between two exchanges where the hub cannot say that something moved. */
  everyMs: number;
  /** After the first failure; doubled by each further one up to the last. */
  failedMs: number;
  maxFailedMs: number;
}

const WAITS: HubWaits = { soonMs: 1000, everyMs: 60_000, failedMs: 5000, maxFailedMs: 600_000 };

/** The hub answers after 30 s where nothing moved. */
const LIVE_MS = 45_000;
/** A hub that can wait does so for longer. */
const MIN_LIVE_MS = 1000;
/** Times in a row that the hub says that nothing moved: about an hour. */
const MAX_QUIET = 120;
/** Of the projects that were in use last; others are exchanged when they are used again. */
const MAX_PROJECTS = 4;

/**
 * Keeps this home in sync with its hub: waits until the hub says that something moved, or a use of this home may have changed
 * something, and exchanges. Nothing waits for it: an answer is made of what is here. A hub that does not answer is left alone
 * for longer and longer.
 */
export class HubFollower {
  readonly #options: Omit<HubFollowerOptions, 'waits'>;
  readonly #waits: HubWaits;
  readonly #stop = new AbortController();
  readonly #recent = new Map<string, Project>();
  /** What was known of a project's file when it was last exchanged. */
  readonly #exchanged = new Map<string, string>();
  readonly #work: Promise<void>;
  #wake = new AbortController();
  #soon: NodeJS.Timeout | undefined;
  #key: string | undefined;
  /** Exchanges in a row that brought nothing and took nothing. */
  #empty = 0;
  #failures = 0;
  #live = '';

  constructor({ waits = WAITS, ...options }: HubFollowerOptions) {
    this.#options = options;
    this.#waits = waits;
    this.#work = this.#follow();
  }

  /** A project is in use: changes of it are sent soon. */
  touch(project: Project): void {
    this.#recent.delete(project.id);
    this.#recent.set(project.id, project);
    if (this.#recent.size > MAX_PROJECTS) this.#recent.delete(this.#recent.keys().next().value!);
    this.#soon ??= setTimeout(() => {
      void this.#look().catch((error) =>
        this.#options.log.line(`changes were not looked for: ${messageOf(error)}`),
      );
    }, this.#waits.soonMs).unref();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#soon);
    await this.#work;
  }

  async #follow(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const login = this.#login();
      this.#key = login?.key;
      if (!login) {
        this.#live = '';
        await this.#rest(this.#waits.everyMs);
        continue;
      }
      try {
        await this.#exchange(login);
        this.#failures = 0;
        await this.#news(login);
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        await this.#backOff(error);
      }
    }
  }

  async #backOff(error: unknown): Promise<void> {
    const { failedMs, maxFailedMs } = this.#waits;
    this.#options.log.line(`the hub was not reached: ${messageOf(error)}`);
    const isDead = error instanceof HubProblem && error.status === 401;
    // A key that was revoked stays so; a login writes another.
    const ms = isDead ? maxFailedMs : failedMs * 2 ** Math.min(this.#failures++, 10);
    const jittered = Math.min(ms, maxFailedMs) * (0.5 + Math.random() / 2);
    await (isDead ? this.#rest(jittered) : pause(jittered, this.#stop.signal));
  }

  async #exchange(login: HubLogin): Promise<void> {
    this.#wake = new AbortController();
    const projects = this.#recent.size === 0 ? [undefined] : [...this.#recent.values()];
    for (const [i, project] of projects.entries()) {
      using lease = await this.#options.engines.leaseProject(project);
      const { engine } = lease;
      if (engine.indexedStores.some(({ store }) => store.readOnly)) continue;
      // The first brings the spaces of the person along.
      if (i > 0 && knownSpaces(engine.own.store).length === 0) continue;
      try {
        const done = await syncHub(engine, login, { signal: this.#stop.signal });
        this.#live = done.live;
        const pending = engine.indexedStores.reduce((sum, { store }) => sum + countPending(store), 0);
        // What was changed during the exchange goes out with the next one.
        if (pending > done.refused) this.#exchanged.delete(project?.id ?? '');
        else this.#exchanged.set(project?.id ?? '', stampOf(engine));
        const received = done.added + done.changed + done.removed + done.comments;
        this.#empty = received + done.sent > 0 ? 0 : this.#empty + 1;
        if (received > 0) this.#options.onRead(project?.id ?? null);
      } catch (error) {
        noteFailure(engine, error);
        throw error;
      }
    }
  }

  /** Until something moved at the hub, or here. */
  async #news(login: HubLogin): Promise<void> {
    const { soonMs, everyMs } = this.#waits;
    const signal = AbortSignal.any([this.#stop.signal, this.#wake.signal]);
    try {
      // Now and then it is exchanged anyway: what the hub refused for a while is offered again.
      for (let i = 0; i < MAX_QUIET; i++) {
        const began = performance.now();
        const options = { timeoutMs: LIVE_MS, signal };
        const { moved } = await askHub(login, 'live', { after: this.#live }, options);
        // A hub that says so again and again, or does not wait, would keep this machine busy.
        if (moved && this.#empty > 2)
          await this.#rest(Math.min(soonMs * 2 ** Math.min(this.#empty, 10), everyMs));
        else if (!moved && performance.now() - began < MIN_LIVE_MS) await this.#rest(everyMs);
        if (moved || signal.aborted) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof HubProblem && error.status !== 401) await this.#rest(everyMs);
      else throw error;
    }
  }

  /** Waits, unless this home is used meanwhile. */
  async #rest(ms: number): Promise<void> {
    if (this.#wake.signal.aborted) this.#wake = new AbortController();
    await pause(ms, AbortSignal.any([this.#stop.signal, this.#wake.signal]));
  }

  /** Whether a project has something to send, or was not exchanged yet. Only then is the hub asked before it speaks. */
  async #look(): Promise<void> {
    this.#soon = undefined;
    const login = this.#login();
    if (login?.key !== this.#key) this.#wake.abort();
    if (!login || this.#wake.signal.aborted) return;
    for (const project of this.#recent.values()) {
      using lease = await this.#options.engines.leaseProject(project);
      if (this.#exchanged.get(project.id) === stampOf(lease.engine)) continue;
      this.#wake.abort();
      return;
    }
  }

  #login(): HubLogin | undefined {
    try {
      return readLogin(this.#options.home);
    } catch (error) {
      this.#options.log.line(messageOf(error));
      return undefined;
    }
  }
}

/** Changes when a memory does, or something waits for the hub. */
const stampOf = (engine: Engine): string =>
  engine.indexedStores.map(({ store }) => `${countPending(store)} ${latestChange(store)}`).join(' ');
