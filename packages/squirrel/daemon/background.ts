import type { Embedder } from '@sqrl/embedder/embedder.ts';
import type { CallOptions, VerbClient } from '../protocol/client.ts';
import type { Input, Output, Verb } from '../protocol/verbs.ts';
import { type Engine, noteTrouble, withEmbedder } from '../workspace/workspace.ts';

export interface CodeBackgroundOptions {
  /** An embedder of its own, where the engine's may take any time it likes; unloading it ends what is under way. */
  embedder?: Embedder | undefined;
  /** How long nothing must have been asked before it begins. */
  quietMs?: number;
}

/**
 * Embeds the pieces of code that have no vector yet, whenever a client has been open for a while and nothing is asked of
 * it. A call stops it at once, and so does closing; what is done is kept.
 */
export function embeddingCodeBehind(
  client: VerbClient,
  engine: Engine,
  options: CodeBackgroundOptions = {},
): VerbClient {
  const { embedder, quietMs = QUIET_MS } = options;
  if (!engine.project || engine.own.store.readOnly) return client;
  const behind = embedder ? withEmbedder(engine, embedder) : engine;
  let timer: NodeJS.Timeout | undefined;
  let stop = new AbortController();
  let work = Promise.resolve();
  let calls = 0;
  let closed: Promise<void> | undefined;

  function later(): void {
    clearTimeout(timer);
    if (closed || calls > 0) return;
    timer = setTimeout(begin, quietMs).unref();
  }

  function begin(): void {
    stop = new AbortController();
    const { signal } = stop;
    work = work
      .then(() => import('../codebase/embed-code.ts'))
      .then(({ embedCode }) => embedCode(behind, { unasked: true, signal }))
      .then(() => {}, noteTrouble(engine));
  }

  function pause(): void {
    clearTimeout(timer);
    stop.abort();
  }

  async function call<V extends Verb>(verb: V, input: Input<V>, given: CallOptions = {}): Promise<Output<V>> {
    pause();
    // A watching call never ends; it is idle between two changes.
    const watching = (input as { watch?: boolean }).watch === true;
    calls += Number(!watching);
    const onProgress: CallOptions['onProgress'] = (...progress) => {
      given.onProgress?.(...progress);
      if (!watching) return;
      pause();
      later();
    };
    try {
      return await client.call(verb, input, watching ? { ...given, onProgress } : given);
    } finally {
      calls -= Number(!watching);
      later();
    }
  }

  async function closing(): Promise<void> {
    pause();
    await embedder?.unload();
    await work;
    await client.close();
  }

  const close = () => (closed ??= closing());
  later();
  return { ...client, call, close, [Symbol.asyncDispose]: close };
}

/** Commands that people type are over by then. */
const QUIET_MS = 2_000;
