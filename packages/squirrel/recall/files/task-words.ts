import { contentWords } from '@sqrl/base/text/content-words.ts';
import { typedWords } from '@sqrl/base/text/own-words.ts';

/** The words of a task with how much each tells of it: what was typed or put into the title, more than what was pasted. */
export function taskWords(task: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const word of contentWords(task)) weights.set(word, PASTED);
  for (const word of contentWords(typedWords(task))) weights.set(word, TYPED);
  for (const word of contentWords(titleOf(task))) weights.set(word, TYPED);
  return weights;
}

/** The first line that says something; of a plan, its title. */
function titleOf(task: string): string {
  const lines = task.split('\n').map((line) => line.trim());
  return (lines.find((line) => /^#\s/.test(line)) ?? lines.find((line) => line !== '') ?? '').slice(0, 200);
}

const TYPED = 1;
const PASTED = 0.5;
