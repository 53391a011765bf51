/** The parts of the settings. */
export const settingsWords = {
  'part.clients': 'Connect agents',
  'part.trust': 'What agents are told',
  'part.llm': 'Language model and budget',
  'part.embedder': 'Embedder and search',
  'part.privacy': 'Privacy',
  'part.sharing': 'Devices and teams',
  'part.policy': 'Retention',
  'part.rest': 'Daemon, code and notes',
  'part.page': 'Appearance',
} as const;
