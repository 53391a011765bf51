import { answerFromNotes } from './answer.ts';
import { imaginedAnswer } from './imagined-answer.ts';
import { memoryWriter } from './memory-writer.ts';
import { moduleSynthesis, pairSynthesis } from './module-synthesis.ts';
import { newTask } from './new-task.ts';
import type { LlmPrompt } from './prompt.ts';

/** Everything a model is ever told, for people to read. */
export const allPrompts: readonly LlmPrompt[] = [
  memoryWriter,
  moduleSynthesis,
  pairSynthesis,
  newTask,
  imaginedAnswer,
  answerFromNotes,
];
