import { Problem } from '@sqrl/base/problem.ts';
import { BUNDLED, type BundledModel, bundledEmbedder } from './bundled.ts';
import type { Embedder } from './embedder.ts';
import { chooseOllamaModel, ollamaEmbedder } from './endpoints/ollama.ts';
import { openaiEmbedder } from './endpoints/openai.ts';

/** Which embedder is wanted. What is left out has a default that fits the provider. */
export interface EmbedderConfig {
  provider: 'bundled' | 'ollama' | 'openai';
  model?: string | undefined;
  url?: string | undefined;
  apiKey?: string | undefined;
  dims?: number | undefined;
  timeoutMs?: number | undefined;
  /** Bytes the machine has to spare, for Ollama's `auto`. */
  freeMemory?: number | undefined;
}

const OLLAMA = 'http://127.0.0.1:11434';
/** How long a list of models may take: people wait for it whenever a store is opened. */
const LISTING = 1_000;
const OPENAI = { url: 'https://api.openai.com/v1', model: 'text-embedding-3-small' };

/** The embedder a configuration names. */
export function embedderFor({ provider, ...config }: EmbedderConfig): Embedder {
  if (provider === 'ollama') return ollamaEmbedder({ ...config, url: config.url ?? OLLAMA });
  if (provider === 'openai') {
    const model = (config.model ?? 'auto') === 'auto' ? OPENAI.model : config.model!;
    return openaiEmbedder({ ...config, url: config.url ?? OPENAI.url, model });
  }
  return bundledEmbedder(config.model === undefined ? {} : { model: bundledModel(config.model) });
}

/**
 * Puts the model that Ollama would take in the place of `auto`, so that the embedder has its final id from the start.
 * Where Ollama does not answer the configuration stays as it is.
 */
export async function withChosenModel(config: EmbedderConfig): Promise<EmbedderConfig> {
  if (config.provider !== 'ollama' || (config.model ?? 'auto') !== 'auto') return config;
  const timeoutMs = Math.min(config.timeoutMs ?? LISTING, LISTING);
  const options = { ...config, url: config.url ?? OLLAMA, timeoutMs };
  const model = await chooseOllamaModel(options).catch(() => config.model);
  return { ...config, model };
}

function bundledModel(name: string): BundledModel {
  if (Object.hasOwn(BUNDLED, name)) return name as BundledModel;
  throw new Problem(
    `Unknown bundled model "${name}".`,
    `Choose one of ${Object.keys(BUNDLED).join(', ')}, or another provider.`,
    'provider',
  );
}
