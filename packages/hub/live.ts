import type { LiveReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import { asCaller, spacesOf } from './caller.ts';
import type { HubDb } from './db.ts';
import { liveOf } from './sync.ts';

/** How long a device waits for news, at most; also how late it learns what another process of the hub did, where no word came. */
const LIVE_MS = 30_000;

/** Wakes devices of an organization that wait for news. */
export interface News {
  tell(org: string): void;
  /** Resolves at the next word about the organization, or when the signal aborts. */
  next(org: string, signal: AbortSignal): Promise<void>;
  /** Another process of the hub said so; all organizations, where it is not known which. */
  hear(orgs: readonly string[] | undefined): void;
  /** How many devices wait. */
  waiting(): number;
}

/** Words to other processes are gathered for this long. */
const GATHER_MS = 50;

/** `send` tells other processes of the hub; where it fails, they look within LIVE_MS. */
export function newsOf(send?: (orgs: readonly string[]) => Promise<void>): News {
  const waiting = new Map<string, Set<() => void>>();
  const unsent = new Set<string>();
  const wakeAll = (org: string) => {
    const all = waiting.get(org);
    waiting.delete(org);
    for (const wake of all ?? []) wake();
  };
  const flush = () => {
    const orgs = [...unsent];
    unsent.clear();
    void send!(orgs).catch(() => {});
  };
  return {
    tell(org) {
      wakeAll(org);
      if (!send) return;
      if (unsent.size === 0) setTimeout(flush, GATHER_MS).unref();
      unsent.add(org);
    },
    hear(orgs) {
      for (const org of orgs ?? [...waiting.keys()]) wakeAll(org);
    },
    waiting: () => [...waiting.values()].reduce((sum, all) => sum + all.size, 0),
    next: (org, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const all = waiting.get(org) ?? new Set();
        waiting.set(org, all);
        const wake = () => {
          signal.removeEventListener('abort', wake);
          all.delete(wake);
          if (all.size === 0 && waiting.get(org) === all) waiting.delete(org);
          resolve();
        };
        all.add(wake);
        signal.addEventListener('abort', wake);
      }),
  };
}

/** Answers when one of the caller's spaces has moved since `after`, or when the time is over. */
export async function awaitNews(
  { db, news, now }: { db: HubDb; news: News; now(): number },
  { authorization, after, gone }: { authorization: string | undefined; after: string; gone: AbortSignal },
): Promise<LiveReply> {
  const over = AbortSignal.timeout(LIVE_MS);
  const signal = AbortSignal.any([over, gone]);
  for (let isFirst = true; ; isFirst = false) {
    // Listens before it looks: a change in between is not missed.
    const stop = new AbortController();
    let woken: Promise<void> | undefined;
    const look = (asHub: HubDb['asHub']) =>
      asCaller({ asHub }, { authorization, now: now() }, async (at) => {
        woken ??= news.next(at.org, AbortSignal.any([signal, stop.signal]));
        return liveOf(await spacesOf(at));
      });
    // A replica may say that nothing moved, and is behind where it says otherwise; what woke the device is in the primary.
    let live = isFirst && db.asReader ? await look(db.asReader).catch(() => undefined) : undefined;
    if (live !== after) live = await look(db.asHub);
    if (live !== after || signal.aborted) {
      stop.abort();
      return { moved: live !== after, live };
    }
    await woken;
    // The connection is closed, perhaps because the hub stops: then its database is closed too.
    if (gone.aborted) return { moved: false, live };
  }
}
