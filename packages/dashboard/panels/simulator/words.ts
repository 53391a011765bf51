/** The texts of the simulator. */
export const simulatorWords = {
  'step.prompt': 'Prompt',
  'step.command': 'Runs a command',
  'step.failed': 'A command failed',
  'step.edit': 'Edits files',
  'step.start': 'Session starts',
  'text.prompt': 'The prompt',
  'text.command': 'The command',
  'text.failed': 'The command that failed',
  'text.edit': 'The files, one per line',
  'example.prompt': 'Add a discount to the cart',
  'example.command': 'npm test',
  'example.failed': 'npm test',
  'example.edit': 'src/cart/total.ts',
} as const;
