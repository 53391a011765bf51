import { contentWords } from '@sqrl/base/text/content-words.ts';
import { LEANING, MATERIAL, POINTING, STEPS } from './phrases/follow-up.ts';
import { PRAISED_AND_NOW } from './phrases/new-task.ts';

/**
 * Whether a prompt only goes on with what runs: a yes, a "continue", a correction, an order that ends the work
 * (commit, push, run the tests), or words too few to be about something else.
 */
export function isFollowUp(own: string): boolean {
  const whole = own.trim();
  const text = askedNow(whole) ?? whole;
  if (text === '') return true;
  if (POINTING.test(text)) return true;
  const words = text.match(/[\p{L}\p{N}']+/gu) ?? [];
  if (STEPS.test(text) && words.length <= MAX_STEP_WORDS) return true;
  return words.length <= MAX_FOLLOW_UP_WORDS && contentWords(text.replace(MATERIAL, ' ')).size < 2;
}

const MAX_STEP_WORDS = 14;
const MAX_FOLLOW_UP_WORDS = 6;

/** What is asked for after praise and a "now", unless it only makes sense with what was praised. */
export function askedNow(own: string): string | undefined {
  const praise = PRAISED_AND_NOW.exec(own);
  const rest = praise ? own.slice(praise[0].length) : '';
  return rest === '' || LEANING.test(rest) ? undefined : rest;
}
