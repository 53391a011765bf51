import type { Memory } from './memory.ts';

const NOTE = 'note:';

/** The tag of memories that were read from a note. */
export const noteTag = (path: string): string => `${NOTE}${path}`;

/** The note that a memory was read from; null where it was not. */
export const noteOf = ({ tags }: Pick<Memory, 'tags'>): string | null =>
  tags.find((tag) => tag.startsWith(NOTE))?.slice(NOTE.length) ?? null;

const RULES = 'rules:';

/** The tag of memories that were read from a rule file. */
export const ruleFileTag = (path: string): string => `${RULES}${path}`;

/** The rule file that a memory was read from; null where it was not. */
export const ruleFileOf = ({ source, tags }: Pick<Memory, 'source' | 'tags'>): string | null =>
  (source === 'file_index' && tags.find((tag) => tag.startsWith(RULES))?.slice(RULES.length)) || null;
