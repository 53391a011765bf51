import { createHash } from 'node:crypto';
import type { Store } from './store.ts';
import { bytesOf, floatsOf } from './vectors.ts';

/** How long an embedding is kept that nobody asks for. */
const KEPT = 7 * 24 * 3600 * 1000;

/** Looks a text's vector up; the model's id names its dimension too. */
export function cachedVector(
  store: Store,
  model: string,
  text: string,
  now: number,
): Float32Array | undefined {
  const found = store
    .sql('select value from embedding_cache where key = ? and expires_at > ?')
    .get(keyOf(model, text), now);
  return found && floatsOf(found.value as Uint8Array).slice();
}

/** Keeps texts' vectors for a week. */
export function cacheVectors(
  store: Store,
  model: string,
  vectors: readonly { text: string; vector: Float32Array }[],
  now: number,
): void {
  const insert = store.sql(
    'insert or replace into embedding_cache (key, model, value, expires_at) values (?, ?, ?, ?)',
  );
  store.transaction(() => {
    for (const { text, vector } of vectors)
      insert.run(keyOf(model, text), model, bytesOf(vector), now + KEPT);
    store.sql('delete from embedding_cache where expires_at <= ?').run(now);
  });
}

const keyOf = (model: string, text: string): string =>
  createHash('sha256').update(model).update('\0').update(text).digest('base64url');
