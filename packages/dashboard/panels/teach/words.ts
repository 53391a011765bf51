/** How a memory stands to the rule that is written: its tone, its name, and what that means. */
export const KINSHIPS = {
  same: ['info', 'Already known', 'Identical text; adding it again adds evidence.'],
  repeats: ['info', 'Repeats', 'Says nearly the same, or the same for another folder.'],
  replaces: ['warn', 'Replaces', 'The new rule replaces it.'],
  contradicts: ['bad', 'Contradicts', 'Same subject, different statement.'],
  near: ['off', 'Related', 'Related subject.'],
} as const;

/** Where a rule can hold. */
export const SCOPES = { project: 'This project', path: 'One folder', global: 'All projects' } as const;

/** What became of a rule that was added. */
export const BECAME = {
  added: 'Added',
  known: 'Already known (evidence added)',
  reinforced: 'Nearly the same is known (evidence added)',
  revived: 'Active again',
} as const;

/** The rules of a file by what would become of them: the tone, and the words after their number. */
export const FILE_COUNTS = {
  added: ['accent', 'new'],
  changed: ['accent', 'changed'],
  removed: [undefined, 'removed'],
  refused: ['warn', 'rejected'],
  waiting: ['warn', 'for review'],
  known: [undefined, 'known'],
} as const;
