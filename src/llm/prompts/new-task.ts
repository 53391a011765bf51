import { DATA_ONLY, fenced, type LlmPrompt } from './prompt.ts';

/** Asks whether a prompt begins another task than the one that runs. */
export const newTask: LlmPrompt = {
  name: 'new task',
  version: 1,
  maxTokens: 60,
  system: `A person works with a coding agent. You are shown what they asked for so far and what they say next. Say whether
that begins another task, or goes on with the one that runs: more about it, a correction, a question about it, the next
step of it. In doubt it goes on.

${DATA_ONLY}

Answer with one JSON object and nothing else: {"new_task": true} or {"new_task": false}`,
};

/** What is asked about one prompt. */
export const aboutPrompt = ({
  before,
  files,
  next,
}: {
  before: string;
  files: string;
  next: string;
}): string =>
  [
    `So far:\n${fenced('BEFORE', before)}`,
    ...(files === '' ? [] : [`Files it was about:\n${fenced('FILES', files)}`]),
    `Next:\n${fenced('NEXT', next)}`,
    'Does it begin another task?',
  ].join('\n\n');
