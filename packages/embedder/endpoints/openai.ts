import { dress } from '../dress.ts';
import type { Embedder } from '../embedder.ts';
import { vectorCheck } from '../unit-vector.ts';
import { batches } from './batches.ts';
import { ProviderFault } from './circuit.ts';
import { type EndpointOptions, endpoint, under } from './endpoint.ts';
import { HttpFault } from './http-fault.ts';

/** How a server that speaks OpenAI's embeddings is used. */
export interface OpenaiOptions extends EndpointOptions {
  model: string;
  dims?: number | undefined;
}

const BATCH = { count: 64, characters: 200_000 };
/** OpenAI refuses a text of more than 8,192 tokens, and with it the batch. */
const TOKENS = 7_500;

/** Embeds with any server that answers `/v1/embeddings` as OpenAI does. */
export function openaiEmbedder({ model, dims = 1024, ...options }: OpenaiOptions): Embedder {
  const server = endpoint('The embeddings service', options);
  const check = vectorCheck(server.name, model, dims);
  let asksDimensions = true;

  async function embedBatch(input: readonly string[]): Promise<Float32Array[]> {
    const body = { model, input, encoding_format: 'float', ...(asksDimensions ? { dimensions: dims } : {}) };
    try {
      const answer = await server.ask(path, body);
      return check(inOrder(answer, input.length), input.length, { exact: !asksDimensions });
    } catch (error) {
      if (!asksDimensions || !refusesDimensions(error)) throw error;
      // A model that cannot shorten its vectors must have just the right length: cutting them would spoil them.
      asksDimensions = false;
      return embedBatch(input);
    }
  }

  function inOrder(answer: unknown, count: number): unknown[] {
    const data = (answer as { data?: unknown } | null)?.data;
    if (!Array.isArray(data)) throw new ProviderFault(`${server.name} sent no vectors.`);
    if (data.length !== count) return data;
    const vectors: unknown[] = new Array(count);
    for (const [place, item] of data.entries()) {
      const index = item?.index ?? place;
      if (!Number.isInteger(index) || index < 0 || index >= count || index in vectors)
        throw new ProviderFault(`${server.name} sent vectors that do not match the texts one to one.`);
      vectors[index] = decode(item?.embedding);
    }
    return vectors;
  }

  return {
    id: `openai:${model}/${dims}`,
    dims,
    async embed(texts, purpose) {
      if (texts.length === 0) return [];
      return server.guard(async () => {
        const vectors: Float32Array[] = [];
        for (const batch of batches(
          texts.map((text) => clip(dress(model, text, purpose))),
          BATCH,
        ))
          vectors.push(...(await embedBatch(batch)));
        return vectors;
      });
    },
    unload: async () => server.abort(),
  };
}

/** A bare host gets OpenAI's version in its path; a URL with a path is used as it is. */
const path = (url: URL): string => (url.pathname === '/' ? '/v1/embeddings' : under(url, '/embeddings'));

const refusesDimensions = (error: unknown): boolean =>
  error instanceof HttpFault && [400, 422].includes(error.status) && /dimension|matryoshka/i.test(error.said);

/** Reads the base64 form, little-endian floats, where a server insists on it. */
function decode(embedding: unknown): unknown {
  if (typeof embedding !== 'string') return embedding;
  const bytes = Buffer.from(embedding, 'base64');
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, i) => bytes.readFloatLE(i * 4));
}

/** Keeps the beginning of a text that has too many tokens, by a careful guess: three letters of ASCII make one. */
function clip(text: string): string {
  if (text.length < TOKENS) return text || ' ';
  let tokens = 0;
  for (let i = 0; i < text.length; i++) {
    tokens += text.charCodeAt(i) < 128 ? 1 / 3 : 1;
    if (tokens > TOKENS) return text.slice(0, i).toWellFormed();
  }
  return text;
}
