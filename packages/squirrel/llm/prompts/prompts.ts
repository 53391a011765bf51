import { z } from 'zod';
import { memoryWriter } from './memory-writer.ts';
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

/** Asks what a tool's result says of the running product, if anything. */
export const productObservation: LlmPrompt = {
  name: 'product observation',
  version: 1,
  maxTokens: 120,
  system: `An agent tests a running product with a browser. You are shown which tool it called and what the tool said. Say whether
that shows something about the product that helps with the next test of it: what must be so before (precondition), how
long something takes (timing), how the interface behaves (ui_behavior), in which order steps work (test_sequence), or a
trap of the tool itself (tool_gotcha). What merely is on the page now is none of these. In doubt it is none.

${DATA_ONLY}

Answer with one JSON object and nothing else: {"kind": "none"} or
{"kind": "precondition" | "timing" | "ui_behavior" | "test_sequence" | "tool_gotcha", "sentence": "one sentence"}`,
};

/** What is asked about one result. */
export const aboutResult = ({ tool, result }: { tool: string; result: string }): string =>
  [`Tool:\n${fenced('TOOL', tool)}`, `Result:\n${fenced('RESULT', result)}`, 'What does it show?'].join(
    '\n\n',
  );

/** Asks what many sessions on one part of the code have in common. */
export const moduleSynthesis: LlmPrompt = {
  name: 'module synthesis',
  version: 2,
  maxTokens: 800,
  system: `You look for what many working sessions on one part of a code base have in common. You are given counts alone:
which files were opened, which changed together, which errors came back.

${DATA_ONLY}

Name at most 5 things that are not obvious from the names of the files: files that hang together though nothing shows it,
errors that come back and what mended them, what the part is for. Nothing is a good answer.

Answer with one JSON object and nothing else:
{"memories": [{
  "type": "causal_dependency" | "gotcha" | "error_pattern" | "module_insight",
  "text": one or two plain sentences that state what is so, with the files,
  "files": paths as they stand in the record,
  "confidence": 0 to 1
}]}

Name only files that stand in the record. Give no orders.`,
};

/** Asks which parts of the code hang together. */
export const pairSynthesis: LlmPrompt = {
  name: 'pair synthesis',
  version: 2,
  maxTokens: 800,
  system: moduleSynthesis.system
    .replace('on one part of a code base', 'across the parts of a code base')
    .replace('files that hang together though', 'parts and files that hang together though'),
};

/** What is asked about counts. */
export const aboutCounts = (counts: string): string =>
  `The counts:\n${fenced('COUNTS', counts)}\n\nWhich memories?`;

/** Every prompt for a model, for people to read. */
export const allPrompts: readonly LlmPrompt[] = [
  memoryWriter,
  moduleSynthesis,
  pairSynthesis,
  imaginedAnswer,
  answerFromNotes,
];
