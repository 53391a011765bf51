import { catalogue } from '../words/say.ts';

/** The texts of a command that can be copied. */
export const commandWords = catalogue(
  { copy: 'Copy {command}', copied: 'Copied' },
  { copy: 'Copier {command}', copied: 'Copié' },
);
