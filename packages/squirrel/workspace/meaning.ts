import type { Notice } from '@sqrl/base/messages.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { cachedVectors, cacheKey, cacheVectors } from '@sqrl/base/sqlite/vectors/table.ts';
import { type Embedder, EmbedderDown } from '@sqrl/embedder/embedder.ts';
import { writeIncidental } from '../store/failures.ts';

export type CachedEmbedder = Readonly<ReturnType<typeof cachedEmbedder>>;

/** The embedder with its cache in front. When it is down, words go on alone and the notice says so. */
export function cachedEmbedder(embedder: Embedder, cache: Store, now: () => number) {
  let notice: Notice | undefined;
  const asked = new Map<string, Float32Array>();

  async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      notice = undefined;
      return result;
    } catch (error) {
      if (!(error instanceof EmbedderDown)) throw error;
      notice = {
        message: `The embedder does not respond: ${error.message}`,
        hint: 'Until it responds, search matches words only; `sqrl doctor reembed` adds the missing vectors.',
      };
      return undefined;
    }
  }

  return {
    get model(): string {
      return embedder.id;
    },
    /** Why the last call gave nothing, where it gave nothing. */
    get notice(): Notice | undefined {
      return notice;
    },
    /** Vectors in order; undefined, all of them, while the embedder is down. */
    ofMemories: (texts: readonly string[]): Promise<Float32Array[] | undefined> =>
      attempt(async () => {
        const { id: model } = embedder;
        const keys = texts.map((text) => cacheKey(model, text));
        const cached = cachedVectors(cache, keys, now());
        const found = keys.map((key) => cached.get(key));
        const missing = [...keys.keys()].filter((i) => !found[i]);
        if (missing.length === 0) return found as Float32Array[];
        const fresh = await embedder.embed(
          missing.map((i) => texts[i]!),
          'memory',
        );
        const news = missing.map((i, n) => ({ key: keys[i]!, model, vector: fresh[n]! }));
        writeIncidental(cache, () => cacheVectors(cache, news, now()));
        let next = 0;
        return found.map((vector) => vector ?? fresh[next++]!);
      }),
    /** Past the cache: code is kept with its vectors, and there is a lot of it. */
    ofCode: (texts: readonly string[]): Promise<Float32Array[]> => embedder.embed(texts, 'memory'),
    /** Past the cache as code is. Undefined while the embedder is down. */
    ofPassages: (texts: readonly string[]): Promise<Float32Array[] | undefined> =>
      attempt(() => embedder.embed(texts, 'memory')),
    ofQuestion: (text: string): Promise<Float32Array | undefined> =>
      attempt(async () => {
        const known = asked.get(text);
        if (known) return known;
        const [vector] = await embedder.embed([text], 'question');
        if (asked.size >= QUESTIONS_KEPT) asked.delete(asked.keys().next().value!);
        asked.set(text, vector!);
        return vector!;
      }),
  };
}

/** People ask the same again; on disk their questions have no business. */
const QUESTIONS_KEPT = 200;
