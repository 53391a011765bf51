import { DATA_ONLY, fenced, type LlmPrompt } from './prompt.ts';

/** Asks what the note that answers a question might say, so that notes like it can be found. */
export const imaginedAnswer: LlmPrompt = {
  name: 'imagined answer',
  version: 1,
  maxTokens: 120,
  system: `You help to search the notes of a software project. You are shown one question. Write the note that would answer it
best, in two plain sentences, with the words that developers would use for it. Nobody will read it: it is only compared
with the notes there are, so it need not be true. Name no people and no secrets.

${DATA_ONLY}

Answer with the two sentences and nothing else.`,
};

/** What is asked about one question. */
export const aboutQuestion = (question: string): string =>
  `The question:\n${fenced('QUESTION', question)}\n\nWhat would the note say?`;
