import type { Memory } from './memory.ts';
import { SOURCE_WEIGHTS } from './weights.ts';

/** The tag by which a person or a program says how much a memory matters, from 1 to 10; it travels like any other tag. */
const TAG = 'importance:';

/** Any other tag of that beginning says nothing. */
const SAID = new RegExp(`^${TAG}(?:[1-9]|10)$`);

export const withImportance = (tags: readonly string[], importance: number | null): string[] => [
  ...tags.filter((tag) => !tag.startsWith(TAG)),
  ...(importance === null ? [] : [`${TAG}${importance}`]),
];

/** How much a memory matters, 0 to 1: what was said, else whose word it is, how sure, and whether a person keeps or confirms it. */
export function memoryImportance({ confidence, source, pinned, verified, tier, tags }: Memory): number {
  const said = tags.find((tag) => SAID.test(tag));
  if (said !== undefined) return Number(said.slice(TAG.length)) / 10;
  if (tier === 'emergency') return 1;
  const worth = (confidence * SOURCE_WEIGHTS[source]) / SOURCE_WEIGHTS.user_taught;
  return Math.min(1, Math.round(100 * (worth + (pinned ? 0.2 : 0) + (verified ? 0.1 : 0))) / 100);
}

export const IMPORTANCE_SQL = `coalesce(
  (select cast(substr(value, ${TAG.length + 1}) as real) / 10 from json_each(tags)
    where value glob '${TAG}[1-9]' or value = '${TAG}10' limit 1),
  case tier when 'emergency' then 1 else min(1, confidence * case source ${Object.entries(SOURCE_WEIGHTS)
    .map(([source, weight]) => `when '${source}' then ${weight / SOURCE_WEIGHTS.user_taught}`)
    .join(' ')} end + 0.2 * pinned + 0.1 * verified) end)`;
