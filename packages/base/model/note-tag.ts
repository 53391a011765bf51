import type { Memory } from './memory.ts';

const NOTE = 'note:';

export const noteTag = (path: string): string => `${NOTE}${path}`;

export const noteOf = ({ tags }: Pick<Memory, 'tags'>): string | null =>
  tags.find((tag) => tag.startsWith(NOTE))?.slice(NOTE.length) ?? null;

const RULES = 'rules:';

export const ruleFileTag = (path: string): string => `${RULES}${path}`;

export const ruleFileOf = ({ source, tags }: Pick<Memory, 'source' | 'tags'>): string | null =>
  (source === 'file_index' && tags.find((tag) => tag.startsWith(RULES))?.slice(RULES.length)) || null;
