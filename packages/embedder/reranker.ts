import type { BundledEmbedder } from './bundled.ts';
import type { Embedder, Reranker } from './embedder.ts';
import { rerankEndpoint } from './endpoints/rerank-endpoint.ts';
import { maxSimReranker } from './maxsim.ts';

/** Which reranker is wanted. */
export interface RerankerConfig {
  provider: 'local' | 'endpoint';
  url?: string;
  model?: string;
  apiKey?: string;
  timeoutMs?: number;
}

/** The reranker a configuration names; none where the local one is wanted and the embedder is not local. */
export function rerankerFor(config: RerankerConfig, embedder: Embedder): Reranker | undefined {
  const { provider, url, model = '', apiKey, timeoutMs = 2000 } = config;
  if (provider === 'endpoint') return url ? rerankEndpoint({ url, model, apiKey, timeoutMs }) : undefined;
  return 'match' in embedder ? maxSimReranker(embedder as BundledEmbedder) : undefined;
}
