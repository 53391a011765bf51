import { hash } from 'node:crypto';
import type { Store } from '../store.ts';
import { bytesOf, floatsOf } from './table.ts';

/** How long an unused embedding is kept. */
const CACHE_AGE_MS = 7 * 24 * 3600 * 1000;

/** A text's place in the cache: its content and the model, whose id names its dimension too. */
export const cacheKey = (model: string, text: string): string =>
  hash('sha256', `${model}\0${text}`, 'base64url');

export function cachedVectors(store: Store, keys: readonly string[], now: number): Map<string, Float32Array> {
  const found = store.rows`select key, value from embedding_cache where key in (select value
    from json_each(${keys})) and expires_at > ${now}`;
  return new Map(found.map(({ key, value }) => [key as string, floatsOf(value as Uint8Array).slice()]));
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
    for (const { key, model, vector } of vectors) insert.run(key, model, bytesOf(vector), now + CACHE_AGE_MS);
    store.run`delete from embedding_cache where expires_at <= ${now}`;
  });
}

/** Lets go of some texts' vectors. */
export function forgetCached(store: Store, keys: readonly string[]): void {
  store.run`delete from embedding_cache where key in (select value from json_each(${keys}))`;
}

/** Lets go of all of them. */
export function emptyCache(store: Store): void {
  store.run`delete from embedding_cache`;
}
