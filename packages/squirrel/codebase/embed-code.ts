import type { OnProgress } from '@sqrl/base/messages.ts';
import { messageOf, Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { startThread, workerProgram } from '@sqrl/base/thread.ts';
import { countChunkVectors, sweepChunkVectors } from '@sqrl/code-graph/tables/chunk-vectors.ts';
import { countChunks } from '@sqrl/code-graph/tables/chunks.ts';
import { EmbedderDown } from '@sqrl/embedder/embedder.ts';
import { setJob } from '../store/marks.ts';
import type { Engine } from '../workspace/workspace.ts';
import type { EmbedCodeOrder, EmbedCodeProtocol } from './embed-code-worker.ts';
import { requireProject } from './graph-index.ts';

export interface EmbeddingCode {
  onProgress?: OnProgress | undefined;
  signal?: AbortSignal | undefined;
  /** Unasked it is only done where the settings and the speed of the embedder allow it. */
  unasked?: boolean;
  /** How many texts a second the embedder must manage for background work. */
  leastPerSecond?: number;
}

/** A repository of 1,500 files has some 6,000 chunks: at this speed they take twenty minutes in the background. */
const MIN_PER_SECOND = 5;
/** So many texts say how fast an embedder is, once it is warm. */
const SAMPLE = 16;
/** While files change, some chunks need a vector every few seconds. */
const LINGER_MS = 15_000;
/** A question that is asked meanwhile waits for one text at most; endpoints answer many at once, and each call costs. */
const BATCH = { bundled: 1, ollama: 8, openai: 32 };

/**
 * Gives every chunk of the project's code a vector of the present embedder, a few at a time. What is done stays done
 * when it is stopped, and a text that was embedded once is not embedded again.
 */
export async function embedCode(engine: Engine, options: EmbeddingCode = {}) {
  const { unasked = false } = options;
  const { own, settings, meaning } = engine;
  const before = countChunkVectors(own.store, meaning.model);
  const off = settings.graph.embed === 'off';
  if (off && before > 0) own.store.transaction(() => sweepChunkVectors(own.store, null));
  if (off && !unasked)
    throw new Problem(
      'Embedding of source code is turned off.',
      'Run `sqrl config set graph.embed auto`.',
      'usage',
    );
  // Code is not sent anywhere unasked: "auto" means the model in this package.
  const may = settings.graph.embed === 'on' || settings.embedder.provider === 'bundled';
  const bare = countChunks(own.store) > before;
  const wanted = !off && bare && (!unasked || may) && !own.store.readOnly;
  const because = wanted ? await run(engine, options) : undefined;
  const [embedded, total] = [countChunkVectors(own.store, meaning.model), countChunks(own.store)];
  return {
    embedded,
    fresh: Math.max(0, embedded - before),
    total,
    model: meaning.model,
    because: because ?? null,
  };
}

/** One at a time for each store: two would embed the same chunks. */
const underWay = new WeakMap<Store, Promise<unknown>>();

/** Runs the thread to its end, and says why it ended before all was done. */
async function run(engine: Engine, options: EmbeddingCode): Promise<string | undefined> {
  const { store } = engine.own;
  while (underWay.has(store)) await underWay.get(store);
  const work = askThread(engine, options);
  const over = () => underWay.delete(store);
  underWay.set(store, work.then(over, over));
  const because = await work;
  note(engine, because);
  return because;
}

async function askThread(engine: Engine, options: EmbeddingCode): Promise<string | undefined> {
  const { signal, onProgress, unasked, leastPerSecond = MIN_PER_SECOND } = options;
  const { own, meaning } = engine;
  const order: EmbedCodeOrder = {
    store: own.store.path,
    root: requireProject(engine).root,
    model: meaning.model,
    now: engine.now(),
    batch: BATCH[engine.settings.embedder.provider],
  };
  if (signal?.aborted) return 'stopped';
  let because: string | undefined;
  const stopping = new AbortController();
  const stop = (why: string) => {
    because ??= why;
    stopping.abort();
  };
  const onAbort = () => stop('stopped');
  signal?.addEventListener('abort', onAbort, { once: true });
  const speed = speedometer(engine.now);
  let done = countChunkVectors(own.store, meaning.model);
  const total = countChunks(own.store);
  const count = (more: number) => {
    done += more;
    onProgress?.(Math.min(done, total), total, 'code chunks embedded');
  };

  async function embed(texts: string[]): Promise<void> {
    try {
      const vectors = await speed.measure(texts.length, () => meaning.ofCode(texts));
      if (unasked && speed.perSecond !== undefined && speed.perSecond < leastPerSecond)
        return stop(
          `the embedder is too slow for automatic embedding (${Math.round(speed.perSecond * 10) / 10} texts/s); run \`sqrl config set graph.embed on\` to embed anyway`,
        );
      thread.send({ vectors });
      count(texts.length);
    } catch (error) {
      if (!(error instanceof EmbedderDown)) throw error;
      stop(messageOf(error));
    }
  }

  const thread = startThread<EmbedCodeProtocol>(PROGRAM, {
    order,
    signal: stopping.signal,
    lingerMs: LINGER_MS,
    onNews: (news) => ('texts' in news ? embed(news.texts) : count(news.reused)),
  });
  try {
    const { isComplete } = await thread.result;
    return because ?? (isComplete ? undefined : 'some files are not indexed yet');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return because ?? messageOf(error);
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

/** Measures how many texts an embedder manages in a second, leaving out the first call, which may have to load it. */
function speedometer(now: () => number) {
  let [texts, ms, calls] = [0, 0, 0];
  return {
    async measure<T>(count: number, work: () => Promise<T>): Promise<T> {
      const began = now();
      const result = await work();
      if (calls++ > 0) {
        texts += count;
        ms += now() - began;
      }
      return result;
    },
    /** Undefined until enough were seen. */
    get perSecond(): number | undefined {
      return texts < SAMPLE ? undefined : (texts * 1000) / Math.max(1, ms);
    },
  };
}

function note(engine: Engine, because: string | undefined): void {
  const { store } = engine.own;
  const [done, total] = [countChunkVectors(store, engine.meaning.model), countChunks(store)];
  setJob(store, {
    name: 'embed code',
    state: done === total ? 'done' : 'waiting',
    done,
    total,
    note: because ?? engine.meaning.model,
    updatedAt: engine.now(),
  });
}

const PROGRAM = workerProgram('./embed-code-worker.ts', import.meta.url);
