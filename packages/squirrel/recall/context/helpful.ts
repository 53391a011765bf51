import { isRelevant, type PromptMatch } from '../deliver/strength.ts';

/**
 * Worth a line for a caller that asked what helps. Less is enough than unasked: of 350 questions in other words
 * than their answers this lets 49 % of the answers through, against 16 %, and of 650 memories of other projects 1.5.
 */
export const isHelpful = (strength: PromptMatch): boolean => {
  const { cosine, shared, share } = strength;
  if (isRelevant(strength)) return true;
  return cosine === undefined
    ? shared >= 2 && share >= 0.12
    : cosine >= 0.345 || (cosine >= 0.235 && shared >= 2);
};
