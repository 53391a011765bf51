/** What is said to who has just come. */
export const firstRunWords = {
  'step.reads': 'It reads',
  'step.readsText': 'the logs of your agents on this machine, with secrets redacted.',
  'step.learns': 'It learns',
  'step.learnsText': 'what failed and what worked, your corrections and decisions.',
  'step.tells': 'It reminds',
  'step.tellsText': 'your agents when it helps, and shows you here what it knows.',
} as const;
