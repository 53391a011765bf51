import { createHash } from 'node:crypto';
import type { Store } from './store.ts';
import { bytesOf, floatsOf } from './vectors.ts';

/** How long an embedding is kept that nobody asks for. */
const KEPT = 7 * 24 * 3600 * 1000;

/** A text's place in the cache: its content and the model, whose id names its dimension too. */
export const cacheKey = (model: string, text: string): string =>
  createHash('sha256').update(model).update('\0').update(text).digest('base64url');

/** Looks a vector up. */
export function cachedVector(store: Store, key: string, now: number): Float32Array | undefined {
  const found = store.sql('select value from embedding_cache where key = ? and expires_at > ?').get(key, now);
  return found && floatsOf(found.value as Uint8Array).slice();
}

/** Keeps vectors for a week. */
export function cacheVectors(
  store: Store,
  vectors: readonly { key: string; model: string; vector: Float32Array }[],
  now: number,
): void {
  const insert = store.sql(
    'insert or replace into embedding_cache (key, model, value, expires_at) values (?, ?, ?, ?)',
  );
  store.transaction(() => {
    for (const { key, model, vector } of vectors) insert.run(key, model, bytesOf(vector), now + KEPT);
    store.sql('delete from embedding_cache where expires_at <= ?').run(now);
  });
}

/** Lets go of some texts' vectors. */
export function forgetCached(store: Store, keys: readonly string[]): void {
  store
    .sql('delete from embedding_cache where key in (select value from json_each(?))')
    .run(JSON.stringify(keys));
}

/** Lets go of all of them. */
export function emptyCache(store: Store): void {
  store.sql('delete from embedding_cache').run();
}
