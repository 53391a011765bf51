import { EventEmitter } from 'node:events';
import type { LiveReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import { asCaller, spacesOf } from './caller.ts';
import type { HubDb } from './db.ts';
import { liveOf } from './sync.ts';

/** How long a device waits for news, at most; also how late it learns what another process of the hub did, where no word came. */
const LIVE_MS = 30_000;

/** Words to other processes are gathered for this long. */
const GATHER_MS = 50;

export type News = ReturnType<typeof newsOf>;

/** `send` tells other processes of the hub; where it fails, they look within LIVE_MS. */
export function newsOf(send?: (orgs: readonly string[]) => Promise<void>) {
  const words = new EventEmitter().setMaxListeners(0);
  const unsent = new Set<string>();
  const flush = () => {
    const orgs = [...unsent];
    unsent.clear();
    void send!(orgs).catch(() => {});
  };
  return {
    tell(org: string): void {
      words.emit(org);
      if (!send) return;
      if (unsent.size === 0) setTimeout(flush, GATHER_MS).unref();
      unsent.add(org);
    },
    /** Another process of the hub said so; all organizations, where it is not known which. */
    hear(orgs: readonly string[] | undefined): void {
      for (const org of orgs ?? words.eventNames()) words.emit(org);
    },
    waiting: (): number => words.eventNames().reduce((sum, org) => sum + words.listenerCount(org), 0),
    /** Resolves at the next word about the organization, or when the signal aborts. */
    next: (org: string, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        const wake = () => {
          signal.removeEventListener('abort', wake);
          words.off(org, wake);
          resolve();
        };
        words.on(org, wake);
        signal.addEventListener('abort', wake);
        if (signal.aborted) wake();
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
