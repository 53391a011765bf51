/** What a text is embedded for. Some models want questions dressed differently. */
export type EmbeddingPurpose = 'question' | 'memory';

/** Text in, unit vectors out. The id names model and dimension: vectors of different ids are never compared. */
export interface Embedder {
  readonly id: string;
  /** Known from the start for bundled models, after the first answer for others. */
  readonly dims: number | undefined;
  embed(texts: readonly string[], purpose: EmbeddingPurpose): Promise<Float32Array[]>;
  /** Frees the model, and ends a request that is under way; the next `embed` loads it again. */
  unload(): Promise<void>;
}

/** What is known of a text besides its words. */
export interface TextContext {
  /** What stands before it, and helps to understand it. */
  before?: string | undefined;
  /** The cosine between its vector and the question's, where it is known already. */
  cosine?: number | undefined;
}

/** How relevant texts are to the question; higher is better, comparable within one call only. */
export interface Reranker {
  readonly id: string;
  /** A score for each text. */
  rerank(question: string, texts: readonly string[], asides?: readonly TextContext[]): Promise<number[]>;
}

/** The embedder cannot answer now: callers go on with words alone, and tell the person. */
export class EmbedderDown extends Error {
  override readonly name = 'EmbedderDown';
}
