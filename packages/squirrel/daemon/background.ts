import { Problem } from '@sqrl/base/problem.ts';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import type { VerbClient } from '../protocol/client.ts';
import { cachedEmbedder } from '../workspace/meaning.ts';
import { reembed } from '../workspace/reembed.ts';
import type { Engine } from '../workspace/workspace.ts';

/**
 * Re-embeds with an embedder of its own for as long as a client is open. What is done is saved batch by batch; closing
 * the client drops the one under way and does not wait.
 */
export function reembeddingBehind(client: VerbClient, engine: Engine, embedder: Embedder): VerbClient {
  if (engine.indexedStores.some(({ store }) => store.readOnly)) return client;
  const stop = new AbortController();
  const behind = { ...engine, meaning: cachedEmbedder(embedder, engine.user.store, engine.now) };
  const drop = () => void embedder.unload();
  const work = reembed(behind, { signal: stop.signal, batch: BATCH_TEXTS, onStop: drop }).catch(complain);
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= closing());
  return { ...client, close, [Symbol.asyncDispose]: close };

  async function closing(): Promise<void> {
    stop.abort();
    await work;
    await embedder.unload();
    await client.close();
  }

  /** No caller waits for background work, so the next call gets its errors. */
  function complain(error: unknown): void {
    if (!(error instanceof Problem)) throw error;
    engine.notices.push({ message: error.message, hint: error.hint });
  }
}

/** Few enough that a question asked of the same provider does not wait long behind them, and that a short command saves some. */
const BATCH_TEXTS = 8;
