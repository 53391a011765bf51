import type { Reranker } from '../embedder.ts';
import { ProviderFault } from './circuit.ts';
import { type EndpointOptions, endpoint, under } from './endpoint.ts';
import { HttpFault } from './http-fault.ts';

/** How a reranking service is used. */
export interface RerankOptions extends EndpointOptions {
  /** Servers of a single model need no name. */
  model?: string | undefined;
}

/** What the two families of services call the texts, and how many they take at once. */
const FORMS = {
  // Cohere, Jina, vLLM, llama.cpp and most others.
  documents: {
    most: 100,
    body: (model: string | undefined, query: string, documents: readonly string[]) => ({
      model,
      query,
      documents,
      top_n: documents.length,
    }),
  },
  // Hugging Face's text-embeddings-inference, which takes 32 unless told otherwise.
  texts: {
    most: 32,
    body: (_: string | undefined, query: string, texts: readonly string[]) => ({
      query,
      texts,
      truncate: true,
    }),
  },
};

/** Reranks with a service that answers `/rerank`. */
export function rerankEndpoint({ model, ...options }: RerankOptions): Reranker {
  const server = endpoint('The reranking service', options);
  let form: keyof typeof FORMS | undefined;

  async function scoresBy(
    name: keyof typeof FORMS,
    question: string,
    texts: readonly string[],
  ): Promise<number[]> {
    const { most, body } = FORMS[name];
    const scores: number[] = [];
    for (let i = 0; i < texts.length; i += most) {
      const some = texts.slice(i, i + most);
      scores.push(...scoresIn(await server.ask(path, body(model, question, some)), some.length));
    }
    form = name;
    return scores;
  }

  /** The first answer tells which family it is: TEI refuses a request without `texts`. */
  async function scores(question: string, texts: readonly string[]): Promise<number[]> {
    if (form) return scoresBy(form, question, texts);
    try {
      return await scoresBy('documents', question, texts);
    } catch (error) {
      const foreign =
        error instanceof HttpFault && [400, 422].includes(error.status) && /texts/.test(error.said);
      if (!foreign) throw error;
      return scoresBy('texts', question, texts);
    }
  }

  function scoresIn(answer: unknown, count: number): number[] {
    const results = Array.isArray(answer)
      ? answer
      : ((answer as RerankResponse | null)?.results ?? (answer as RerankResponse | null)?.data);
    if (!Array.isArray(results)) throw new ProviderFault(`${server.name} sent no results.`);
    if (results.length !== count)
      throw new ProviderFault(`${server.name} sent ${results.length} scores for ${count} texts.`);
    const scores = new Map<unknown, unknown>(
      results.map((each) => [each?.index, each?.relevance_score ?? each?.score]),
    );
    return Array.from({ length: count }, (_, i) => {
      const score = scores.get(i);
      if (typeof score !== 'number' || !Number.isFinite(score))
        throw new ProviderFault(`${server.name} sent an invalid score for one text.`, false);
      return score;
    });
  }

  return {
    id: `rerank:${model ?? (URL.canParse(options.url) ? new URL(options.url).host : 'unnamed')}`,
    rerank: async (question, texts, asides = []) => {
      const whole = texts.map((text, i) => (asides[i]?.before ? `${asides[i].before}\n${text}` : text));
      return whole.length === 0 ? [] : server.guard(() => scores(question, whole));
    },
  };
}

interface RerankResponse {
  results?: unknown;
  data?: unknown;
}

const path = (url: URL): string => under(url, '/rerank');
