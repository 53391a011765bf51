import type { Project } from '@sqrl/base/model/project.ts';
import { messageOf } from '@sqrl/base/problem.ts';
import { askHub, HubProblem } from '../../exchange/hub/ask-hub.ts';
import { type HubLogin, readLogin } from '../../exchange/hub/login.ts';
import { readReply } from '../../exchange/hub/reply.ts';
import { noteFailure, syncHub } from '../../exchange/hub/sync-hub.ts';
import { countPending, knownSpaces, latestChange } from '../../store/memory/spaces.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { Engines } from '../engines.ts';
import type { LogFile } from '../log-file.ts';
import { pause } from './pause.ts';

/** Keeps this home in sync with its hub. */
export interface HubFollower {
  /** A project is in use: changes of it are sent soon. */
  touch(project: Project): void;
  stop(): Promise<void>;
}

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
 * Waits until the hub says that something moved, or a use of this home may have changed something, and exchanges. Nothing
 * waits for it: an answer is made of what is here. A hub that does not answer is left alone for longer and longer.
 */
export function followHub({ home, engines, log, onRead, waits = WAITS }: HubFollowerOptions): HubFollower {
  const stop = new AbortController();
  const recent = new Map<string, Project>();
  /** What was known of a project's file when it was last exchanged. */
  const exchanged = new Map<string, string>();
  let wake = new AbortController();
  let soon: NodeJS.Timeout | undefined;
  let key: string | undefined;
  /** Exchanges in a row that brought nothing and took nothing. */
  let empty = 0;
  let failures = 0;
  let live = '';
  const work = follow();

  async function follow(): Promise<void> {
    while (!stop.signal.aborted) {
      const login = loginOf();
      key = login?.key;
      if (!login) {
        live = '';
        await rest(waits.everyMs);
        continue;
      }
      try {
        await exchange(login);
        failures = 0;
        await news(login);
      } catch (error) {
        if (stop.signal.aborted) return;
        failures++;
        log.line(`the hub was not reached: ${messageOf(error)}`);
        const isDead = error instanceof HubProblem && error.status === 401;
        // A key that was revoked stays so; a login writes another.
        const ms = isDead ? waits.maxFailedMs : waits.failedMs * 2 ** Math.min(failures - 1, 10);
        const jittered = Math.min(ms, waits.maxFailedMs) * (0.5 + Math.random() / 2);
        await (isDead ? rest(jittered) : pause(jittered, stop.signal));
      }
    }
  }

  async function exchange(login: HubLogin): Promise<void> {
    wake = new AbortController();
    const projects = recent.size === 0 ? [undefined] : [...recent.values()];
    for (const [i, project] of projects.entries()) {
      using lease = await engines.leaseProject(project);
      const { engine } = lease;
      if (engine.indexedStores.some(({ store }) => store.readOnly)) continue;
      // The first brings the spaces of the person along.
      if (i > 0 && knownSpaces(engine.own.store).length === 0) continue;
      try {
        const done = await syncHub(engine, login, { signal: stop.signal });
        live = done.live;
        const pending = engine.indexedStores.reduce((sum, { store }) => sum + countPending(store), 0);
        // What was changed during the exchange goes out with the next one.
        if (pending > done.refused) exchanged.delete(project?.id ?? '');
        else exchanged.set(project?.id ?? '', stampOf(engine));
        const isNews = done.added + done.changed + done.removed + done.comments + done.sent > 0;
        empty = isNews ? 0 : empty + 1;
        if (done.added + done.changed + done.removed + done.comments > 0) onRead(project?.id ?? null);
      } catch (error) {
        noteFailure(engine, error);
        throw error;
      }
    }
  }

  /** Until something moved at the hub, or here. */
  async function news(login: HubLogin): Promise<void> {
    const signal = AbortSignal.any([stop.signal, wake.signal]);
    try {
      const path = `/v1/live?after=${encodeURIComponent(live)}`;
      // Now and then it is exchanged anyway: what the hub refused for a while is offered again.
      for (let i = 0; i < MAX_QUIET; i++) {
        const began = performance.now();
        const asked = askHub(login, path, { method: 'GET', timeoutMs: LIVE_MS, signal });
        const { moved } = readReply('live', await asked);
        // A hub that says so again and again, or does not wait, would keep this machine busy.
        if (moved && empty > 2) await rest(Math.min(waits.soonMs * 2 ** Math.min(empty, 10), waits.everyMs));
        else if (!moved && performance.now() - began < MIN_LIVE_MS) await rest(waits.everyMs);
        if (moved || signal.aborted) return;
      }
    } catch (error) {
      if (stop.signal.aborted || wake.signal.aborted) return;
      if (error instanceof HubProblem && error.status !== 401) await rest(waits.everyMs);
      else throw error;
    }
  }

  /** Waits, unless this home is used meanwhile. */
  async function rest(ms: number): Promise<void> {
    if (wake.signal.aborted) wake = new AbortController();
    await pause(ms, AbortSignal.any([stop.signal, wake.signal]));
  }

  /** Whether a project has something to send, or was not exchanged yet. Only then is the hub asked before it speaks. */
  async function look(): Promise<void> {
    soon = undefined;
    const login = loginOf();
    if (login?.key !== key) wake.abort();
    if (!login || wake.signal.aborted) return;
    for (const project of recent.values()) {
      using lease = await engines.leaseProject(project);
      if (exchanged.get(project.id) === stampOf(lease.engine)) continue;
      wake.abort();
      return;
    }
  }

  function loginOf(): HubLogin | undefined {
    try {
      return readLogin(home);
    } catch (error) {
      log.line(messageOf(error));
      return undefined;
    }
  }

  return {
    touch(project) {
      recent.delete(project.id);
      recent.set(project.id, project);
      if (recent.size > MAX_PROJECTS) recent.delete(recent.keys().next().value!);
      soon ??= setTimeout(() => {
        void look().catch((error) => log.line(`changes were not looked for: ${messageOf(error)}`));
      }, waits.soonMs).unref();
    },
    async stop() {
      stop.abort();
      clearTimeout(soon);
      await work;
    },
  };
}

/** Changes when a memory does, or something waits for the hub. */
const stampOf = (engine: Engine): string =>
  engine.indexedStores.map(({ store }) => `${countPending(store)} ${latestChange(store)}`).join(' ');
