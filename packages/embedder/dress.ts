import type { EmbeddingPurpose } from './embedder.ts';

/** Puts in front of a text what a model was trained to see there. Most want nothing. */
export function dress(model: string, text: string, purpose: EmbeddingPurpose): string {
  const habit = HABITS.find(({ models }) => models.test(model));
  return habit ? habit[purpose](text) : text;
}

const TASK = 'Given a question or a task of a software developer, retrieve the notes that help with it';

/** The habits of models, from their cards. */
const HABITS: readonly ({ models: RegExp } & Record<EmbeddingPurpose, (text: string) => string>)[] = [
  {
    models: /qwen3[-_]?embed/i,
    question: (text) => `Instruct: ${TASK}\nQuery:${text}`,
    memory: (text) => text,
  },
  {
    models: /nomic-embed-text/i,
    question: (text) => `search_query: ${text}`,
    memory: (text) => `search_document: ${text}`,
  },
];
