/** The texts around the panels: navigation, keys, connection, what goes wrong. */
export const shellWords = {
  'panel.home': 'Home',
  'panel.memories': 'Memories',
  'panel.review': 'Review',
  'panel.map': 'Map',
  'panel.timeline': 'Timeline',
  'panel.ask': 'Ask',
  'panel.simulator': 'Simulator',
  'panel.teach': 'Add rule',
  'panel.settings': 'Settings',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
  'theme.auto': 'System',
  'live.live': 'Live',
  'live.connecting': 'Connecting…',
  'live.reconnecting': 'Reconnecting…',
} as const;
