/** The texts of the timeline. */
export const timelineWords = {
  'status.completed': 'Completed',
  'status.failed': 'Failed',
  'status.paused': 'Interrupted',
  'status.active': 'In progress',
  'frustration.mild': 'low frustration',
  'frustration.moderate': 'some frustration',
  'frustration.severe': 'high frustration',
  'kind.prompt': 'You',
  'kind.reply': 'Agent',
  'kind.reasoning': 'Thinking',
  'kind.call': 'Call',
  'kind.result': 'Result',
  'kind.compaction': 'Compaction',
  'kind.commit': 'Commit',
  'kind.check': 'Check',
  'kind.notice': 'Notice',
  'outcome.ok': 'Worked',
  'outcome.failed': 'Failed',
  'outcome.rejected': 'Rejected by you',
  'outcome.interrupted': 'Interrupted',
  'way.read': 'read',
  'way.edit': 'edited',
  'way.write': 'written',
  'way.delete': 'deleted',
  'way.search': 'searched',
  'way.list': 'listed',
  'way.mention': 'mentioned',
} as const;

/** How an episode ended, as a tone. */
export const STATUS_TONES = { completed: 'good', failed: 'bad', paused: 'warn', active: 'accent' } as const;
