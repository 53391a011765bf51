import { oneLine } from '@sqrl/base/plain.ts';

const SHORT_ID_CHARS = 8;
const MAX_ID_CHARS = 18;

/** The first characters of a session's id, safe to print. */
export const shortId = (id: string, length = SHORT_ID_CHARS): string => oneLine(id).slice(0, length);

/** How much of each id must be seen to tell them apart: some clients' ids begin with the time. */
export function prefixLength(ids: readonly string[]): number {
  const all = new Set(ids).size;
  let length = SHORT_ID_CHARS;
  while (length < MAX_ID_CHARS && new Set(ids.map((id) => id.slice(0, length))).size < all) length++;
  return length;
}
