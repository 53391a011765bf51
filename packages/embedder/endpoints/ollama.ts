import { dress } from '../dress.ts';
import type { Embedder } from '../embedder.ts';
import { vectorCheck } from '../unit-vector.ts';
import { batches } from './batches.ts';
import { ProviderFault } from './circuit.ts';
import { type Endpoint, type EndpointOptions, endpoint, under } from './endpoint.ts';
import { HttpFault, TimedOut } from './http-fault.ts';

/** How an Ollama server is used. */
export interface OllamaOptions extends EndpointOptions {
  /** `auto` takes the Qwen3 embedding model that is installed and fits the memory. */
  model?: 'auto' | (string & {}) | undefined;
  /** Bytes the machine has to spare; only `auto` asks. */
  freeMemory?: number | undefined;
  dims?: number | undefined;
}

const GIB = 1024 ** 3;
/** For the model in the middle, if the free memory is not known. */
const MIDDLE_MODEL_BYTES = 16 * GIB;
const BATCH = { count: 32, characters: 50_000 };

/** Embeds with a model that Ollama runs. It never pulls one: that is the person's download to start. */
export function ollamaEmbedder({
  model = 'auto',
  freeMemory = MIDDLE_MODEL_BYTES,
  dims = 1024,
  ...options
}: OllamaOptions): Embedder {
  const server = endpoint('Ollama', options);
  // Chosen once: a model that changed in between would make half the vectors strangers to the other half.
  let chosen = model === 'auto' ? undefined : model;
  let check: ReturnType<typeof vectorCheck> | undefined;
  let count = BATCH.count;

  async function embedBatch(texts: readonly string[], by: string): Promise<Float32Array[]> {
    check ??= vectorCheck(server.name, by, dims);
    try {
      const body = { model: by, input: texts, dimensions: dims, truncate: true };
      const answer = await server.ask((url) => under(url, '/api/embed'), body);
      const vectors = (answer as { embeddings?: unknown } | null)?.embeddings;
      if (!Array.isArray(vectors)) throw new ProviderFault(`${server.name} sent no vectors.`);
      return check(vectors, texts.length);
    } catch (error) {
      // A large model on a small machine: what was too much in one go may be done in two.
      if (error instanceof TimedOut) count = Math.max(1, Math.floor(texts.length / 2));
      throw isMissingModel(error) ? missing(by) : error;
    }
  }

  const missing = (name: string) =>
    new ProviderFault(`${server.name} does not have the model ${name}. Run \`ollama pull ${name}\`.`);

  return {
    /** Before the first answer `auto` can only say which model it would like. */
    get id() {
      return `ollama:${chosen ?? nameOf(sizesFor(freeMemory)[0]!)}/${dims}`;
    },
    dims,
    async embed(texts, purpose) {
      if (texts.length === 0) return [];
      return server.guard(async () => {
        chosen ??= await chooseFrom(server, freeMemory);
        const by = chosen;
        const dressed = texts.map((text) => dress(by, text, purpose));
        const vectors: Float32Array[] = [];
        for (const batch of batches(dressed, { ...BATCH, count }))
          vectors.push(...(await embedBatch(batch, by)));
        return vectors;
      });
    },
    // Ollama frees a model itself after some idle minutes, and others may be using it.
    unload: async () => server.abort(),
  };
}

/** The model that `auto` takes on a server, as it is installed there now. */
export async function chooseOllamaModel({
  freeMemory = MIDDLE_MODEL_BYTES,
  ...options
}: OllamaOptions): Promise<string> {
  return chooseFrom(endpoint('Ollama', options), freeMemory);
}

async function chooseFrom(server: Endpoint, freeMemory: number): Promise<string> {
  const wanted = sizesFor(freeMemory);
  const installed = modelsIn(await server.ask((url) => under(url, '/api/tags')));
  const found = wanted.flatMap((size) => installed.find((each) => each.size === size) ?? [])[0];
  if (found) return found.name;
  throw new ProviderFault(
    `${server.name} has no Qwen3 embedding model. Run \`ollama pull ${nameOf(wanted[0]!)}\`, or name another model.`,
  );
}

const isMissingModel = (error: unknown): boolean =>
  error instanceof HttpFault && error.status === 404 && /model/i.test(error.said);

type OllamaModelSize = '8b' | '4b' | '0.6b';

const nameOf = (size: OllamaModelSize) => `qwen3-embedding:${size}`;

/** Sizes of the model, the best for this much memory first; any that is installed beats none. */
function sizesFor(freeMemory: number): OllamaModelSize[] {
  if (freeMemory > 32 * GIB) return ['8b', '4b', '0.6b'];
  return freeMemory < 8 * GIB ? ['0.6b', '4b', '8b'] : ['4b', '0.6b', '8b'];
}

/** The Qwen3 embedding models among those installed, plain tags before quantised ones. */
function modelsIn(tags: unknown): { name: string; size: OllamaModelSize }[] {
  const models = (tags as { models?: unknown } | null)?.models;
  if (!Array.isArray(models)) return [];
  return models
    .flatMap((model) => {
      const name: unknown = model?.name;
      if (typeof name !== 'string' || !name.startsWith('qwen3-embedding:')) return [];
      const size = /:(8b|4b|0\.6b)\b/.exec(name)?.[1] ?? sizeBy(model.details?.parameter_size);
      return size ? [{ name, size: size as OllamaModelSize }] : [];
    })
    .sort((a, b) => a.name.length - b.name.length);
}

/** Reads "7.6B" or "595.78M", for tags like `latest` that do not say their size. */
function sizeBy(parameters: unknown): OllamaModelSize | undefined {
  const [, number, unit] = /^([\d.]+)([MB])$/.exec(String(parameters)) ?? [];
  if (!number) return undefined;
  const billions = Number(number) / (unit === 'M' ? 1000 : 1);
  if (billions > 6) return '8b';
  return billions > 2 ? '4b' : '0.6b';
}
