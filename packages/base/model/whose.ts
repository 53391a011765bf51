import type { z } from 'zod';
import type { Memory } from './memory.ts';
import type { whose as whoseSchema } from './schemas.ts';

export type Whose = z.output<typeof whoseSchema>;

const PARTS = ['user', 'agent', 'run'] as const;

export const WHOSE_SCOPE = 'for ';

export const tagsOfWhose = (whose: Whose): string[] =>
  PARTS.flatMap((part) => (whose[part] === undefined ? [] : [`${part}:${whose[part]}`]));

const scopeOfTags = (tags: readonly string[]): string => `${WHOSE_SCOPE}${JSON.stringify(tags)}`;

/** Where a memory is kept: memories for different users have nothing to do with each other, whatever they say. */
export function placeOfWhose(whose: Whose) {
  const tags = tagsOfWhose(whose);
  return { scope: 'session', reach: 'project', scopeOf: scopeOfTags(tags), tags } as const;
}

const isForWhose = ({ scope, scopeOf }: Pick<Memory, 'scope' | 'scopeOf'>): boolean =>
  scope === 'session' && scopeOf?.startsWith(WHOSE_SCOPE) === true;

/** Whether a memory may be told to who works for some of these: all that it is kept for is among them. */
export function isWithinWhose(memory: Pick<Memory, 'scope' | 'scopeOf'>, whose: Whose): boolean {
  const some: string[][] = [[]];
  for (const tag of tagsOfWhose(whose)) some.push(...some.map((tags) => [...tags, tag]));
  return isForWhose(memory) && some.some((tags) => memory.scopeOf === scopeOfTags(tags));
}
