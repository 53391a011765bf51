import { answerFromNotes } from './answer.ts';
import { imaginedAnswer } from './imagined-answer.ts';
import { memoryWriter } from './memory-writer.ts';
import { moduleSynthesis, pairSynthesis } from './module-synthesis.ts';
import type { LlmPrompt } from './prompt.ts';

/** Every prompt for a model, for people to read. */
export const allPrompts: readonly LlmPrompt[] = [
  memoryWriter,
  moduleSynthesis,
  pairSynthesis,
  imaginedAnswer,
  answerFromNotes,
];
