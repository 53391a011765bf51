/** The texts of what was said and done in past sessions. */
export const passageWords = {
  'speaker.person': 'You',
  'speaker.agent': 'Agent',
} as const;
