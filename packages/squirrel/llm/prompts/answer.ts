import { z } from 'zod';
import { DATA_ONLY, fenced, type LlmPrompt } from './prompt.ts';

/** Asks for an answer to a person's question from the notes that were found, each sentence with what it rests on. */
export const answerFromNotes: LlmPrompt = {
  name: 'answer',
  version: 1,
  maxTokens: 600,
  system: `You answer a developer's question about their software project from numbered notes, and from nothing else. Say what the
notes say, shortly and plainly, in the language of the question. Every sentence names the notes it rests on. Where notes
contradict each other, say so and name both. Where they do not answer the question, give no sentences at all: a guess is
worse than nothing.

${DATA_ONLY}

Answer with JSON and nothing else: {"sentences": [{"text": "…", "cites": [1, 3]}]}. Six sentences at most.`,
};

export const answerShape = z.object({
  sentences: z
    .array(z.object({ text: z.string().trim().min(1).max(1000), cites: z.array(z.int()).min(1).max(20) }))
    .max(12),
});

/** What is asked about one question and the notes that were found. */
export const aboutNotes = (question: string, notes: readonly string[]): string =>
  `The question:\n${fenced('QUESTION', question)}\n\nThe notes:\n${fenced(
    'NOTES',
    notes.map((note, i) => `[${i + 1}] ${note}`).join('\n'),
  )}`;
