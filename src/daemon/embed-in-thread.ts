import { workerProgram } from '../base/thread.ts';
import { type Embedder, EmbedderDown } from '../embed/embedder.ts';
import { onDemand } from '../embed/on-demand.ts';
import type { EmbedderConfig } from '../embed/provider.ts';
import type { EmbedThreadAnswer, EmbedThreadJob } from './embed-thread.ts';

/**
 * A second embedder like the one given, in a thread of its own: unloading it ends a request at once, however long the
 * provider would still have taken.
 */
export function aside(embedder: Embedder, config: EmbedderConfig): Embedder {
  const thread = onDemand<EmbedThreadJob, EmbedThreadAnswer>({
    program: PROGRAM,
    data: () => config,
    idleMs: IDLE_TIMEOUT_MS,
  });
  return {
    id: embedder.id,
    dims: embedder.dims,
    async embed(texts, purpose) {
      const answer = await thread.ask({ texts, purpose });
      if ('down' in answer) throw new EmbedderDown(answer.down);
      return answer.vectors;
    },
    unload: () => thread.stop(),
  };
}

const IDLE_TIMEOUT_MS = 10_000;

const PROGRAM = workerProgram('./embed-thread.ts', import.meta.url);
