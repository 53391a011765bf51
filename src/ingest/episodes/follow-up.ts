import { contentWords } from '../../base/text/content-words.ts';
import { MATERIAL, POINTING, STEPS } from './phrases/follow-up.ts';

/**
 * Whether a prompt only goes on with what runs: a yes, a "continue", a correction, an order that ends the work
 * (commit, push, run the tests), or words too few to be about something else.
 */
export function isFollowUp(own: string): boolean {
  const text = own.trim();
  if (text === '') return true;
  if (POINTING.test(text)) return true;
  const words = text.match(/[\p{L}\p{N}']+/gu) ?? [];
  if (STEPS.test(text) && words.length <= LONGEST_STEP) return true;
  return words.length <= FEW && contentWords(text.replace(MATERIAL, ' ')).size < 2;
}

const LONGEST_STEP = 14;
const FEW = 6;
